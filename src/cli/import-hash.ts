import type { MemoryAccess } from '../memory/memory-access.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { type TextHash, textHash } from '../platform/secret-key.ts';
import { sha256 } from '../platform/sha256.ts';
import { systemFailure } from './unwritable.ts';

/**
 * A dry run without a memory makes no key: what it compares is only its own.
 * @throws {UserError} (3) when this user may not make the key
 */
export function hashFor(environment: Environment, memory: MemoryAccess, dryRun: boolean): TextHash {
  const exists = !dryRun || memory.read(() => true) === true;
  if (!exists) return (text) => sha256(Buffer.from(text));
  const layout = dataLayout(environment.dataDirectory);
  try {
    return textHash(layout.key);
  } catch (error) {
    throw systemFailure(error, layout);
  }
}
