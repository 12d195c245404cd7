import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { OriginalDatabase } from '../memory/original-database.ts';
import { executable } from './executable.ts';
import { Machine } from './fake-host.ts';

const FILES = ['', '-wal', '-shm'];

/** Where the original keeps its memory. */
function databaseOf(machine: Machine): string {
  return join(machine.directory('.throughline'), 'throughline.db');
}

/** The original as its hooks leave it: gone without closing. */
function originalOf(machine: Machine, fill: (original: OriginalDatabase) => void): string {
  const path = databaseOf(machine);
  using original = new OriginalDatabase(join(machine.directory('original'), 'open.db'));
  fill(original);
  for (const file of FILES) copyFileSync(original.path + file, path + file);
  return path;
}

const bytesOf = (path: string): readonly string[] =>
  FILES.map((file) =>
    createHash('sha256')
      .update(readFileSync(path + file))
      .digest('hex'),
  );

async function importFrom(machine: Machine, ...args: readonly string[]) {
  const run = await machine.product.run('import', '--from-original', ...args, '--json');
  expect(run).toMatchObject({ status: 0, stderr: '' });
  return JSON.parse(run.stdout);
}

it('what the original remembers is remembered, and its files keep every byte', async () => {
  await using machine = await Machine.create();
  const path = originalOf(machine, (original) => {
    original.session('before', { project: machine.project, mergedInto: 'after' });
    original.session('after', { project: machine.project });
    original.turn('before', 3, { owner: 'after', request: 'why?', answer: 'because', at: 100 });
    original.detail('before', 3, { sourceId: 't', input: 'ls' }, 'after');
    original.turn('after', 3, { request: 'and now?', answer: 'done', at: 200 });
  });
  const before = bytesOf(path);
  expect(await importFrom(machine)).toEqual({
    ...{ schema: 'throughline.import.v1', source: path, schemaVersion: 12, dryRun: false },
    ...{ sessions: 2, turns: 2, details: 1, skeletons: 0, skipped: 0 },
  });
  const recalled = await machine.product.run('recall', '--session', 'after');
  expect(recalled.stdout).toMatch(/user: why\?\nassistant: because[\s\S]*user: and now\?/);
  expect(await machine.product.sessions()).toMatchObject([
    { id: 'after', continues: 'before' },
    { id: 'before', turns: 1 },
  ]);
  expect(await importFrom(machine)).toMatchObject({ turns: 0, skipped: 2 });
  expect(bytesOf(path)).toEqual(before);
});

it('a turn both products have stored is one turn, whoever was first', async () => {
  await using machine = await Machine.create();
  const window = await machine.open();
  const known = new Date('2026-11-30T10:00:00Z').getTime();
  originalOf(machine, (original) => {
    original.turn(window.session, 1, { request: 'one', answer: 'first', at: known });
    original.turn(window.session, 3, { request: 'two', answer: 'second', at: known + 1 });
  });
  await importFrom(machine);
  await window.prompt('one');
  window.answer('first');
  await window.stop();
  await importFrom(machine);
  expect(
    (await machine.product.turns(window.session)).map(({ request }) => request).sort(),
  ).toEqual(['one', 'two']);
  await window.turn('two', 'second');
  await importFrom(machine);
  expect(await machine.product.turns(window.session)).toHaveLength(2);
});

const WRITER = `
  const { DatabaseSync } = require('node:sqlite');
  const db = new DatabaseSync(process.argv[1], { timeout: 5000 });
  const body = db.prepare("INSERT INTO bodies (session_id, origin_session_id, turn_number, role, text, created_at) VALUES ('live', 'live', ?, ?, ?, ?)");
  let turn = 0;
  const write = () => {
    db.exec('BEGIN IMMEDIATE');
    body.run(turn, 'user', 'question ' + turn, 1000 + turn);
    body.run(turn, 'assistant', 'answer ' + turn + ' '.repeat(2000), 1000 + turn);
    db.exec('COMMIT');
    turn += 1;
  };
  for (let i = 0; i < 200; i += 1) write();
  console.log('ready');
  const timer = setInterval(write, 1);
  process.stdin.on('data', () => { clearInterval(timer); console.log('turns ' + turn); process.exit(0); });
`;

it('is taken over whole turn by whole turn while the original writes', async () => {
  await using machine = await Machine.create();
  const path = databaseOf(machine);
  new OriginalDatabase(path)[Symbol.dispose]();
  const writer = spawn(process.execPath, ['--no-warnings', '-e', WRITER, path]);
  const output: string[] = [];
  writer.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
  await once(writer.stdout, 'data');
  const first = await importFrom(machine);
  const second = await importFrom(machine);
  writer.stdin.write('stop');
  await once(writer, 'exit');
  const third = await importFrom(machine);
  const written = Number(/turns (\d+)/.exec(output.join(''))?.[1]);
  expect(first.turns).toBeGreaterThanOrEqual(200);
  expect(second.skipped).toBe(first.turns);
  expect(first.turns + second.turns + third.turns).toBe(written);
  const recalled = await machine.product.run(
    'recall',
    '--session',
    'live',
    '--last',
    '9999',
    '--json',
  );
  const { turns } = JSON.parse(recalled.stdout) as { turns: { request: string; answer: string }[] };
  expect(turns.map(({ request, answer }) => [request, answer.trim()])).toEqual(
    Array.from({ length: written }, (_, turn) => [`question ${turn}`, `answer ${turn}`]),
  );
});

it('comes to the same when it is killed and repeated', async () => {
  await using machine = await Machine.create();
  originalOf(machine, (original) => {
    original.db.exec('BEGIN');
    for (let turn = 0; turn < 4000; turn += 1) {
      original.turn(`s${turn % 3}`, turn, { answer: 'x'.repeat(3000) });
      original.detail(`s${turn % 3}`, turn, { sourceId: `t${turn}`, output: 'y'.repeat(500) });
    }
    original.db.exec('COMMIT');
  });
  for (const milliseconds of [250, 400, 600]) {
    const env = { HOME: machine.home };
    const child = spawn(executable, ['import', '--from-original'], { env, stdio: 'ignore' });
    setTimeout(() => child.kill('SIGKILL'), milliseconds);
    await once(child, 'exit');
  }
  await importFrom(machine);
  expect(await machine.product.status()).toMatchObject({
    database: { sessions: 3, turns: 4000 },
  });
});

describe('a database that is not the original’s', () => {
  it.for([
    [13, 'has schema 13'],
    [0, 'has schema 0'],
  ] as const)('of schema %i is refused with one line and exit 3', async ([version, message]) => {
    await using machine = await Machine.create();
    const path = originalOf(machine, (original) => {
      original.db.exec(`PRAGMA user_version = ${version}`);
    });
    const before = bytesOf(path);
    const run = await machine.product.run('import', '--from-original');
    expect(run).toMatchObject({ status: 3, stdout: '' });
    expect(run.stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(message)]);
    expect(bytesOf(path)).toEqual(before);
    expect(existsSync(join(machine.data, 'memory.db'))).toBe(false);
  });

  it('is refused when it is no database, and named when it is not there', async () => {
    await using machine = await Machine.create();
    const path = databaseOf(machine);
    expect(await machine.product.run('import', '--from-original')).toMatchObject({
      status: 1,
      stderr: `throughline-bin: There is no database of the Node Throughline at ${path}. Say where: import --from-original PATH.\n`,
    });
    writeFileSync(path, 'a diary');
    expect(await machine.product.run('import', '--from-original')).toMatchObject({
      status: 3,
      stderr: `throughline-bin: ${path} is not an SQLite database.\n`,
    });
  });
});
