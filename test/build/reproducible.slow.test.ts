import { spawnSync } from 'node:child_process';
import { cpSync, linkSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createFixture, type FsFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { root } from '../../build/tool.ts';

const SOURCES = ['build', 'package-lock.json', 'package.json', 'src', 'targets.json'];

/** A clone of its own, as far as a build reads it. The files of packages are the same on the disk. */
function clone(fixture: FsFixture, name: string): string {
  const directory = fixture.getPath(name);
  for (const source of SOURCES)
    cpSync(join(root, source), join(directory, source), { recursive: true });
  linkTree(join(root, 'node_modules'), join(directory, 'node_modules'));
  return directory;
}

function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, place] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, place);
    else if (entry.isFile()) linkSync(source, place);
  }
}

/** Gives SHA256SUMS. */
function build(directory: string, environment: Readonly<Record<string, string>>): string {
  const { status, stderr } = spawnSync(process.execPath, ['build/build.ts'], {
    cwd: directory,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return readFileSync(join(directory, 'dist', 'SHA256SUMS'), 'utf8');
}

it('builds the same bytes in two directories, homes, time zones and languages', {
  timeout: 300_000,
}, async () => {
  await using fixture = await createFixture(
    {},
    {
      tempDir: join(root, '.cache'),
    },
  );
  const one = clone(fixture, 'one');
  const other = clone(fixture, 'another one (日本)');
  const here = build(one, { TZ: 'UTC', LANG: 'C.UTF-8', HOME: fixture.getPath('home') });
  const there = build(other, { TZ: 'Asia/Tokyo', LANG: 'ja_JP.UTF-8', TMPDIR: other });
  expect(here.trimEnd().split('\n')).toHaveLength(3);
  expect(there).toBe(here);
});
