import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import manifest from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };

/** A package of ours or of others that is in an executable. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX. */
  readonly license: string;
  /** Of its tarball: `sha512-<base64>`. */
  readonly integrity: string;
  /** Names of the packages that it needs itself. */
  readonly needs: readonly string[];
  /** What it says of its licence, each text whole. */
  readonly licenseTexts: readonly string[];
}

/** All that is in an executable, whatever its target. */
export interface Contents {
  readonly packages: readonly BundledPackage[];
  /** Names of the packages that we need ourselves. */
  readonly direct: readonly string[];
  /** Of the runtime and each of its parts, by the names it gives them: `node`, `v8`, … */
  readonly runtime: Readonly<Record<string, string>>;
  /** Of SQLite, which is inside `sql.js`. */
  readonly sqlite: string;
}

interface SqlJs {
  readonly Database: new () => {
    exec(sql: string): readonly { readonly values: readonly (readonly unknown[])[] }[];
  };
}

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * @param root the repository
 * @param directories of the packages, as the lock file names them
 * @param runtime the host's own
 * @throws when the lock file does not pin one of them, or one has no licence
 */
export async function readContents(
  root: string,
  directories: readonly string[],
  runtime: string,
): Promise<Contents> {
  const packages = directories.map((directory) => readPackage(root, directory));
  const names = new Set(packages.map(({ name }) => name));
  const inside = (needs: readonly string[]) => needs.filter((name) => names.has(name));
  return {
    packages: packages.map((found) => ({ ...found, needs: inside(found.needs) })),
    direct: inside(Object.keys(manifest.dependencies)),
    runtime: versionsOf(runtime),
    sqlite: await sqliteVersion(),
  };
}

function readPackage(root: string, directory: string): BundledPackage {
  const locked = (lock.packages as Readonly<Record<string, Locked | undefined>>)[directory];
  const { version, integrity, license, dependencies = {} } = locked ?? {};
  if (!version || !integrity || !license) throw new Error(`the lock file pins no ${directory}`);
  const place = join(root, directory);
  const files = readdirSync(place).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file));
  if (files.length === 0) throw new Error(`${directory} has no licence`);
  return {
    name: directory.replace(/^.*node_modules\//, ''),
    version,
    license,
    integrity,
    needs: Object.keys(dependencies),
    licenseTexts: files.sort().map((file) => readFileSync(join(place, file), 'utf8')),
  };
}

const versionsOf = (runtime: string): Readonly<Record<string, string>> =>
  JSON.parse(
    execFileSync(runtime, ['-p', 'JSON.stringify(process.versions)'], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    }),
  );

/** Asked of it: its file says so in no fixed place. */
async function sqliteVersion(): Promise<string> {
  const initialise = createRequire(import.meta.url)('sql.js') as () => Promise<SqlJs>;
  const { Database } = await initialise();
  const version = new Database().exec('select sqlite_version()')[0]?.values[0]?.[0];
  if (typeof version !== 'string') throw new Error('sql.js tells no version of SQLite');
  return version;
}
