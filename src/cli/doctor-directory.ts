import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { byteSize } from '../core/byte-size.ts';
import { shellCommand } from '../core/shell-quote.ts';
import { readConfig } from '../platform/config.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import { namesIn } from '../platform/directory-names.ts';
import type { Environment } from '../platform/environment.ts';
import { fileSystemKind } from '../platform/file-system-kind.ts';
import { recordedProtocol, usableProtocol } from '../platform/lock-protocol.ts';
import { directoryRefusal } from '../platform/write-refusal.ts';
import { freeBytes } from '../store/backup.ts';
import { type Check, failed, passed, warned } from './doctor-check.ts';
import { memoryRefusal, refusalText } from './unwritable.ts';

const LEAST_ROOM = 100 * 1024 * 1024;
const ELSEWHERE = 'use a directory on a local disk: --data-dir or THROUGHLINE_HOME';
const WRITABLE =
  'let this user write there, or choose another directory with --data-dir or THROUGHLINE_HOME';
/** The group's and others' rights. */
const FOREIGN_RIGHTS = 0o077;

/** The directory itself: whose it is, who may read it, where it lies, how it is locked. */
export function directoryChecks(layout: DataLayout, { platform }: Environment): readonly Check[] {
  const { root } = layout;
  const stat = statSync(root, { throwIfNoEntry: false });
  if (stat === undefined) return [absent(root)];
  if (!stat.isDirectory()) {
    return [failed('directory', `${root} is not a directory`, `move it away: ${ELSEWHERE}`)];
  }
  return [
    owner(root, stat),
    writing(layout),
    ...(platform === 'win32' ? [] : [rights(layout, stat)]),
    place(layout, platform),
    room(root),
    protocol(root, platform),
  ];
}

function absent(root: string): Check {
  const refused = directoryRefusal(root);
  if (refused === null)
    return warned('directory', `${root} is not there yet`, 'nothing; the first hook makes it');
  const text = `${root} is not there and cannot be made (${refusalText(refused)}): nothing is stored`;
  return failed('directory', text, WRITABLE);
}

/** Each hook of a user who may not write fails, and cannot even count that. */
function writing(layout: DataLayout): Check {
  const refused = memoryRefusal(layout);
  if (refused === null) return passed('writable', 'you may write to it');
  return failed('writable', `${refusalText(refused)}: nothing is stored`, WRITABLE);
}

function owner(root: string, stat: Stats): Check {
  const user = process.getuid?.();
  if (user === undefined || user === stat.uid) return passed('directory', root);
  const text = `${root} belongs to user ${stat.uid}, and you are ${user}`;
  return failed('directory', text, 'run as its owner, or choose another with --data-dir');
}

function rights({ root, backups, logs, run, spool }: DataLayout, stat: Stats): Check {
  const inside = [root, backups, logs, run, spool].flatMap((directory) =>
    namesIn(directory)
      .filter((name) => name !== 'bin')
      .map((name) => join(directory, name)),
  );
  const open = inside.filter((path) => isOpen(lstatSync(path, { throwIfNoEntry: false })));
  const all = (stat.mode & FOREIGN_RIGHTS) === 0 ? open : [root, ...open];
  const [first] = all;
  if (first === undefined) return passed('permissions', 'only you can read it');
  const more = all.length > 1 ? ` and ${all.length - 1} more` : '';
  const text = `other users have rights to ${first}${more}`;
  return failed('permissions', text, shellCommand(['chmod', '-R', 'go=', root]));
}

/** The rights of a link mean nothing. */
const isOpen = (stat: Stats | undefined): boolean =>
  stat !== undefined && !stat.isSymbolicLink() && (stat.mode & FOREIGN_RIGHTS) !== 0;

function place(layout: DataLayout, platform: NodeJS.Platform): Check {
  const { isNetwork, name } = fileSystemKind(realpathSync(layout.root), platform);
  if (!isNetwork) return passed('file-system', name === null ? 'a local disk' : `${name}, local`);
  const text = `on a network file system (${name})`;
  return readConfig(layout).exclusive
    ? warned('file-system', `${text}, declared exclusive: no other machine may use it`)
    : failed('file-system', `${text}: nothing is stored`, ELSEWHERE);
}

function room(root: string): Check {
  const free = freeBytes(root);
  const text = `${byteSize(free)} free`;
  return free < LEAST_ROOM
    ? failed('free-space', text, 'make room on that disk')
    : passed('free-space', text);
}

function protocol(root: string, platform: NodeJS.Platform): Check {
  const recorded = recordedProtocol(root);
  if (usableProtocol(root, platform) !== undefined) {
    return passed('lock-protocol', recorded === null ? 'none used yet' : `locked by ${recorded}`);
  }
  const text = `another system uses this directory and locks it its own way (${recorded})`;
  return failed('lock-protocol', text, `${ELSEWHERE}, one for each system`);
}
