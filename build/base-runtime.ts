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
import { NODE_VERSION, type Target } from './targets.ts';

/**
 * Path of the Node runtime a target is built on: from `node_modules` (the host's own is
 * installed), else from `.cache`, else fetched from the npm registry. Verified every time.
 * @param root the repository
 * @throws when the package or the runtime is not the one targets.json names
 */
export function baseRuntime(root: string, target: Target): string {
  const installed = join(root, 'node_modules', target.package, target.binary);
  if (existsSync(installed) && isRuntimeOf(target, installed)) return installed;
  const cached = join(root, '.cache', `${target.package}-${NODE_VERSION}`, target.binary);
  if (existsSync(cached) && isRuntimeOf(target, cached)) return cached;
  fetchRuntime(target, cached);
  return cached;
}

function isRuntimeOf(target: Target, path: string): boolean {
  return sha256(readFileSync(path)) === target.sha256;
}

function fetchRuntime(target: Target, destination: string): void {
  mkdirSync(dirname(dirname(dirname(destination))), { recursive: true });
  const scratch = mkdtempSync(join(dirname(dirname(dirname(destination))), 'fetch-'));
  try {
    const tarball = packPackage(target, scratch);
    execFileSync('tar', ['-xzf', tarball, `package/${target.binary}`], { cwd: scratch });
    const runtime = join(scratch, 'package', target.binary);
    if (!isRuntimeOf(target, runtime))
      throw new Error(`${target.package}: not the runtime of targets.json`);
    chmodSync(runtime, 0o755);
    mkdirSync(dirname(destination), { recursive: true });
    renameSync(runtime, destination);
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
