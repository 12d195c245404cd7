import process from 'node:process';
import manifest from '../targets.json' with { type: 'json' };

type Platform = 'linux' | 'macos' | 'win';

/** One executable we make: a row of targets.json and what follows from its id. */
export interface Target {
  /** `<platform>-<arch>`, e.g. `macos-arm64`. */
  readonly id: string;
  readonly platform: Platform;
  readonly arch: string;
  /** npm package that carries the Node runtime; its version is {@link NODE_VERSION}. */
  readonly package: string;
  /** Of the package's tarball, as the lock file has it: `sha512-<base64>`. */
  readonly integrity: string;
  /** Of the runtime itself, hexadecimal. */
  readonly sha256: string;
  /** Whether the runtime loses its symbols: where the outcome is known to run. */
  readonly strip: boolean;
  /** `ad-hoc` or `none`. */
  readonly signature: string;
  /** What runs it on a foreign machine: `native` (nothing does), `qemu` or `wine`. */
  readonly smoke: string;
  /** Path of the runtime inside its package. */
  readonly binary: string;
}

export const NODE_VERSION = manifest.node;
/** Of the LICENSE that its packages carry, hexadecimal. */
export const NODE_LICENSE_SHA256 = manifest.license;

const PLATFORMS: readonly Platform[] = ['linux', 'macos', 'win'];
const SYSTEMS: Readonly<Record<string, Platform>> = {
  linux: 'linux',
  darwin: 'macos',
  win32: 'win',
};

const targets: readonly Target[] = manifest.targets.map((row) => {
  const [name, arch = ''] = row.id.split('-');
  const platform = PLATFORMS.find((known) => known === name);
  if (!platform) throw new Error(`targets.json: ${row.id} is for no platform we know`);
  return { ...row, platform, arch, binary: platform === 'win' ? 'bin/node.exe' : 'bin/node' };
});

/** The target that runs on this machine. */
export function hostTarget(): Target {
  const id = `${SYSTEMS[process.platform] ?? process.platform}-${process.arch}`;
  return targetOf(id);
}

/**
 * Reads the value of `--target`.
 * @param selection `all`, or ids separated by commas; undefined means the host
 */
export function selectTargets(selection: string | undefined): readonly Target[] {
  if (selection === undefined) return [hostTarget()];
  return selection === 'all' ? targets : selection.split(',').map(targetOf);
}

/** `throughline-bin` for the host, so that scripts need not know it, else with the target's id. */
export function outputName(target: Target): string {
  const suffix = target.id === hostTarget().id ? '' : `-${target.id}`;
  return `throughline-bin${suffix}${target.platform === 'win' ? '.exe' : ''}`;
}

function targetOf(id: string): Target {
  const target = targets.find((candidate) => candidate.id === id);
  if (target) return target;
  throw new Error(`no target ${id}; there are ${targets.map((known) => known.id).join(', ')}`);
}
