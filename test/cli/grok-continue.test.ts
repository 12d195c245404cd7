import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import spawn from 'cross-spawn';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { grokContinue } from '../../src/cli/grok-continue.ts';
import { dataLayout } from '../../src/platform/data-layout.ts';
import type { Environment } from '../../src/platform/environment.ts';
import { readPending } from '../../src/platform/session-marks.ts';
import { findLink } from '../../src/store/links.ts';
import { storeTurn } from '../../src/store/turn-writer.ts';
import { environmentIn } from '../registration/environment.ts';
import { aTurn, noted, openMemory } from '../store/memory-fixture.ts';

function program(path: string, ...lines: readonly string[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${lines.join('\n')}\n`);
  chmodSync(path, 0o755);
}

/** A home with one stored conversation, a Grok and an osascript that write down how they were started. */
async function aHome(rest: Partial<Environment> = {}) {
  const fixture = await createFixture();
  const base = environmentIn(fixture.path);
  const place = (name: string) => join(fixture.path, name);
  const variables = { PATH: `${place('bin')}:/usr/bin:/bin`, TMPDIR: fixture.path };
  const environment: Environment = { ...base, variables, ...rest };
  mkdirSync(base.dataDirectory, { recursive: true });
  program(
    join(base.home, '.grok', 'bin', 'grok'),
    `printf '%s\\n' "$PWD" "$@" > ${place('grok.txt')}`,
  );
  program(place('bin/osascript'), `printf '%s' "$2" > ${place('osascript.txt')}`);
  const memory = async () => openMemory(base.dataDirectory);
  {
    using db = await memory();
    noted(db, 's');
    db.run('UPDATE sessions SET first_cwd = ? WHERE id = ?', base.cwd, 's');
    storeTurn(db, aTurn('s', 'k', { request: 'do "it"', answer: "done in Jane's file" }));
  }
  const textOf = (name: string): string =>
    existsSync(place(name)) ? readFileSync(place(name), 'utf8') : '';
  return {
    environment,
    memory,
    textOf,
    run: (session: string) => Promise.resolve(grokContinue.run([], { session }, environment)),
    [Symbol.asyncDispose]: () => fixture.rm(),
  };
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

describe('on a system without Terminal', () => {
  it('says what to run, opens nothing and stores nothing', async () => {
    await using home = await aHome({ platform: 'linux' });
    const { text, json, exitCode } = await home.run('s');
    using db = await home.memory();
    expect(exitCode).toBe(1);
    expect(text.split('\n')).toHaveLength(1);
    expect(text).toContain(String(json.command));
    expect([home.textOf('osascript.txt'), home.textOf('grok.txt')]).toEqual(['', '']);
    expect(findLink(db, String(json.session))).toBeNull();
  });

  it('gives a command that starts Grok where the conversation was, with its memory', async () => {
    await using home = await aHome({ platform: 'linux' });
    const { json } = await home.run('s');
    spawn.sync('/bin/sh', ['-c', String(json.command)], { cwd: '/' });
    const [cwd, flag, id, ...prompt] = home.textOf('grok.txt').split('\n');
    expect([cwd, flag]).toEqual([home.environment.cwd, '--session-id']);
    expect(id).toMatch(ID);
    expect(prompt.join('\n')).toContain("done in Jane's file");
    expect(prompt.join('\n')).toContain('Until then wait');
    const script = String(json.command).slice('sh '.length);
    expect(existsSync(dirname(script))).toBe(false);
  });
});

describe('on macOS', () => {
  it('opens Terminal, and announces the conversation that goes on from the old one', async () => {
    await using home = await aHome({ platform: 'darwin' });
    const { text, json, exitCode } = await home.run('s');
    using db = await home.memory();
    const id = ID.exec(text)?.[0] ?? '';
    expect([exitCode, text]).toEqual([0, `grok:${id}`]);
    expect(home.textOf('osascript.txt')).toBe(
      `tell application "Terminal" to do script "${String(json.command)}"`,
    );
    expect(findLink(db, text)).toBeNull();
    const layout = dataLayout(home.environment.dataDirectory);
    expect(readPending(layout, { host: 'grok', id })).toMatchObject({
      predecessor: 's',
      shown: { predecessor: 's', mark: expect.stringMatching(/^tl-/) },
    });
  });

  it('hands nothing over when no Terminal opens', async () => {
    await using scratch = await createFixture();
    const variables = { PATH: '/nowhere', TMPDIR: scratch.path };
    await using home = await aHome({ platform: 'darwin', variables });
    const { json, exitCode } = await home.run('s');
    using db = await home.memory();
    expect(exitCode).toBe(1);
    expect(findLink(db, String(json.session))).toBeNull();
  });
});

describe('starts nothing', () => {
  const home = { platform: 'darwin' } as const;

  it('without a session, or with one that is not stored', async () => {
    await using here = await aHome(home);
    await expect(grokContinue.run([], {}, here.environment)).rejects.toThrow('--session');
    await expect(here.run('other')).rejects.toThrow('Nothing is stored of session other');
    expect(here.textOf('osascript.txt')).toBe('');
  });

  it('where nothing is stored at all', async () => {
    await using fixture = await createFixture();
    const environment = environmentIn(fixture.path);
    const run = grokContinue.run([], { session: 's' }, environment);
    await expect(run).rejects.toThrow('Nothing is stored of s.');
  });

  it('when the directory of the conversation is gone', async () => {
    await using here = await aHome(home);
    {
      using db = await here.memory();
      db.run('UPDATE sessions SET first_cwd = ? WHERE id = ?', '/gone', 's');
    }
    await expect(here.run('s')).rejects.toThrow('is not there: /gone');
    expect(here.textOf('osascript.txt')).toBe('');
  });

  it('without Grok', async () => {
    await using here = await aHome(home);
    chmodSync(join(here.environment.home, '.grok', 'bin', 'grok'), 0o644);
    await expect(here.run('s')).rejects.toThrow('Grok was not found');
    expect(here.textOf('osascript.txt')).toBe('');
  });
});
