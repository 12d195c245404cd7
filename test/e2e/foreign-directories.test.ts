import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { Machine } from './fake-host.ts';

const PRECIOUS = 'precious, and none of ours\n'.repeat(400);
const READERS = [
  ['search', 'apple'],
  ['recall'],
  ['detail', '1'],
  ['sessions'],
  ['status'],
  ['doctor'],
] as const;
const NAMES = [
  'memory.db',
  'memory.db-tlj',
  'memory.db-seq',
  'memory.db-lock',
  'search.db',
  'search.db-tlj',
  'search.db-seq',
  'search.db-lock',
  'key',
  'lockproto',
  'config.json',
  'integrity.json',
  'maintenance.json',
  'recovery.json',
  'registrations.json',
  'run',
  'spool',
  'logs',
  'backups',
] as const;

const contentOf = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    /* EINVAL: no link */
    return readFileSync(path).toString('hex');
  }
};
const stateOf = (directory: string) =>
  readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path, contentOf(path)]);

/** A data directory as a stranger may prepare it: a real memory, and names that lead elsewhere. */
async function prepared(machine: Machine, names: readonly string[], link: typeof symlinkSync) {
  await (await machine.open()).turn('an apple', 'a pear');
  const precious = machine.directory('precious');
  const trap = machine.directory('trap');
  copyFileSync(join(machine.data, 'memory.db'), join(trap, 'memory.db'));
  for (const name of names) {
    writeFileSync(join(precious, name), PRECIOUS);
    if (name === 'memory.db') continue;
    link(join(precious, name), join(trap, name));
  }
  return { precious, trap };
}

describe.skipIf(process.platform === 'win32')('a directory that somebody names', () => {
  it.for(READERS)('is not written to, nor what its links lead to, by %s', async (command) => {
    await using machine = await Machine.create();
    const { precious, trap } = await prepared(machine, NAMES, symlinkSync);
    const before = [stateOf(precious), stateOf(trap)];
    await machine.product.run(...command, '--data-dir', trap);
    expect([stateOf(precious), stateOf(trap)]).toEqual(before);
  });

  it.for(NAMES)('is not written to by search where %s alone is a link', async (name) => {
    await using machine = await Machine.create();
    const { precious, trap } = await prepared(machine, [name], symlinkSync);
    const before = [stateOf(precious), stateOf(trap)];
    await machine.product.run('search', 'apple', '--data-dir', trap);
    expect([stateOf(precious), stateOf(trap)]).toEqual(before);
  });

  it('is not written to where its memory is another name of a file, whatever its journal says', async () => {
    await using machine = await Machine.create();
    await (await machine.open()).turn('an apple', 'a pear');
    const trap = machine.directory('trap');
    linkSync(join(machine.data, 'memory.db'), join(trap, 'memory.db'));
    writeFileSync(join(trap, 'memory.db-tlj'), Buffer.alloc(4096, 1));
    const before = [stateOf(machine.data), stateOf(trap)];
    const { status } = await machine.product.run('sessions', '--all', '--data-dir', trap);
    expect(status).toBe(3);
    expect([stateOf(machine.data), stateOf(trap)]).toEqual(before);
  });

  it('says in one line that its memory is a link', async () => {
    await using machine = await Machine.create();
    await (await machine.open()).turn('an apple', 'a pear');
    const trap = machine.directory('trap');
    symlinkSync(join(machine.data, 'memory.db'), join(trap, 'memory.db'));
    const { status, stderr } = await machine.product.run('search', 'apple', '--data-dir', trap);
    expect([status, stderr]).toEqual([
      3,
      `throughline-bin: ${join(trap, 'memory.db')} is a link, and nothing is read from it or written to it: put the file itself there, or remove it\n`,
    ]);
  });
});

describe.skipIf(process.platform === 'win32')('our own directory', () => {
  it.for(['memory.db-seq', 'memory.db-tlj', 'key', 'lockproto', 'config.json', 'maintenance.json'])(
    'with a link at %s is not a way to another file for hooks and commands that write',
    async (name) => {
      await using machine = await Machine.create();
      const precious = machine.directory('precious');
      writeFileSync(join(precious, name), PRECIOUS);
      mkdirSync(machine.data, { recursive: true, mode: 0o700 });
      symlinkSync(join(precious, name), join(machine.data, name));
      const window = await machine.open();
      await window.fire('process-turn', window.stopPayload('no'));
      await machine.product.run('config', 'onStart=off');
      await machine.product.run('import');
      expect(readFileSync(join(precious, name), 'utf8')).toBe(PRECIOUS);
    },
  );

  it('may itself be a link', async () => {
    await using machine = await Machine.create();
    symlinkSync(machine.directory('elsewhere'), machine.data);
    await (await machine.open()).turn('an apple', 'a pear');
    const { stdout } = await machine.product.run('search', 'apple');
    expect(stdout).toContain('an apple');
  });

  it.for(['decisions.log', 'failures.log'])('writes no %s through a link', async (name) => {
    await using machine = await Machine.create();
    const precious = join(machine.directory('precious'), 'file');
    writeFileSync(precious, PRECIOUS);
    mkdirSync(join(machine.data, 'logs'), { recursive: true, mode: 0o700 });
    symlinkSync(precious, join(machine.data, 'logs', name));
    const window = await machine.open();
    await window.fireRaw('process-turn', '{');
    await window.turn('an apple', 'a pear');
    expect(readFileSync(precious, 'utf8')).toBe(PRECIOUS);
  });
});
