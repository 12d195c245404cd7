import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { type TextHash, textHash } from '../platform/secret-key.ts';
import type { MemoryWriter } from './write-store.ts';

/** A dry run without a memory makes no key: there is nothing to compare with. */
export function hashFor(environment: Environment, memory: MemoryWriter, dryRun: boolean): TextHash {
  const exists = !dryRun || memory.read(() => true) === true;
  return exists ? textHash(dataLayout(environment.dataDirectory).key) : () => '';
}
