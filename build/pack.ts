import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { errorCode } from '../src/platform/error-code.ts';
import type { Bundle } from './bundle.ts';
import { hostTarget, NODE_VERSION, type Target } from './targets.ts';

/** What goes into an executable besides the runtime. */
export type Packed = Pick<Bundle, 'main' | 'assets'>;

/** A target, the verified runtime it is built on, and the absolute path to write. */
export interface Packing {
  readonly target: Target;
  readonly runtime: string;
  readonly output: string;
}

/**
 * Puts the bundle into copies of the runtimes with pkg, unsigned.
 * @param stage directory of the bundle; also holds what pkg takes for its cache and its scratch
 * @param hostRuntime the host's own runtime: it generates the blob for all of them
 */
export function pack(
  stage: string,
  bundle: Packed,
  packings: readonly Packing[],
  hostRuntime: string,
): void {
  const home = join(stage, 'home');
  seedCache(home, hostTarget(), hostRuntime);
  for (const { target, runtime } of packings) seedCache(home, target, runtime);
  const request = join(stage, 'request.json');
  writeFileSync(request, JSON.stringify(pkgRequest(bundle, packings)));
  execFileSync(hostRuntime, [join(import.meta.dirname, 'pkg-worker.ts'), request], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      HOME: home,
      USERPROFILE: home,
      TMPDIR: stage,
      TMP: stage,
      TEMP: stage,
    },
  });
  for (const { output } of packings) chmodSync(output, 0o755);
}

/**
 * The arguments of pkg's SEA entry. The main script's path ends up in the executable; pkg runs the
 * generator in a directory inside the stage, so `..` names it alike on every machine.
 */
function pkgRequest(bundle: Packed, packings: readonly Packing[]): unknown {
  const assets = Object.entries(bundle.assets).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    main: bundle.main,
    options: {
      signature: false,
      seaConfig: {
        main: `../${basename(bundle.main)}`,
        disableExperimentalSEAWarning: true,
        useSnapshot: false,
        useCodeCache: false,
        execArgv: ['--no-warnings'],
        // A user's NODE_OPTIONS neither runs code in a hook nor makes it fail.
        execArgvExtension: 'none',
        assets: Object.fromEntries(assets),
      },
      targets: packings.map(({ target, output }) => ({
        nodeRange: `node${NODE_VERSION}`,
        platform: target.platform,
        arch: target.arch,
        output,
      })),
    },
  };
}

/** Lays out a runtime as if pkg had downloaded and verified it; it then downloads nothing. */
function seedCache(home: string, target: Target, runtime: string): void {
  const system = target.platform === 'macos' ? 'darwin' : target.platform;
  const stem = join(home, '.pkg-cache', 'sea', `node-v${NODE_VERSION}-${system}-${target.arch}`);
  const windows = target.platform === 'win';
  const archive = stem + (windows ? '.zip' : '.tar.gz');
  const binary = windows ? `${stem}.exe` : join(stem, 'bin', 'node');
  mkdirSync(dirname(binary), { recursive: true });
  for (const path of [archive, `${archive}.ok`, `${binary}.ok`]) writeFileSync(path, '');
  linkOrCopy(runtime, binary);
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // The host's own runtime may be among the targets.
    if (errorCode(error) === 'EEXIST') return;
    copyFileSync(from, to); /* EXDEV, EPERM: another file system, or one without links */
  }
}
