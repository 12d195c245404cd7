import { readFileSync } from 'node:fs';
import { spell } from '../../src/core/session.ts';
import type { TranscriptToImport } from '../../src/memory/transcript-import.ts';
import { CODEX_FORK, CODEX_PARENT } from '../transcripts/recorded-home.ts';
import { stopOfOriginal } from './original-capture.ts';
import type { OriginalDatabase } from './original-database.ts';
import { testHash } from './takeover-target.ts';

export const PARENT = 'c-parent';
export const FORK = 'a-fork';
export const OLD = 'c-old';
export const codex = { parent: `codex:${CODEX_PARENT}`, fork: `codex:${CODEX_FORK}` };

/** What the original would have made of the same conversations, with the same merges as ours or others. */
export function fillOriginal(
  original: OriginalDatabase,
  transcripts: readonly TranscriptToImport[],
): void {
  original.session(PARENT, { project: '/elsewhere', at: 500, mergedInto: FORK });
  original.session(FORK, { project: '/elsewhere', at: 600 });
  original.session(OLD, { project: '', at: 700, mergedInto: PARENT });
  original.session(codex.parent, { at: 800, mergedInto: codex.fork });
  original.session(codex.fork, { at: 900 });
  for (const id of [PARENT, FORK, OLD]) {
    const path = transcripts.find(({ session }) => spell(session) === id)?.path ?? '';
    stopOfOriginal(original, id, readFileSync(path, 'utf8').trimEnd().split('\n'), 8000);
  }
  for (const { session, path, source } of transcripts.filter(
    ({ session: { host } }) => host === 'codex',
  )) {
    const id = spell(session);
    if (id !== codex.parent && id !== codex.fork) continue;
    for (const { number, requests, fragments, startedAt } of source.readTranscript(
      path,
      null,
      testHash,
    ).turns)
      original.turn(id, number, {
        request: requests.join('\n\n'),
        answer: fragments.at(-1) ?? null,
        at: startedAt ?? 0,
      });
  }
}
