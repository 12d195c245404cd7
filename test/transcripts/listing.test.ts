import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { HOSTS, type Host, spell } from '../../src/core/session.ts';
import { projectFolder } from '../../src/hosts/cursor/paths.ts';
import { directoryOf, folderName } from '../../src/hosts/folder-directory.ts';
import { listingHosts } from '../../src/hosts/listing-hosts.ts';
import { environmentIn } from '../registration/environment.ts';
import { CODEX_ARCHIVED, CODEX_FORK, layRecordings, RECORDED_SESSIONS } from './recorded-home.ts';

const claudeRow = (cwd: string | undefined): string =>
  `${JSON.stringify({ type: 'user', uuid: 'u', cwd, message: { role: 'user', content: 'hi' } })}\n`;

async function recordedHome() {
  const fixture = await createFixture({});
  const environment = environmentIn(fixture.path);
  layRecordings(environment.home);
  const list = (host: Host, variables: Record<string, string> = {}) => [
    ...listingHosts[host].listTranscripts({ ...environment, variables }),
  ];
  return Object.assign(fixture, { home: environment.home, list });
}

describe('the transcripts of a machine', () => {
  it('are those of conversations, each once', async () => {
    await using machine = await recordedHome();
    const found = HOSTS.flatMap((host) => machine.list(host)).map(({ session }) => spell(session));
    expect(found.sort()).toEqual(RECORDED_SESSIONS);
  });

  it.for([
    ['claude', 'c-parent', '/home/dev/lab/exp/proj.a b', false],
    ['claude', 'c-old', '/home/dev/lab/old/wd.한글 1.0.128', true],
    ['codex', CODEX_ARCHIVED, '/work/lab/exp/proj.a b', false],
    ['grok', 'tools', '/home/dev/pro j', true],
    ['grok', 'headless', '/home/dev/pro j', false],
    ['cursor', 'turns', null, true],
  ] as const)('tell where they began and who typed: %s %s', async ([host, id, cwd, attended]) => {
    await using machine = await recordedHome();
    const found = machine.list(host).find(({ session }) => session.id === id);
    expect({ cwd: found?.cwd, attended: found?.attended }).toEqual({ cwd, attended });
  });

  it.for<readonly [Host, string, string, string]>([
    ['claude', '.claude/projects/-HERE-my-app/s.jsonl', claudeRow('./rel'), 'my-app'],
    ['claude', '.claude/projects/-HERE-my-app/s.jsonl', claudeRow(undefined), 'my-app'],
    ['claude', '.claude/projects/-gone/s.jsonl', `${claudeRow('rel')}${claudeRow('/abs')}`, '/abs'],
    ['claude', '.claude/projects/-gone/s.jsonl', claudeRow('rel'), ''],
    ['grok', '.grok/sessions/%2Fabs/s/updates.jsonl', '{}', '/abs'],
  ])('a relative directory is none: %s %s', async ([host, place, rows, expected]) => {
    await using machine = await createFixture({ 'home/my-app/a': '' });
    const home = machine.getPath('home');
    const path = join(home, place.replace('HERE', folderName(home)));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, rows);
    writeFileSync(join(path, '../summary.json'), '{"info":{"cwd":"rel"}}');
    const environment = { ...environmentIn(machine.path), home };
    const [found] = [...listingHosts[host].listTranscripts(environment)];
    const known = expected === 'my-app' ? join(home, expected) : expected || null;
    expect(found?.cwd).toBe(known);
  });

  it('begin before those that were forked off them', async () => {
    await using machine = await recordedHome();
    const born = new Map(machine.list('claude').map(({ session, bornAt }) => [session.id, bornAt]));
    expect(born.get('c-parent')).toBeLessThan(born.get('a-fork') ?? 0);
  });

  it('of Codex are named as hooks name them, wherever they are by now', async () => {
    await using machine = await recordedHome();
    const paths = machine.list('codex').map(({ path }) => path);
    expect(paths.filter((path) => path.endsWith('.zst') || path.includes('archived'))).toEqual([]);
    expect(paths.filter((path) => path.includes(CODEX_FORK))).toHaveLength(1);
  });

  it.for([
    ['claude', 'CLAUDE_CONFIG_DIR'],
    ['codex', 'CODEX_HOME'],
    ['grok', 'GROK_HOME'],
  ] as const)('of %s are where %s says', async ([host, variable]) => {
    await using machine = await recordedHome();
    const elsewhere = machine.list(host, { [variable]: `${machine.home}/elsewhere` });
    const named = machine.list(host, { [variable]: `${machine.home}/.${host}` });
    expect([elsewhere, named.length]).toEqual([[], machine.list(host).length]);
  });

  it('are none where no agent has worked', async () => {
    await using empty = await createFixture({});
    const environment = environmentIn(empty.getPath('nowhere'));
    expect(HOSTS.flatMap((host) => [...listingHosts[host].listTranscripts(environment)])).toEqual(
      [],
    );
  });
});

describe('the directory for which a host keeps a folder', () => {
  it('is the one that exists', async () => {
    await using fixture = await createFixture({ 'my.pro-ject/src/a': '', 'my/other': '' });
    const folder = projectFolder(fixture.getPath('my.pro-ject/src'));
    expect(directoryOf(folder, fixture.path)).toBe(fixture.getPath('my.pro-ject/src'));
  });

  it('is not known when it is gone, or two have that name', async () => {
    await using fixture = await createFixture({ 'my-app/a': '', 'my/app/a': '' });
    const folders = ['my-app', 'gone'].map((name) => projectFolder(fixture.getPath(name)));
    expect(folders.map((folder) => directoryOf(folder, fixture.path))).toEqual([null, null]);
  });
});
