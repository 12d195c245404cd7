import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { syncDirectory } from '../../platform/atomic-file.ts';
import { patiently } from '../../platform/patience.ts';

/** Copies a file whole or not at all and waits for the disk; shares the blocks where it can. */
export function copyFileDurably(from: string, to: string): void {
  const temporary = `${to}.tmp`;
  try {
    rmSync(temporary, { force: true }); // what a crash left, or a link that the copy would follow
    copyFileSync(from, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    const fd = openSync(temporary, 'r+');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    patiently(() => renameSync(temporary, to));
    syncDirectory(dirname(to));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
