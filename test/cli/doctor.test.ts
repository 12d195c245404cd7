import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { config } from '../../src/cli/config.ts';
import { doctor } from '../../src/cli/doctor.ts';
import type { Check } from '../../src/cli/doctor-check.ts';
import { install } from '../../src/cli/install.ts';
import { UserError } from '../../src/core/user-error.ts';
import { accessStore, withDatabase } from '../../src/hooks/store-access.ts';
import { dataLayout } from '../../src/platform/data-layout.ts';
import type { Environment } from '../../src/platform/environment.ts';
import { countFailure } from '../../src/platform/failures.ts';
import { createMutex } from '../../src/platform/owner-lock.ts';
import { noteSession } from '../../src/store/sessions.ts';
import { ClaudeTranscript } from '../e2e/claude-transcript.ts';
import { environmentIn } from '../registration/environment.ts';

async function home() {
  const directory = await createFixture({});
  const environment = environmentIn(directory.path);
  mkdirSync(join(environment.home, '.claude'));
  return Object.assign(directory, { environment, layout: dataLayout(environment.dataDirectory) });
}

async function store(environment: Environment, transcriptPath: string | null = null) {
  const context = { environment, layout: dataLayout(environment.dataDirectory) };
  withDatabase(await accessStore(context), (db) => {
    noteSession(db, {
      ref: { host: 'claude', id: 'a' },
      transcriptPath,
      projectRoot: '/p',
      cwd: '/p',
      window: null,
      unattended: false,
      at: 1,
    });
  });
}

async function look(environment: Environment, options: Readonly<Record<string, unknown>> = {}) {
  const { json, text, exitCode } = await doctor.run([], options, environment);
  const checks = json.checks as readonly Check[];
  return { checks, text, exitCode, find: (id: string) => checks.find((check) => check.id === id) };
}

/** A lock as another container would leave it. */
function lockElsewhere(path: string): void {
  const probe = createMutex(`${path}-probe`);
  probe.acquire(0);
  const fields = readlinkSync(`${path}-probe`).split(':');
  probe.release();
  symlinkSync(fields.with(4, '1').join(':'), path);
}

describe('doctor', () => {
  it('creates nothing where nothing is', async () => {
    await using place = await home();
    const { exitCode, find } = await look(place.environment);
    expect(exitCode).toBe(0);
    expect(find('directory')?.state).toBe('warning');
    expect(existsSync(place.layout.root)).toBe(false);
  });

  it('finds a healthy memory in order', async () => {
    await using place = await home();
    await store(place.environment);
    await install.run([], {}, place.environment);
    const { exitCode, checks, text } = await look(place.environment);
    expect(checks.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(exitCode).toBe(0);
    expect(text.split('\n')).toHaveLength(checks.length);
  });

  it('is red where the data directory can never be made, also with --quiet', async () => {
    await using place = await home();
    writeFileSync(place.getPath('file'), '');
    const dataDirectory = place.getPath('file/below');
    const { exitCode, checks } = await look(
      { ...place.environment, dataDirectory },
      { quiet: true },
    );
    expect(exitCode).toBe(1);
    expect(checks).toEqual([
      {
        id: 'directory',
        state: 'failed',
        text: expect.stringMatching(/cannot be made .*no directory.*nothing is stored/),
        todo: expect.stringContaining('--data-dir'),
      },
    ]);
  });

  it('prints only failures with --quiet, and exits 1', async () => {
    await using place = await home();
    await store(place.environment);
    writeFileSync(place.layout.database, 'x'.repeat(8192));
    const { exitCode, checks } = await look(place.environment, { quiet: true });
    expect(exitCode).toBe(1);
    expect(checks.map(({ id }) => id)).toEqual(['database', 'integrity']);
  });

  it.skipIf(process.platform === 'win32')('names what others may read', async () => {
    await using place = await home();
    await store(place.environment);
    chmodSync(place.layout.key, 0o644);
    const { find } = await look(place.environment);
    expect(find('permissions')).toMatchObject({
      state: 'failed',
      text: expect.stringContaining(place.layout.key),
      todo: expect.stringContaining('chmod'),
    });
  });

  it('names a directory that another system locks', async () => {
    await using place = await home();
    await store(place.environment);
    writeFileSync(join(place.layout.root, 'lockproto'), 'elsewhere\n');
    expect((await look(place.environment)).find('lock-protocol')?.state).toBe('failed');
  });

  it('counts what failed in the last day', async () => {
    await using place = await home();
    await store(place.environment);
    countFailure(place.layout, 'database_busy', {}, Date.now());
    expect((await look(place.environment)).find('failures')).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('database_busy (1 in all'),
    });
  });

  it('names a registered program that is gone', async () => {
    await using place = await home();
    await install.run([], {}, place.environment);
    await place.rm('Jane Doe (日本)/.throughline/bin');
    expect((await look(place.environment)).find('claude-program')?.state).toBe('failed');
  });

  it('tells what of a transcript is not stored', async () => {
    await using place = await home();
    const transcript = new ClaudeTranscript(place.getPath('t/a.jsonl'), 'a', '/p');
    transcript.ask('one', 'p1');
    transcript.say('first');
    await store(place.environment, transcript.path);
    const { find } = await look(place.environment, { session: 'a' });
    expect(find('session-turns')?.text).toContain('1 of the 1 turn');
  });

  it('says that the memory is damaged, also where it is asked for a session', async () => {
    await using place = await home();
    mkdirSync(place.environment.dataDirectory);
    writeFileSync(place.layout.database, 'no database at all');
    const { find, exitCode } = await look(place.environment, { session: 'a' });
    expect([find('database')?.state, find('session'), exitCode]).toEqual(['failed', undefined, 1]);
  });

  it('fails for a session of which nothing is stored', async () => {
    await using place = await home();
    await store(place.environment);
    const { exitCode } = await look(place.environment, { session: 'b' });
    expect(exitCode).toBe(1);
  });
});

describe.runIf(process.platform === 'linux')('a lock', () => {
  it('of another container fails the check, and --unlock breaks it', async () => {
    await using place = await home();
    await store(place.environment);
    lockElsewhere(`${place.layout.database}-lock`);
    expect((await look(place.environment)).find('lock')?.state).toBe('failed');
    const { find } = await look(place.environment, { unlock: true });
    expect(find('unlock')?.text).toContain('was broken');
    expect(find('lock')?.state).toBe('ok');
  });

  it('of a living process is not broken', async () => {
    await using place = await home();
    await store(place.environment);
    const mutex = createMutex(`${place.layout.database}-lock`);
    mutex.acquire(0);
    const broken = look(place.environment, { unlock: true });
    await expect(broken).rejects.toThrow(UserError);
    await expect(broken).rejects.toMatchObject({ exitCode: 3 });
    expect(mutex.isHeld()).toBe(true);
    mutex.release();
  });

  it('of another container is taken over at once in an exclusive directory', async () => {
    await using place = await home();
    await store(place.environment);
    lockElsewhere(`${place.layout.database}-lock`);
    await config.run(['exclusive', 'true'], {}, place.environment);
    await store(place.environment);
    expect((await look(place.environment)).find('lock')?.state).toBe('ok');
  });
});

describe('config', () => {
  it.skipIf(process.platform === 'win32')(
    'makes the data directory its owner’s alone',
    async () => {
      await using place = await home();
      mkdirSync(place.layout.root);
      chmodSync(place.layout.root, 0o755);
      await config.run(['onStart', 'off'], {}, place.environment);
      expect(statSync(place.layout.root).mode & 0o777).toBe(0o700);
    },
  );

  it('shows, sets and keeps what it does not know', async () => {
    await using place = await home();
    mkdirSync(dirname(place.layout.config), { recursive: true });
    writeFileSync(place.layout.config, '{"later": 1}');
    const { json } = await config.run(['exclusive', 'true'], {}, place.environment);
    expect(json).toMatchObject({ values: { exclusive: true } });
    const stored = readFileSync(place.layout.config, 'utf8');
    expect(JSON.parse(stored)).toEqual({ later: 1, exclusive: true });
    expect((await config.run(['exclusive'], {}, place.environment)).text).toBe('true');
  });

  it.for([
    ['an unknown key', ['colour'], 'There are: exclusive'],
    ['a wrong value', ['exclusive', 'maybe'], 'true or false'],
    ['a name of every object', ['exclusive', 'constructor'], 'true or false'],
  ] as const)('refuses %s', async ([, words, message]) => {
    await using place = await home();
    expect(() => config.run(words, {}, place.environment)).toThrow(message);
    expect(existsSync(place.layout.config)).toBe(false);
  });
});
