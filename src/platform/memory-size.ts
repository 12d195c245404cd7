import { lstatSync, statSync } from 'node:fs';
import type { DataLayout } from './data-layout.ts';

/** Bytes from which a memory wants an index; a smaller one is read in no time. */
const LARGE = 512 * 1024;

/** Whether the memory is large enough to be searched by an index. */
const wantsIndex = ({ database }: Pick<DataLayout, 'database'>): boolean =>
  (statSync(database, { throwIfNoEntry: false })?.size ?? 0) >= LARGE;

/** Whether an index is to be kept: a smaller memory may have one, from when it was larger. */
export const needsIndex = (layout: Pick<DataLayout, 'database' | 'search'>): boolean =>
  wantsIndex(layout) || lstatSync(layout.search, { throwIfNoEntry: false }) !== undefined;
