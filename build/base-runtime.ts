import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { sha256 } from '../src/platform/sha256.ts';
import {
  hostTarget,
  NODE_LICENSE_SHA256,
  NODE_VERSION,
  selectTargets,
  type Target,
} from './targets.ts';

/**
 * Path of the Node runtime a target is built on: from `node_modules` (the host's own is
 * installed), else from `.cache`, else fetched from the npm registry. Verified every time.
 * @param root the repository
 * @throws when the package or the runtime is not the one targets.json names
 */
export const baseRuntime = (root: string, target: Target): string =>
  packageFile(root, [target], target.binary, target.sha256);

/** Path of the licence of Node and all that is in it; not every package of a runtime has it. */
export const runtimeLicense = (root: string): string =>
  packageFile(root, [hostTarget(), ...selectTargets('linux-x64')], 'LICENSE', NODE_LICENSE_SHA256);

/**
 * A file of the packages of `targets`: from the first that is there, else fetched from the last one's.
 * @param digest its SHA-256, hexadecimal
 */
function packageFile(
  root: string,
  targets: readonly Target[],
  file: string,
  digest: string,
): string {
  const cached = (target: Target): string =>
    join(root, '.cache', `${target.package}-${NODE_VERSION}`, file);
  const places = targets.flatMap((target) => [
    join(root, 'node_modules', target.package, file),
    cached(target),
  ]);
  const found = places.find((path) => existsSync(path) && hasDigest(path, digest));
  if (found !== undefined) return found;
  const target = targets.at(-1);
  if (!target) throw new Error(`no package to take ${file} from`);
  fetchFile(target, file, { destination: cached(target), digest });
  return cached(target);
}

const hasDigest = (path: string, digest: string): boolean => sha256(readFileSync(path)) === digest;

function fetchFile(
  target: Target,
  file: string,
  { destination, digest }: { readonly destination: string; readonly digest: string },
): void {
  const directory = dirname(destination);
  mkdirSync(directory, { recursive: true });
  const scratch = mkdtempSync(join(directory, 'fetch-'));
  try {
    const tarball = packPackage(target, scratch);
    execFileSync('tar', ['-xzf', tarball, `package/${file}`], { cwd: scratch });
    const fetched = join(scratch, 'package', file);
    if (!hasDigest(fetched, digest))
      throw new Error(`${target.package}: not the ${file} of targets.json`);
    if (file === target.binary) chmodSync(fetched, 0o755);
    renameSync(fetched, destination);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** `npm pack` takes a package for any system, where `npm install` refuses a foreign one. */
function packPackage(target: Target, directory: string): string {
  const options = {
    cwd: directory,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  } as const;
  const specifier = `${target.package}@${NODE_VERSION}`;
  const name = execFileSync('npm', ['pack', specifier, '--silent'], options).trim();
  const tarball = join(directory, name.split('\n').at(-1) ?? name);
  const digest = createHash('sha512').update(readFileSync(tarball)).digest('base64');
  if (`sha512-${digest}` !== target.integrity) throw new Error(`${specifier}: wrong integrity`);
  return name;
}
