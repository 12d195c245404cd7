import process from 'node:process';

/** A process as `ps` lists it. */
export interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  readonly terminal: boolean;
  /** Its file; a path on macOS, a name elsewhere. */
  readonly program: string;
}

/** macOS asks for no other way than this program, which takes some milliseconds. */
const PS = '/bin/ps';

/** Every process of the system, by number; empty where it is not told. */
export function processTable(): ReadonlyMap<number, ListedProcess> {
  return parsedTable(printed(['-A', '-ww', '-o', 'pid=,ppid=,tty=,comm=']));
}

/** @internal exported for its test */
export function parsedTable(text: string): ReadonlyMap<number, ListedProcess> {
  const table = new Map<number, ListedProcess>();
  for (const line of text.split('\n')) {
    const [, pid, parent, terminal = '', program = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line) ?? [];
    if (pid === undefined) continue;
    /* Without a terminal: `??` on macOS, `?` on Linux. */
    const listed = { pid: Number(pid), parent: Number(parent), program };
    table.set(listed.pid, { ...listed, terminal: !/^[?-]+$/.test(terminal) });
  }
  return table;
}

/**
 * The words of a process behind its own name, parted at blanks: `ps` does not tell a blank within a word
 * from one between two. Null where there is no such process.
 */
export const listedArguments = (pid: number): readonly string[] | null =>
  parsedArguments(
    printed(['-ww', '-o', 'args=', '-p', String(pid)]),
    printed(['-ww', '-o', 'comm=', '-p', String(pid)]).trim(),
  );

/** @internal exported for its test */
export function parsedArguments(line: string, program: string): readonly string[] | null {
  const words = line.trim();
  if (words === '') return null;
  const isNamed = program !== '' && `${words} `.startsWith(`${program} `);
  const behind = isNamed ? words.slice(program.length) : words.replace(/^\S+/, '');
  return behind.split(/\s+/).filter((word) => word !== '');
}

/** Loaded when it is asked for: on Linux no hook needs it. Empty when it cannot be started. */
function printed(args: readonly string[]): string {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { stdout } = spawnSync(PS, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
    timeout: 2000,
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout ?? '';
}
