import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { onTestFinished } from 'vitest';
import { tarGz, zip } from '../../build/release/archive.ts';
import { installers } from '../../build/release/installers.ts';
import {
  archiveName,
  executableName,
  type Release,
  readRelease,
} from '../../build/release/release-files.ts';
import { selectTargets } from '../../build/targets.ts';
import { sha256 } from '../../src/platform/sha256.ts';

/** What the script needs besides what a test replaces. */
const TOOLS = 'cat chmod curl getconf gzip ldd mkdir mktemp mv rm sh sha256sum tar'.split(' ');

interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A release on a server of this machine, and a user's home. Its executables are scripts that
 * answer with the version, or with their target.
 */
export async function releaseLab(version = '1.2.3') {
  const fixture = await createFixture({ release: {}, home: {}, tools: {} });
  const folder = fixture.getPath('release');
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url.slice(1));
    const path = join(folder, url.slice(1));
    if (existsSync(path)) response.end(readFileSync(path));
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    await fixture.rm();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const publish = (next: string): Release => publishRelease(folder, next, url);
  publish(version);
  const tools = fixture.getPath('tools');
  const tool = (name: string, script: string): void => {
    writeFileSync(join(tools, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(tools, name), 0o755);
  };
  for (const name of TOOLS) symlinkSync(located(name), join(tools, name));
  machine(tool, 'Linux', 'x86_64');
  const home = fixture.getPath('home');
  const install = (shell: readonly string[] = ['sh'], ...words: string[]): Promise<Outcome> =>
    run([...shell, join(folder, 'install.sh'), ...words], { PATH: tools, HOME: home });
  const place = join(home, '.local', 'bin', 'throughline-bin');
  return { fixture, folder, asked, publish, tool, tools, home, install, place };
}

/** What `uname` tells. */
export const machine = (
  tool: (name: string, script: string) => void,
  system: string,
  processor: string,
): void => tool('uname', `case $1 in -s) echo ${system} ;; -m) echo ${processor} ;; esac`);

function publishRelease(folder: string, version: string, url: string): Release {
  mkdirSync(folder, { recursive: true });
  const sums = selectTargets('all').map((target) => {
    const script = `#!/bin/sh\n[ "$1" = --version ] && echo ${version} || echo ${target.id}\n`;
    const pack = target.platform === 'win' ? zip : tarGz;
    const bytes = pack([
      { name: executableName(target), content: Buffer.from(script), executable: true },
      { name: 'LICENSE', content: Buffer.from('MIT'), executable: false },
    ]);
    const name = archiveName(target, version);
    writeFileSync(join(folder, name), bytes);
    return `${sha256(bytes)}  ${name}\n`;
  });
  const release = readRelease(sums.join(''), version, url);
  for (const [name, text] of installers(release)) writeFileSync(join(folder, name), text);
  return release;
}

function located(name: string): string {
  const paths = (process.env.PATH ?? '').split(delimiter).map((entry) => join(entry, name));
  const found = paths.find((path) => existsSync(path));
  if (!found) throw new Error(`${name} is not here`);
  return found;
}

async function run(
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  const [status] = await once(child, 'close');
  return { status, ...output };
}
