import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { UserError } from '../core/user-error.ts';
import { fileSystemKind } from './file-system-kind.ts';
import { removeLock } from './lock-record.ts';
import { type LockProtocol, platformProtocols } from './owner-lock.ts';
import { patiently } from './patience.ts';

const NAME = 'lockproto';
const ELSEWHERE = 'choose another directory with --data-dir or THROUGHLINE_HOME';

/** What the directory's `lockproto` names; null when nobody has written here yet. */
export function recordedProtocol(directory: string): string | null {
  try {
    return readFileSync(join(directory, NAME), 'utf8').trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The way writers of a directory exclude each other. The first writer decides and writes it down;
 * who cannot do the same must stay out, because two ways exclude nobody.
 * @param directory an existing directory, its real path
 * @param exclusive see {@link MutexOptions}; asked only on a network file system, which such a
 *   directory may be on: no other machine uses it
 * @throws {UserError} exit 3: the directory is on a network file system, or is locked another way
 * @throws the system's error when the directory cannot be written to
 */
export function lockProtocol(
  directory: string,
  exclusive: () => boolean,
  platform: NodeJS.Platform = process.platform,
): LockProtocol {
  const { isNetwork, name } = fileSystemKind(directory, platform);
  if (isNetwork && !exclusive()) {
    throw new UserError(
      `${directory} is on a network file system (${name}), where a memory that several machines write would be damaged: ${ELSEWHERE} on a local disk.`,
      3,
    );
  }
  const recorded = recordedProtocol(directory);
  return recorded === null
    ? record(directory, platform)
    : understood(recorded, directory, platform);
}

/** The recorded protocol where this platform has it, else undefined. Creates and refuses nothing. */
export const usableProtocol = (
  directory: string,
  platform: NodeJS.Platform = process.platform,
): LockProtocol | undefined => {
  const recorded = recordedProtocol(directory);
  const [usual, ...others] = platformProtocols(platform);
  return recorded === null ? usual : [usual, ...others].find((known) => known === recorded);
};

function understood(recorded: string, directory: string, platform: NodeJS.Platform): LockProtocol {
  const known = platformProtocols(platform).find((protocol) => protocol === recorded);
  if (known !== undefined) return known;
  throw new UserError(
    `${directory} is used by another system, which locks it its own way (${recorded.slice(0, 40)}): ${ELSEWHERE} for this one.`,
    3,
  );
}

function record(directory: string, platform: NodeJS.Platform): LockProtocol {
  const [usual, fallback] = platformProtocols(platform);
  const protocol = usual === 'link' && fallback && !hasLinks(directory) ? fallback : usual;
  const temporary = temporaryName(directory);
  const bytes = Buffer.from(`${protocol}\n`);
  const fd = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(fd, bytes, 0, bytes.length, 0);
    /* Torn by a power cut it would name a protocol that nobody has, and lock the user out. */
    fsyncSync(fd);
  } catch (error) {
    removeLock(temporary);
    throw error;
  } finally {
    closeSync(fd);
  }
  patiently(() => renameSync(temporary, join(directory, NAME)));
  return protocol;
}

const temporaryName = (directory: string): string =>
  join(directory, `.${NAME}.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`);

/** FAT and exFAT say EPERM, others that they do not know the call. */
function hasLinks(directory: string): boolean {
  const probe = temporaryName(directory);
  try {
    symlinkSync('probe', probe);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL'].includes(code)) return false;
    throw error;
  }
  removeLock(probe);
  return true;
}
