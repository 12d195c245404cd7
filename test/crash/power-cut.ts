import type { DiskOperation, FileChange } from './disk-operation.ts';
import { applyEntry, type DiskFile, replay } from './disk-replay.ts';
import { pick, type Random } from './random.ts';

/** Disks write sectors whole. */
const SECTOR = 512;

/**
 * The files left when the power fails after `operations`. Of everything not synced by then nothing,
 * all or any part has reached the disk: some of the writes and not the earlier ones, some sectors
 * of a write; a part that did not may hold anything where the file was not before.
 */
export function survivors(
  operations: readonly DiskOperation[],
  random: Random,
): ReadonlyMap<string, Uint8Array> {
  const disk = replay(operations);
  const lasting = pick(random, [0, disk.unsynced.length, random() * (disk.unsynced.length + 1)]);
  for (const change of disk.unsynced.slice(0, lasting)) applyEntry(disk.entries, change);
  const left = new Map<string, Uint8Array>();
  for (const [name, number] of disk.entries) {
    const file = disk.files.get(number);
    left.set(name, file === undefined ? new Uint8Array() : contentOf(file, random));
  }
  return left;
}

/** The files when nothing is lost. */
export function wholeFiles(operations: readonly DiskOperation[]): ReadonlyMap<string, Uint8Array> {
  const syncs = operations.flatMap((operation): readonly DiskOperation[] =>
    operation.type === 'create' ? [{ type: 'sync', file: operation.file }] : [],
  );
  return survivors([...operations, ...syncs, { type: 'sync-directory' }], () => 0);
}

/** How much of what was not synced has reached the disk. */
type Fate = 'nothing' | 'all' | 'some' | 'torn' | 'torn-and-filled';
const FATES: readonly Fate[] = ['nothing', 'all', 'some', 'torn', 'torn-and-filled'];

function contentOf({ image, unsynced }: DiskFile, random: Random): Uint8Array {
  const fate = pick(random, FATES);
  const left = image.copy();
  for (const change of unsynced) {
    for (const part of lastingParts(change, fate, image.size, random)) left.apply(part);
  }
  return left.bytes();
}

/** @param size of the file when it was last synced, in bytes */
function lastingParts(
  change: FileChange,
  fate: Fate,
  size: number,
  random: Random,
): readonly FileChange[] {
  if (fate === 'nothing') return [];
  if (fate === 'all') return [change];
  const isKept = (): boolean => random() < 0.5;
  if (fate === 'some' || change.type === 'truncate') return isKept() ? [change] : [];
  return sectorsOf(change).flatMap((sector) => {
    if (isKept()) return [sector];
    return fate === 'torn-and-filled' && sector.position >= size ? [filled(sector, random)] : [];
  });
}

type Write = Extract<FileChange, { type: 'write' }>;

/** A write, cut where the sectors of the disk end. */
function sectorsOf(write: Write): readonly Write[] {
  const parts: Write[] = [];
  for (let done = 0; done < write.bytes.length; ) {
    const position = write.position + done;
    const end = done + SECTOR - (position % SECTOR);
    parts.push({ ...write, position, bytes: write.bytes.subarray(done, end) });
    done = end;
  }
  return parts;
}

/** Blocks a file was given, and never wrote, hold what was there before. */
const filled = (write: Write, random: Random): Write => ({
  ...write,
  bytes: new Uint8Array(write.bytes.length).fill(random() * 256),
});
