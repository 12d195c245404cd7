import { selectTargets, type Target } from '../targets.ts';

/** A release as its installers know it. */
export interface Release {
  readonly version: string;
  /** Where its files are, without a slash at the end. */
  readonly url: string;
  /** SHA-256 of each file, hexadecimal. */
  readonly sums: ReadonlyMap<string, string>;
}

export const archiveName = ({ id, platform }: Pick<Target, 'id' | 'platform'>, version: string) =>
  `throughline-${version}-${id}.${platform === 'win' ? 'zip' : 'tar.gz'}`;

export const executableName = ({ platform }: Pick<Target, 'platform'>): string =>
  platform === 'win' ? 'throughline-bin.exe' : 'throughline-bin';

/**
 * @param text of SHA256SUMS, as sha256sum writes it
 * @param url http or https
 * @throws when it names no archive for one of our targets, or is no such list
 */
export function readRelease(text: string, version: string, url: string): Release {
  if (!/^https?:\/\/[\w.:/~-]*[\w~-]$/.test(url))
    throw new Error(`not the URL of a release: ${url}`);
  if (!/^\d+\.\d+\.\d+[\w.-]*$/.test(version)) throw new Error(`not a version: ${version}`);
  const lines = text.split('\n').filter((line) => line !== '');
  const sums = new Map(
    lines.map((line) => {
      const [, sum, name] = /^([0-9a-f]{64}) [ *]([\w.-]+)$/.exec(line) ?? [];
      if (!sum || !name) throw new Error(`SHA256SUMS: not a line of sha256sum: ${line}`);
      return [name, sum];
    }),
  );
  const release = { version, url, sums };
  for (const target of selectTargets('all')) sumOf(release, target);
  return release;
}

/** @throws when there is no archive for the target */
export function sumOf({ sums, version }: Release, target: Target): string {
  const name = archiveName(target, version);
  const sum = sums.get(name);
  if (!sum) throw new Error(`SHA256SUMS: no ${name}`);
  return sum;
}
