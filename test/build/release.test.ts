import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { type Entry, tarGz, zip } from '../../build/release/archive.ts';
import { installers } from '../../build/release/installers.ts';
import { archiveName, readRelease } from '../../build/release/release-files.ts';
import { selectTargets } from '../../build/targets.ts';

const ENTRIES: readonly Entry[] = [
  { name: 'throughline-bin', content: Buffer.from('#!/bin/sh\n'.repeat(1000)), executable: true },
  { name: 'LICENSE', content: Buffer.alloc(512, 'x'), executable: false },
  { name: 'empty', content: Buffer.alloc(0), executable: false },
];
const URL = 'https://host.example/owner/repository/releases/download/v1.2.3';
const sumsFor = (version: string) =>
  selectTargets('all').map(
    (target, index) => `${String(index).repeat(64)}  ${archiveName(target, version)}\n`,
  );
const release = readRelease(sumsFor('1.2.3').join(''), '1.2.3', URL);
const file = (name: string): string => installers(release).get(name) ?? '';
const isHere = (command: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

it.for([
  { kind: 'tar.gz', pack: tarGz, command: 'tar', words: ['-xpzf'] },
  { kind: 'zip', pack: zip, command: 'unzip', words: ['-q'] },
])(
  'another program unpacks our $kind as it was packed',
  async ({ pack, command, words }, { skip }) => {
    if (!isHere(command)) skip();
    await using fixture = await createFixture();
    writeFileSync(fixture.getPath('archive'), pack(ENTRIES));
    const { status, stderr } = spawnSync(command, [...words, 'archive'], {
      cwd: fixture.path,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const { name, content, executable } of ENTRIES) {
      expect(readFileSync(fixture.getPath(name)).equals(content)).toBe(true);
      expect(statSync(fixture.getPath(name)).mode & 0o777).toBe(executable ? 0o755 : 0o644);
    }
  },
);

it.for([
  ['tar.gz', tarGz],
  ['zip', zip],
] as const)('the same files give the same %s', ([, pack]) => {
  expect(pack(ENTRIES).equals(pack(ENTRIES))).toBe(true);
});

it.for([
  [
    'a target without an archive',
    sumsFor('1.2.3').slice(1).join(''),
    '1.2.3',
    URL,
    /no throughline-1/,
  ],
  [
    'archives of another version',
    sumsFor('1.2.2').join(''),
    '1.2.3',
    URL,
    /no throughline-1\.2\.3/,
  ],
  ['a line that is none', 'x  y\n', '1.2.3', URL, /not a line/],
  ['a version with a quote', sumsFor('1').join(''), "1.2.3'", URL, /not a version/],
  ['a URL with a quote', sumsFor('1.2.3').join(''), '1.2.3', `${URL}'`, /not the URL/],
  ['no URL', sumsFor('1.2.3').join(''), '1.2.3', 'file:///tmp/x', /not the URL/],
] as const)('%s makes no installers', ([, text, version, url, problem]) => {
  expect(() => readRelease(text, version, url)).toThrow(problem);
});

it.for(['install.sh', 'install.ps1', 'throughline.rb', 'throughline.json'])(
  '%s has the version, and the checksum of each target it is for',
  (name) => {
    const text = file(name);
    expect(text).toContain('1.2.3');
    expect(text).toContain(URL);
    const platforms = ['install.ps1', 'throughline.json'].includes(name)
      ? ['win']
      : ['linux', 'macos'];
    const sums = selectTargets('all').map((target, index) =>
      platforms.includes(target.platform) ? String(index).repeat(64) : null,
    );
    expect(text.match(/\b[0-9a-f]{64}\b/g)?.sort()).toEqual(sums.filter((sum) => sum !== null));
  },
);

it('the manifest for Scoop names an archive and its checksum for both processors', () => {
  expect(JSON.parse(file('throughline.json'))).toMatchObject({
    version: '1.2.3',
    homepage: 'https://host.example/owner/repository',
    license: 'MIT',
    architecture: {
      '64bit': { url: `${URL}/throughline-1.2.3-win-x64.zip`, hash: '4'.repeat(64) },
      arm64: { url: `${URL}/throughline-1.2.3-win-arm64.zip`, hash: '5'.repeat(64) },
    },
    bin: 'throughline-bin.exe',
  });
});

it('the formula for Homebrew takes the archive of its system and processor', () => {
  const text = file('throughline.rb');
  const places = [
    ...text.matchAll(/on_(macos|linux|arm|intel) do|-(\w+-\w+)\.tar\.gz"\n +sha256 "(\d)/g),
  ];
  expect(places.map(([, block, target, sum]) => block ?? `${target} ${sum}`)).toEqual(
    'macos,arm,macos-arm64 3,intel,macos-x64 2,linux,arm,linux-arm64 1,intel,linux-x64 0'.split(
      ',',
    ),
  );
  const opened = text.match(/^ *(?:class|def|test do|on_\w+ do)/gm)?.length;
  expect(text.match(/^ *end$/gm)?.length).toBe(opened);
  expect(text).not.toMatch(/#\{(?!bin)/);
});

/* No PowerShell is where this was written: the order of its steps is all that can be tested. */
it('install.ps1 says no path between quotes that an apostrophe in it would end', () => {
  const text = file('install.ps1');
  expect(text).not.toMatch(/';?\$(?:command|Directory|place)\b/);
  expect(text.match(/Get-Quoted [^)\s]+/g)).toEqual(['Get-Quoted $place', "Get-Quoted (';'"]);
});

it('install.ps1 refuses a directory that has the name of the executable, before it fetches', () => {
  const text = file('install.ps1');
  const refusal = text.indexOf('throw "$place is a directory.');
  expect(refusal).toBeGreaterThan(0);
  expect(refusal).toBeLessThan(text.indexOf('Invoke-WebRequest'));
});

it('install.ps1 verifies before it unpacks, and runs before it puts into place', () => {
  const text = file('install.ps1');
  const steps = [
    "$ErrorActionPreference = 'Stop'",
    'Invoke-WebRequest',
    'Get-FileHash -Algorithm SHA256',
    'throw "The checksum',
    'Expand-Archive',
    'throw "The executable does not run here',
    'Move-Item -LiteralPath $new -Destination $place',
    '} finally {',
  ].map((step) => text.indexOf(step));
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  expect(steps).not.toContain(-1);
  const count = (mark: RegExp): number => text.match(mark)?.length ?? 0;
  expect(count(/\{/g)).toBe(count(/\}/g));
  expect(count(/\(/g)).toBe(count(/\)/g));
});
