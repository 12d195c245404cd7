import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { sha256 } from '../src/platform/sha256.ts';
import { type Entry, tarGz, zip } from './release/archive.ts';
import { installers } from './release/installers.ts';
import { archiveName, executableName, readRelease } from './release/release-files.ts';
import { outputName, selectTargets, type Target } from './targets.ts';
import { root } from './tool.ts';

// usage: release.ts --url URL     URL: where the files of this release will be
// Makes dist/release of what `build.ts --target all` made: an archive for each target, the lists of
// what is inside and of its licenses, SHA256SUMS of these, and what people install it with.
const LICENSES = 'THIRD-PARTY-LICENSES.txt';
const DOCUMENTS = [LICENSES, 'throughline.cdx.json'];

const { values } = parseArgs({ options: { url: { type: 'string' } } });
if (!values.url) throw new Error('usage: npm run release -- --url URL');
makeRelease(join(root, 'dist', 'release'), values.url);

function makeRelease(directory: string, url: string): void {
  const { version } = manifest;
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const sums: string[] = [];
  const write = (name: string, content: string | Buffer): void => {
    writeFileSync(join(directory, name), content);
    sums.push(`${sha256(Buffer.from(content))}  ${name}\n`);
  };
  for (const target of selectTargets('all')) write(archiveName(target, version), archive(target));
  for (const name of DOCUMENTS) write(name, readFileSync(join(root, 'dist', name)));
  const text = sums.join('');
  writeFileSync(join(directory, 'SHA256SUMS'), text);
  const release = readRelease(text, version, url);
  for (const [name, content] of installers(release)) writeFileSync(join(directory, name), content);
  process.stdout.write(text);
}

function archive(target: Target): Buffer {
  const plain = (name: string, path: string): Entry => ({
    name,
    content: readFileSync(join(root, path)),
    executable: false,
  });
  const entries = [
    {
      name: executableName(target),
      content: readFileSync(join(root, 'dist', outputName(target))),
      executable: true,
    },
    plain('LICENSE', 'LICENSE'),
    plain(LICENSES, join('dist', LICENSES)),
  ];
  return target.platform === 'win' ? zip(entries) : tarGz(entries);
}
