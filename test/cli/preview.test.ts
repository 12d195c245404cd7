import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { preview } from '../../src/cli/preview.ts';
import { writeConfig } from '../../src/platform/config.ts';
import { dataLayout } from '../../src/platform/data-layout.ts';
import { saveBaton } from '../../src/store/batons.ts';
import { saveLink } from '../../src/store/links.ts';
import { turnsUntil } from '../../src/store/turns.ts';
import { aProject, type LauncherHome } from '../wire/launcher-home.ts';

const HOUR = 3_600_000;
const NOW = 100 * HOUR;

const show = (home: LauncherHome, options: object = {}) =>
  Promise.resolve(preview.run([], { ...options }, { ...home.environment, now: () => NOW }));

const baton = (home: LauncherHome, session: string, directory = home.root) =>
  home.change((db) =>
    saveBaton(db, { session, root: home.root, directory, window: null, at: NOW - 1000 }),
  );

describe('preview', () => {
  it('shows head lines, the text between two rulers and why each turn is in or out', async () => {
    await using home = await aProject();
    await home.turns('s', 12, (n) => ({ request: `ask ${n}`, answer: 'so it is. '.repeat(140) }));
    const { text, json } = await show(home);
    const [head = '', memory = '', table = ''] = text.split(`${'\u2500'.repeat(72)}\n`);
    const size = Number(json.size).toLocaleString('en-US');
    expect(head).toBe(
      `Given to claude after /clear\nSession: s\nSize: ${size} of 9,500 characters\n`,
    );
    expect(memory.trimEnd()).toBe(json.text);
    expect(json.size).toBe(String(json.text).length);
    const lines = table.split('\n');
    expect(lines).toHaveLength(12);
    expect(lines[0]).toMatch(/^#12 {2}1970-01-01 \d\d:\d\d {2}1,406 characters {2}in, whole$/);
    const places = lines.map((line) => line.split('characters  ')[1]);
    const whole = places.filter((place) => place === 'in, whole').length;
    expect(whole).toBeGreaterThan(3);
    expect(places.slice(whole)).toEqual([
      'out: does not fit',
      ...Array.from({ length: 12 - whole - 1 }, () => 'out: older than what fits'),
    ]);
  });

  it('tells of a newest turn that is cut', async () => {
    await using home = await aProject();
    await home.turn('s', 'ask', 'so it is. '.repeat(2000));
    const { text, json } = await show(home);
    expect(json).toMatchObject({ turns: [{ why: 'cut', characters: 20_003 }], total: 1 });
    expect(text).toMatch(/in, but cut in the middle$/);
  });

  it('names the session of a turn that happened in another one', async () => {
    await using home = await aProject();
    await home.turn('a', 'one', 'first', 1);
    await home.turn('b', 'two', 'second', 2);
    await home.change((db) => {
      const upTo = turnsUntil(db, 'a', null, 1)[0] ?? null;
      saveLink(db, 'b', { predecessor: 'a', upTo, why: 'clear' }, 2);
    });
    const { text, json } = await show(home);
    expect(json).toMatchObject({ session: 'b', turns: [{ session: 'b' }, { session: 'a' }] });
    expect(text.split('\n').slice(-2)).toEqual([
      expect.stringMatching(/in, whole$/),
      expect.stringMatching(/in, whole {2}\(a\)$/),
    ]);
  });

  it('counts as the host of the next conversation does', async () => {
    await using home = await aProject();
    await home.turn('s', 'パーサを分割して', '三つに分けました');
    const { json } = await show(home, { host: 'codex' });
    expect(json).toMatchObject({ host: 'codex', unit: 'bytes', limit: 9500 });
    expect(json.size).toBe(Buffer.byteLength(String(json.text)));
  });

  it('shows what a baton that waits in this directory gives, whatever is newer', async () => {
    await using home = await aProject();
    await home.turn('a', 'one', 'first', 1);
    await home.turn('b', 'two', 'second', 2);
    await baton(home, 'a');
    expect((await show(home)).json).toMatchObject({
      session: 'a',
      as: 'baton',
      text: expect.stringContaining('handed its work over'),
    });
    expect((await show(home, { as: 'clear' })).json).toMatchObject({ session: 'b', as: 'clear' });
    expect((await show(home, { session: 'b' })).json).toMatchObject({ session: 'b', as: 'clear' });
  });

  it('leaves a baton of another directory alone', async () => {
    await using home = await aProject();
    await home.turn('a', 'one', 'first', 1);
    await home.turn('b', 'two', 'second', 2);
    await baton(home, 'a', `${home.root}/sub`);
    expect((await show(home)).json).toMatchObject({ session: 'b', as: 'clear' });
    expect((await show(home, { session: 'a' })).json).toMatchObject({ as: 'baton' });
  });

  it('shows the index at a fresh start, and says that a baton is taken before it', async () => {
    await using home = await aProject();
    await home.turn('a', 'split the parser', 'split');
    const { json } = await show(home, { as: 'start' });
    expect(json).toMatchObject({ session: 'a', notes: [], turns: [], total: 0 });
    expect(json.text).toContain('split the parser');
    expect(json.size).toBeLessThanOrEqual(600);
    await baton(home, 'a');
    expect((await show(home, { as: 'start' })).text).toContain('A baton of a waits');
  });

  it('shows the reminder after a compaction', async () => {
    await using home = await aProject();
    await home.turn('a', 'split the parser', 'split');
    const { json } = await show(home, { as: 'compact' });
    expect(json).toMatchObject({ session: 'a', as: 'compact' });
    expect(json.text).toContain('split the parser');
  });

  it.for([
    ['onClear', 'off', 'clear'],
    ['onStart', 'off', 'start'],
    ['onCompact', 'off', 'compact'],
  ] as const)('gives nothing where %s is %s, and says so', async ([key, value, as]) => {
    await using home = await aProject();
    await home.turn('s', 'one', 'first');
    writeConfig(dataLayout(home.environment.dataDirectory), key, value);
    const { text, json } = await show(home, { as });
    expect(json).toMatchObject({ text: '', notes: [`${key} is off ("config ${key}").`] });
    expect(text).toContain('Nothing is given.');
  });

  it('shows a pointer after /clear where onClear is index', async () => {
    await using home = await aProject();
    await home.turn('s', 'split the parser', 'first');
    writeConfig(dataLayout(home.environment.dataDirectory), 'onClear', 'index');
    const { json } = await show(home);
    expect(json).toMatchObject({ session: 's', as: 'clear', turns: [] });
    expect(json.notes).toEqual(['onClear is index ("config onClear").']);
    expect(json.text).toContain('split the parser');
    expect(json.size).toBeLessThanOrEqual(600);
  });

  it('says of an agent that reports no /clear that it is a fresh start', async () => {
    await using home = await aProject();
    await home.turn('grok:s', 'one', 'first');
    const { text, json } = await show(home);
    expect(json).toMatchObject({ host: 'grok', as: 'clear', turns: [] });
    expect(text).toContain('does not say that it was cleared');
  });

  it.for([
    ['start', 'the command that reads the conversation, the command that searches'],
    ['compact', 'the command for a turn with its tools, the command that searches'],
  ] as const)(
    'says at %s what has no room beside a long path of the executable',
    async ([as, parts]) => {
      await using home = await aProject();
      await home.turn('s', 'split the parser', 'first');
      const executable = `/${'x'.repeat(1999)}`;
      const environment = { ...home.environment, executable };
      const { json } = await show({ ...home, environment }, { as });
      const why = 'each command begins with 2000 characters of path.';
      expect(json.notes).toEqual([`No room for ${parts}. Why: ${why}`]);
      expect(json.text).toContain('split the parser');
    },
  );

  it('says that a memory has no room for its commands', async () => {
    await using home = await aProject();
    await home.turn('s', 'split the parser', 'first');
    const environment = { ...home.environment, executable: `/${'x'.repeat(9999)}` };
    const { json } = await show({ ...home, environment }, { as: 'clear' });
    const why = 'each command begins with 10000 characters of path.';
    expect(json.notes).toEqual([`No room for commands. Why: ${why}`]);
    expect(json.text).toContain('split the parser');
  });

  it('says that further sessions have no room, and that there is none to tell of', async () => {
    await using home = await aProject();
    for (const id of ['a', 'b', 'c', 'd', 'e']) await home.turn(id, `ask ${id}`, 'done');
    expect((await show(home, { as: 'start' })).json.notes).toEqual([
      'No room for further sessions.',
    ]);
    await using empty = await aProject();
    await empty.session('s');
    expect((await show(empty, { session: 's', as: 'start' })).json.notes).toEqual([
      'There is no session to tell of.',
    ]);
  });

  it('says that nothing is stored, with exit code 0', async () => {
    await using home = await aProject();
    const { text, json, exitCode = 0 } = await show(home);
    expect(exitCode).toBe(0);
    expect(text).toMatch(/^Nothing is stored of this project/);
    expect(json).toMatchObject({ host: null, session: null, text: '', turns: [] });
    expect(home.files()).toEqual([]);
  });

  it('makes no key for a transcript that it looks into', async () => {
    await using home = await aProject();
    const transcript = join(home.root, 'session.jsonl');
    writeFileSync(transcript, '{}\n');
    await home.turn('s', 'one', 'first');
    await home.change((db) => db.run('UPDATE sessions SET transcript_path = ?', transcript));
    await show(home);
    expect(existsSync(dataLayout(home.environment.dataDirectory).key)).toBe(false);
  });

  it('changes nothing', async () => {
    await using home = await aProject();
    await home.turn('s', 'one', 'first');
    await baton(home, 's');
    const before = home.bytes();
    await show(home);
    expect(home.bytes()).toEqual(before);
  });

  it.for([
    [{ host: 'emacs' }, 'There is no host "emacs" here'],
    [{ host: ['claude', 'codex'] }, '--host is given more than once'],
    [{ as: 'always' }, '--as takes clear, baton'],
    [{ session: 'a/b' }, '--session takes a session id'],
  ] as const)('refuses %j with exit code 2', async ([options, message]) => {
    await using home = await aProject();
    await expect(show(home, options)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(message),
    });
  });

  it('fails for a session that is not stored', async () => {
    await using home = await aProject();
    await home.turn('s', 'one', 'first');
    await expect(show(home, { session: 'other' })).rejects.toThrow(
      'Nothing is stored of session other',
    );
  });
});
