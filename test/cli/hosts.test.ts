import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it, onTestFinished } from 'vitest';
import type { RawOptions } from '../../src/cli/command.ts';
import { doctor } from '../../src/cli/doctor.ts';
import type { Check } from '../../src/cli/doctor-check.ts';
import { install } from '../../src/cli/install.ts';
import { status } from '../../src/cli/status.ts';
import { uninstall } from '../../src/cli/uninstall.ts';
import { environmentIn } from '../registration/environment.ts';

/** A user with these directories in the home. */
async function lab(...directories: readonly string[]) {
  const fixture = await createFixture();
  onTestFinished(() => fixture.rm());
  const environment = environmentIn(fixture.path);
  for (const name of directories) mkdirSync(join(environment.home, name));
  const at = (path: string) => join(environment.home, path);
  const checks = async (options: RawOptions = {}): Promise<readonly Check[]> => {
    const { json } = await doctor.run([], options, environment);
    return json.checks as readonly Check[];
  };
  return {
    environment,
    at,
    run: (options: RawOptions = {}) => install.run([], options, environment),
    undo: (options: RawOptions = {}) => Promise.resolve(uninstall.run([], options, environment)),
    statuses: async () => (await status.run([], {}, environment)).json.hosts,
    find: async (id: string, options: RawOptions = {}) =>
      (await checks(options)).find((check) => check.id === id),
    checks,
  };
}

it('each host that is there is registered, the others are named and not made', async () => {
  const { environment, run } = await lab('.claude', '.cursor');
  const { text, json, exitCode } = await run();
  expect(exitCode).toBe(0);
  expect(json).toMatchObject({
    hosts: [
      { host: 'claude', error: null },
      { host: 'cursor', error: null },
    ],
    notFound: ['codex', 'grok'],
  });
  expect(text).toContain('Not found here: Codex, Grok.');
  expect(readdirSync(environment.home)).toEqual(['.claude', '.cursor', '.throughline', 'work']);
});

it('a named host is registered where it is not found yet, each once', async () => {
  const { environment, run } = await lab('.claude');
  const { json } = await run({ host: ['grok', 'codex', 'grok'] });
  expect(json).toMatchObject({ hosts: [{ host: 'codex' }, { host: 'grok' }], notFound: [] });
  expect(readdirSync(join(environment.home, '.claude'))).toEqual([]);
  expect(existsSync(join(environment.home, '.grok', 'hooks', 'throughline.json'))).toBe(true);
});

it('a file that cannot be edited stops its own host only, with exit code 1', async () => {
  const { run, undo, at } = await lab('.claude', '.codex', '.cursor');
  writeFileSync(at('.codex/hooks.json'), '{');
  const { text, json, exitCode } = await run();
  expect(exitCode).toBe(1);
  expect(text).toContain('Codex: ');
  expect(json).toMatchObject({
    hosts: [
      { host: 'claude', error: null },
      { host: 'codex', error: expect.stringContaining('not valid JSON'), files: [] },
      { host: 'cursor', error: null },
    ],
  });
  expect(readdirSync(at('.codex'))).toEqual(['hooks.json']);
  expect(readFileSync(at('.codex/hooks.json'), 'utf8')).toBe('{');
  const undone = await undo();
  expect(undone.exitCode).toBe(1);
  expect(readdirSync(at('.cursor'))).toEqual([]);
  await expect(undo({ purge: true, yes: true })).rejects.toThrow(/not valid JSON/);
});

it('all hosts are undone in any order', async () => {
  const directories = ['.claude', '.codex', '.cursor', '.grok'];
  const { run, undo, at, environment } = await lab(...directories);
  await run();
  await undo({ host: 'grok' });
  await undo({ host: ['claude', 'cursor'] });
  await undo();
  expect(directories.flatMap((name) => readdirSync(at(name)))).toEqual([]);
  expect(readdirSync(environment.dataDirectory)).toEqual(['bin']);
});

it('a purge is refused while another host has our hooks', async () => {
  const { run, undo } = await lab('.claude', '.cursor');
  await run();
  await expect(undo({ host: 'claude', purge: true, yes: true })).rejects.toThrow(/hooks\.json/);
});

it('a host that was removed since is forgotten', async () => {
  const { run, undo, environment } = await lab();
  await run({ host: 'grok' });
  await undo();
  expect(readdirSync(environment.home)).toEqual(['.throughline', 'work']);
  expect(readdirSync(environment.dataDirectory)).toEqual(['bin']);
});

it('a dry run shows the changes of each host', async () => {
  const { run, at } = await lab('.claude', '.cursor');
  const { text } = await run({ dryRun: true });
  expect(text).toContain(`+++ ${at('.claude/settings.json')}`);
  expect(text).toContain(`+++ ${at('.cursor/hooks.json')}`);
  expect(readdirSync(at('.cursor'))).toEqual([]);
});

it('a project is registered with the hosts that have settings of one user for it', async () => {
  const { run, environment } = await lab('.claude', '.codex', '.cursor');
  const { text, json, exitCode } = await run({ project: true });
  expect(readdirSync(environment.cwd)).toEqual(['.claude']);
  expect(json).toMatchObject({ withoutProject: ['codex', 'cursor'], hosts: [{ host: 'claude' }] });
  expect(text).toContain('No settings of one user for a project: Codex, Cursor.');
  expect(exitCode).toBe(0);
  const named = await run({ project: true, host: ['claude', 'codex'] });
  expect(named.exitCode).toBe(3);
});

it('the original’s hooks are named host by host', async () => {
  const { run, at } = await lab('.claude', '.cursor');
  const stop = [{ command: '/usr/bin/node /opt/throughline.mjs process-turn' }];
  writeFileSync(at('.cursor/hooks.json'), JSON.stringify({ version: 1, hooks: { stop } }));
  const { text, json } = await run();
  expect(text).toContain('Node Throughline are registered with Cursor too');
  expect(json).toMatchObject({ hosts: [{ original: false }, { original: true }] });
});

it('the next steps name the word of each host, and what has to be allowed', async () => {
  const { run } = await lab('.claude', '.codex');
  const { text } = await run();
  expect(text).toContain('/tl (Claude Code) or $tl (Codex) hands a conversation over');
  expect(text).toContain('Codex runs no hook before you have allowed it');
});

it('status tells of each host what is registered and trusted', async () => {
  const { run, statuses, environment } = await lab('.claude', '.codex', '.cursor');
  await run();
  expect(await statuses()).toMatchObject({
    claude: { found: true, registered: true, trusted: true, hooks: [], problems: [] },
    codex: {
      found: true,
      registered: true,
      trusted: false,
      hooks: Array(5).fill({ event: expect.any(String), trust: 'untrusted' }),
      problems: [expect.stringContaining('open Codex, type /hooks, open each of these events')],
    },
    grok: { found: false, registered: false, trusted: null },
    cursor: { found: true, registered: true, trusted: true },
  });
  const { text } = await status.run([], {}, environment);
  expect(text).toContain('grok: not found here');
  expect(text).toContain('codex: registered, but the host does not run the hooks');
});

it('doctor passes over a host that is not there and warns of one that is not registered', async () => {
  const { find } = await lab('.claude');
  expect(await find('grok-hooks')).toMatchObject({ state: 'skipped', todo: null });
  expect(await find('claude-hooks')).toMatchObject({
    state: 'warning',
    todo: 'install --host claude',
  });
});

it('doctor fails for hooks that Codex does not run, and says what to press', async () => {
  const { run, find } = await lab('.codex');
  await run();
  expect(await find('codex-trust')).toMatchObject({
    state: 'failed',
    text: expect.stringMatching(/does not run SessionStart, .+ \(not trusted yet\)$/),
    todo: expect.stringMatching(
      /^open Codex, type \/hooks, .* command is throughline-bin, and t trusts it$/,
    ),
  });
});

it('doctor looks at the named hosts only', async () => {
  const { checks } = await lab('.claude', '.codex');
  const ids = (await checks({ host: ['codex', 'grok'] })).map(({ id }) => id);
  expect(ids.filter((id) => /^(?:claude|codex|grok|cursor)-/.test(id))).toEqual([
    'codex-hooks',
    'grok-hooks',
  ]);
});

it('doctor explains that Grok runs the hooks of others', async () => {
  const { run, find } = await lab('.grok');
  await run();
  expect((await find('grok-hooks'))?.text).toContain('ours leave at once there');
});

it('of a project, a named host without settings for one is told, the others are undone', async () => {
  const { run, undo, environment } = await lab('.claude', '.codex');
  await run({ project: true });
  const { text, exitCode } = await undo({ project: true, host: ['claude', 'codex'] });
  expect(exitCode).toBe(3);
  expect(text).toContain('No settings of one user for a project: Codex.');
  expect(readdirSync(environment.cwd)).toEqual([]);
});
