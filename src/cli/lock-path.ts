import { existsSync } from 'node:fs';
import type { DataLayout } from '../platform/data-layout.ts';
import { lockName } from '../store/sqljs/file-names.ts';

/** Where writers of this memory exclude each other, a link to their directory followed; null without a data directory. */
export const lockPath = ({ root, database }: DataLayout): string | null =>
  existsSync(root) ? lockName(database) : null;
