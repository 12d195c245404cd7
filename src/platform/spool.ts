import { randomUUID } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { HostEvent } from '../core/event.ts';
import { isRecord } from '../core/record.ts';
import { privateDirectory, readJsonFile, writeFileAtomic } from './atomic-file.ts';
import type { DataLayout } from './data-layout.ts';
import { namesIn } from './directory-names.ts';
import { patiently } from './patience.ts';

export interface SpooledEvent {
  readonly path: string;
  /** Null when the file is damaged: {@link setSpooledAside}. */
  readonly event: HostEvent | null;
}

const NAME = /^\d{15}-[0-9a-f-]+\.json$/;

/** Keeps an event that could not be stored until the next writer stores it. Survives a power cut. */
export function spoolEvent(layout: DataLayout, event: HostEvent): void {
  privateDirectory(layout.spool);
  const name = `${String(event.at).padStart(15, '0')}-${randomUUID()}.json`;
  writeFileAtomic(join(layout.spool, name), JSON.stringify(event), { durable: true });
}

/** Names of spooled events in the order in which they happened. Creates nothing. */
const names = (layout: DataLayout): readonly string[] =>
  namesIn(layout.spool).filter((name) => NAME.test(name));

/** How many events wait. */
export const countSpooled = (layout: DataLayout): number => names(layout).length;

/** The events that wait, in the order in which they happened. */
export function* spooledEvents(layout: DataLayout): Generator<SpooledEvent> {
  for (const name of names(layout)) {
    const path = join(layout.spool, name);
    const value = readJsonFile(path);
    yield { path, event: isEvent(value) ? value : null };
  }
}

/** A file of ours, written whole or not at all: that it names an event is enough. */
const isEvent = (value: unknown): value is HostEvent => isRecord(value) && 'type' in value;

/** Removes an event; only once what it says is committed. */
export const removeSpooled = ({ path }: SpooledEvent): void =>
  patiently(() => rmSync(path, { force: true }));

/** Keeps a damaged event under another name, so that it is counted once and no hook reads it again. */
export function setSpooledAside({ path }: SpooledEvent): void {
  try {
    patiently(() => renameSync(path, `${path}.damaged`));
  } catch {
    /* ENOENT: another hook has done it; EACCES, EROFS: it is counted again */
  }
}
