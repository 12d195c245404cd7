import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { type TextHash, textHash } from '../platform/secret-key.ts';
import { sha256 } from '../platform/sha256.ts';
import type { MemoryWriter } from './write-store.ts';

/** A dry run without a memory makes no key: what it compares is only its own. */
export function hashFor(environment: Environment, memory: MemoryWriter, dryRun: boolean): TextHash {
  const exists = !dryRun || memory.read(() => true) === true;
  if (exists) return textHash(dataLayout(environment.dataDirectory).key);
  return (text) => sha256(Buffer.from(text));
}
