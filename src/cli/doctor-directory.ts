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
import { asIs, type Finding, failed, passed, warned } from './doctor-check.ts';
import { memoryRefusal, refusalText } from './unwritable.ts';
import type { Said } from './words.ts';

const LEAST_ROOM = 100 * 1024 * 1024;
/** The group's and others' rights. */
const FOREIGN_RIGHTS = 0o077;
const OTHERS_RIGHTS = 0o007;

/** The directory itself: whose it is, who may read it, where it lies, how it is locked. */
export function directoryChecks(layout: DataLayout, { platform }: Environment): readonly Finding[] {
  const { root } = layout;
  const stat = statSync(root, { throwIfNoEntry: false });
  if (stat === undefined) return [absent(root)];
  if (!stat.isDirectory()) {
    return [
      failed(
        'directory',
        ({ doctor }) => doctor.noDirectory(root),
        ({ doctor }) => doctor.moveAway,
      ),
    ];
  }
  return [
    owner(layout, stat),
    writing(layout),
    ...(platform === 'win32' ? [] : [rights(layout, stat)]),
    place(layout, platform),
    room(root),
    protocol(root, platform),
  ];
}

function absent(root: string): Finding {
  const refused = directoryRefusal(root);
  if (refused === null)
    return warned(
      'directory',
      ({ doctor }) => doctor.notThereYet(root),
      ({ doctor }) => doctor.firstHookMakesIt,
    );
  return failed(
    'directory',
    ({ doctor, facts }) =>
      facts.soNothingIsStored(doctor.cannotBeMade(root, refusalText(refused, facts))),
    ({ doctor }) => doctor.letWrite,
  );
}

/** Each hook of a user who may not write fails, and cannot even count that. */
function writing(layout: DataLayout): Finding {
  const refused = memoryRefusal(layout);
  if (refused === null) return passed('writable', ({ doctor }) => doctor.writable);
  return failed(
    'writable',
    ({ facts }) => facts.soNothingIsStored(refusalText(refused, facts)),
    ({ doctor }) => doctor.letWrite,
  );
}

function owner(layout: DataLayout, stat: Stats): Finding {
  const { root } = layout;
  const user = process.getuid?.();
  if (user === undefined || user === stat.uid) return passed('directory', asIs(root));
  if (isVolume(layout, stat))
    return warned(
      'directory',
      ({ doctor }) => doctor.foreignOwner(root, stat.uid, user),
      ({ doctor }) => doctor.volumeStays,
    );
  return failed(
    'directory',
    ({ doctor }) => doctor.foreignOwner(root, stat.uid, user),
    ({ doctor }) => doctor.runAsOwner,
  );
}

/**
 * A container's volume is often its group's, with an owner who is not there (`fsGroup`), and only its owner may
 * take rights away.
 */
function isVolume(layout: DataLayout, { uid, mode }: Stats): boolean {
  if (uid === process.getuid?.() || memoryRefusal(layout) !== null) return false;
  return (mode & OTHERS_RIGHTS) === 0 || readConfig(layout).exclusive;
}

function rights(layout: DataLayout, stat: Stats): Finding {
  const { root, backups, logs, run, spool } = layout;
  const inside = [root, backups, logs, run, spool].flatMap((directory) =>
    namesIn(directory)
      .filter((name) => name !== 'bin')
      .map((name) => join(directory, name)),
  );
  const open = inside.filter((path) => isOpen(lstatSync(path, { throwIfNoEntry: false })));
  const isClosed = (stat.mode & FOREIGN_RIGHTS) === 0 || isVolume(layout, stat);
  const all = isClosed ? open : [root, ...open];
  const [first] = all;
  if (first === undefined) return passed('permissions', ({ doctor }) => doctor.privateToYou);
  return failed(
    'permissions',
    ({ doctor }) => doctor.openToOthers(first, all.length - 1),
    asIs(shellCommand(['chmod', '-R', 'go=', root])),
  );
}

/** The rights of a link mean nothing. */
const isOpen = (stat: Stats | undefined): boolean =>
  stat !== undefined && !stat.isSymbolicLink() && (stat.mode & FOREIGN_RIGHTS) !== 0;

function place(layout: DataLayout, platform: NodeJS.Platform): Finding {
  const { isNetwork, name } = fileSystemKind(realpathSync(layout.root), platform);
  if (!isNetwork) return passed('file-system', ({ doctor }) => doctor.localDisk(name));
  return readConfig(layout).exclusive
    ? warned('file-system', ({ doctor }) => doctor.declaredExclusive(doctor.networkDisk(name)))
    : failed(
        'file-system',
        ({ doctor, facts }) => facts.soNothingIsStored(doctor.networkDisk(name)),
        ({ doctor }) => doctor.elsewhere,
      );
}

function room(root: string): Finding {
  const free = freeBytes(root);
  const text: Said = ({ doctor }) => doctor.free(byteSize(free));
  return free < LEAST_ROOM
    ? failed('free-space', text, ({ doctor }) => doctor.makeRoom)
    : passed('free-space', text);
}

function protocol(root: string, platform: NodeJS.Platform): Finding {
  const recorded = recordedProtocol(root);
  if (usableProtocol(root, platform) !== undefined) {
    return passed('lock-protocol', ({ doctor }) => doctor.lockedBy(recorded));
  }
  return failed(
    'lock-protocol',
    ({ doctor }) => doctor.foreignProtocol(recorded),
    ({ doctor }) => doctor.oneForEachSystem,
  );
}
