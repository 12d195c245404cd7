import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { RawOptions } from '../../src/cli/command.ts';
import { sessions } from '../../src/cli/sessions.ts';
import type { Host } from '../../src/core/session.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { type Link, saveLink } from '../../src/store/links.ts';
import { noteSession, setSessionOff } from '../../src/store/sessions.ts';
import { storeTurn } from '../../src/store/turn-writer.ts';
import { environmentIn } from '../registration/environment.ts';
import { aTurn, openMemory } from '../store/memory-fixture.ts';

const MINUTE = 60_000;

/** A session with one turn, `minute` minutes after the epoch. */
function said(db: SqlConnection, host: Host, id: string, minute: number, about = `about ${id}`) {
  const seen = { transcriptPath: null, projectRoot: '/p', cwd: '/p', window: null };
  const at = minute * MINUTE;
  const session = noteSession(db, { ...seen, ref: { host, id }, unattended: false, at });
  storeTurn(db, aTurn(session.id, id, { startedAt: at, skeleton: about }));
}

const link = (db: SqlConnection, successor: string, predecessor: string, why: Link['why']) =>
  saveLink(db, successor, { predecessor, upTo: null, why }, 1);

/** A conversation that was cleared, handed to Codex, and forked where it began; and one of its own. */
async function memory() {
  const fixture = await createFixture({});
  const environment = environmentIn(fixture.path);
  const db = await openMemory(environment.dataDirectory);
  said(db, 'claude', '11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 1);
  said(
    db,
    'claude',
    '22222222-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
    2,
    '週末パスの手順を 教えて → 3つの手順',
  );
  said(db, 'claude', 'forked', 3);
  said(db, 'codex', 'taken', 4);
  said(db, 'claude', 'alone', 5, 'red \u001b[31mtext');
  link(db, '22222222-aaaa-4aaa-8aaa-aaaaaaaaaaaa', '11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 'clear');
  link(db, 'forked', '11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 'fork');
  link(db, 'codex:taken', '22222222-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 'baton');
  setSessionOff(db, 'alone', 1);
  db.close();
  const show = async (options: RawOptions, columns?: string) => {
    const variables = columns === undefined ? {} : { COLUMNS: columns };
    const { text, json } = await sessions.run([], options, { ...environment, variables });
    return { lines: text.split('\n').map((line) => line.replace(/[\d-]{10} \d\d:/, '')), json };
  };
  return Object.assign(fixture, { show });
}

describe('sessions', () => {
  it('draws who goes on from whom across agents, and how', async () => {
    await using it = await memory();
    const { lines } = await it.show({ all: true });
    expect(lines).toEqual([
      '05     1 turn  alone  off  /p',
      '    red text',
      '01     1 turn  11111111  /p',
      '│     about 11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
      '│ └ 03     1 turn  forked  fork  /p',
      '│       about forked',
      '├ 02     1 turn  22222222  after /clear  /p',
      '│     週末パスの手順を 教えて → 3つの手順',
      '└ 04     1 turn  codex:taken  by /tl from claude  /p',
      '      about taken',
    ]);
  });

  it('names a predecessor that is not in the list', async () => {
    await using it = await memory();
    const { lines } = await it.show({ all: true, last: '2' });
    expect(lines[2]).toBe('04     1 turn  codex:taken  by /tl from 22222222  /p');
  });

  it('cuts lines to the terminal by what characters take there', async () => {
    await using it = await memory();
    const { lines } = await it.show({ all: true }, '20');
    expect(lines[7]).toBe('│     週末パスの手…');
    expect(lines[1]).toBe('    red text');
  });

  it('shows with --session all before and after one, with whole ids', async () => {
    await using it = await memory();
    const { lines, json } = await it.show({ session: 'forked' });
    expect(lines[0]).toBe('01     1 turn  11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa  /p');
    expect(lines).toHaveLength(8);
    expect(json.sessions).toHaveLength(4);
  });

  it('tells programs why each goes on, and who goes on from it', async () => {
    await using it = await memory();
    const { json } = await it.show({ all: true });
    const first = '11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
    const second = '22222222-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
    expect(json.sessions).toMatchObject([
      { id: 'alone', continues: null, why: null, children: [] },
      { id: 'codex:taken', continues: second, why: 'baton', children: [] },
      { id: 'forked', continues: first, why: 'fork', children: [] },
      { id: second, continues: first, why: 'clear', children: ['codex:taken'] },
      { id: first, continues: null, why: null, children: [second, 'forked'] },
    ]);
  });

  it.for([
    [{ session: 'forked', all: true }, '--all is not with --session'],
    [{ undo: true }, '--undo is for sessions adopt'],
    [{ dryRun: true }, '--dry-run is for sessions adopt'],
  ] as const)('refuses %j', async ([options, message]) => {
    await using it = await memory();
    await expect(it.show(options)).rejects.toMatchObject({
      message: expect.stringContaining(message),
    });
  });
});

describe('on a narrow terminal', () => {
  it.for(['20', '30', '40'])('of %s columns sessions shows each id whole', async (columns) => {
    await using it = await memory();
    const { lines } = await it.show({ all: true }, columns);
    const ids = ['alone', 'forked', '11111111', '22222222', 'taken'];
    expect(ids.filter((id) => !lines.some((line) => line.includes(id)))).toEqual([]);
    expect(lines.filter((line) => line.length > Number(columns))).toEqual([]);
  });

  it('sessions --session shows whole ids, wider than it is if need be', async () => {
    await using it = await memory();
    const session = '22222222-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
    const { lines } = await it.show({ session }, '30');
    expect(lines.some((line) => line.includes(session))).toBe(true);
  });
});
