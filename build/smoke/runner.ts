import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { hostTarget, type Target } from '../targets.ts';
import { requireTools } from './tools.ts';

interface Outcome {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface StartOptions {
  readonly cwd: string;
  /** The whole environment, but what the runner itself needs. */
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly stdout?: 'pipe' | 'file';
  readonly uid?: number;
}

/** `environment`: one that is ours alone; `rights`: a user who may not write where he may read. */
export type Need = 'environment' | 'rights';

/** What starts executables of one target on this machine. */
export interface Runner {
  /** E.g. `natively`. */
  readonly name: string;
  /** What it cannot give, so that a step is passed over. */
  readonly lacks: readonly Need[];
  /** What a user's home is known by. */
  homeVariables(home: string): Readonly<Record<string, string>>;
  /** A path as the executable's system spells it. */
  path(path: string): string;
  start(file: string, words: readonly string[], options: StartOptions): Outcome;
  /** Ends what it has left running. */
  end(): void;
}

/** @returns what runs the target here, or why nothing does */
export function runnerFor(target: Target): Runner | string {
  if (target.id === hostTarget().id) return native();
  if (process.platform === 'linux' && target.smoke === 'qemu') return qemu();
  if (process.platform === 'linux' && target.smoke === 'wine') return wine();
  return 'nothing here runs it';
}

const native = (): Runner => ({
  name: 'natively',
  lacks: process.platform === 'win32' ? ['rights'] : [],
  homeVariables: (home) => ({ HOME: home, USERPROFILE: home }),
  path: (path) => path,
  start: (file, words, options) => startIn(options, file, words),
  end() {},
});

function qemu(): Runner | string {
  const missing = requireTools('qemu-aarch64-static', [
    ...['qemu-user-static', 'libc6-arm64-cross', 'libstdc++6-arm64-cross', 'libgcc-s1-arm64-cross'],
  ]);
  if (missing) return missing;
  const emulator = placeOf('qemu-aarch64-static');
  return {
    ...native(),
    name: `under ${versionOf(emulator, '--version')}`,
    start: (file, words, options) =>
      startIn(options, emulator, ['-L', '/usr/aarch64-linux-gnu', file, ...words]),
  };
}

/** Wine has the paths of Linux as drive Z; Node under it opens no pipe as a stream. */
function wine(): Runner | string {
  const missing = requireTools('wine', ['wine', 'wine64']);
  if (missing) return missing;
  const prefix = mkdtempSync(join(tmpdir(), 'throughline-wine-'));
  const own = {
    PATH: process.env.PATH ?? '',
    WINEPREFIX: prefix,
    WINEDEBUG: '-all',
    DISPLAY: '',
    LC_ALL: 'C.UTF-8',
  };
  const options = { env: own, stdio: 'ignore' } as const;
  // Node refuses a Windows that is older.
  for (const words of [
    ['wineboot', '-i'],
    ['winecfg', '-v', 'win10'],
  ])
    spawnSync('wine', words, options);
  return {
    name: `under ${versionOf('wine', '--version')}, with files for stdin and stdout`,
    lacks: ['environment', 'rights'],
    // It has a home and a PATH of its own, whatever it is told.
    homeVariables: (home) => ({
      THROUGHLINE_HOME: windowsPath(join(home, '.throughline')),
      CLAUDE_CONFIG_DIR: windowsPath(join(home, '.claude')),
    }),
    path: windowsPath,
    start: (file, words, { env, ...others }) =>
      startIn({ stdout: 'file', ...others, env: { ...env, ...own }, inputFile: true }, 'wine', [
        file,
        ...words,
      ]),
    end() {
      for (const word of ['-k', '-w']) spawnSync('wineserver', [word], options);
      rmSync(prefix, { recursive: true, force: true });
    },
  };
}

const windowsPath = (path: string): string => `Z:${path.replaceAll('/', '\\')}`;

/** Output goes where the step wants it; a file is what hosts and shells use beside a pipe. */
function startIn(
  options: StartOptions & { readonly inputFile?: boolean },
  command: string,
  words: readonly string[],
): Outcome {
  const { cwd, env, uid, input = '', stdout = 'pipe', inputFile = false } = options;
  const scratch = mkdtempSync(join(tmpdir(), 'throughline-smoke-'));
  const files = { in: join(scratch, 'in'), out: join(scratch, 'out') };
  writeFileSync(files.in, input);
  const [source, sink] = [openSync(files.in, 'r'), openSync(files.out, 'w')];
  try {
    const { error, ...outcome } = spawnSync(command, words, {
      cwd,
      env,
      ...(inputFile ? {} : { input }),
      ...(uid === undefined ? {} : { uid, gid: uid }),
      stdio: [inputFile ? source : 'pipe', stdout === 'file' ? sink : 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
      timeout: 120_000,
    });
    if (error) throw error;
    const printed = stdout === 'file' ? readFileSync(files.out) : outcome.stdout;
    return { status: outcome.status, stdout: printed, stderr: outcome.stderr.toString('utf8') };
  } finally {
    for (const file of [source, sink]) closeSync(file);
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Absolute, for steps without a PATH. */
function placeOf(program: string): string {
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(directory, program);
    if (spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0) return path;
  }
  return program;
}

function versionOf(program: string, word: string): string {
  const said = spawnSync(program, [word], { encoding: 'utf8' }).stdout;
  return said.split('\n').find((line) => /\d/.test(line)) ?? program;
}
