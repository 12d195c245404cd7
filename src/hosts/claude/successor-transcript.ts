import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HandoffRecord } from '../../core/auto-handoff.ts';

/**
 * A conversation was taken over by one that Claude Code still has: beside it, or under another
 * project when it was moved.
 */
export function successorExists({
  state,
  successor,
  transcriptPath,
}: Pick<HandoffRecord, 'state' | 'successor' | 'transcriptPath'>): boolean {
  const session = successor?.session ?? null;
  if (state !== 'sent' || session === null || transcriptPath === null) return false;
  const folder = dirname(transcriptPath);
  const file = `${session}.jsonl`;
  if (existsSync(join(folder, file))) return true;
  return foldersIn(dirname(folder)).some((sibling) => existsSync(join(sibling, file)));
}

function foldersIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(directory, name));
  } catch {
    return []; /* ENOENT, EACCES: nothing of the host's is there */
  }
}
