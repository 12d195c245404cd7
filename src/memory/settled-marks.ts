import type { SessionRef } from '../core/session.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import { type NamedMark, openMarks, removeMark } from '../platform/session-marks.ts';
import type { Captured, CapturedPrompts } from './capture.ts';

/**
 * Removes the open marks of prompts that are in a stored turn; only after its commit. A prompt is
 * known by its id where the transcript names it, since the same words may be typed twice. One that was
 * typed while a turn ran carries that turn's id although another turn may answer it, so its own text
 * or a later turn must tell.
 */
export function removeSettledMarks(
  layout: DataLayout,
  session: SessionRef,
  captured: Captured,
): void {
  openMarks(layout, session)
    .filter((mark) => isSettled(mark, captured))
    .forEach(removeMark);
}

function isSettled(mark: NamedMark, { prompts, newestStart }: Captured): boolean {
  return newestStart > mark.at || prompts.some((turn) => holds(turn, mark));
}

function holds({ ids, hashes, startedAt }: CapturedPrompts, mark: NamedMark): boolean {
  if (mark.queued) {
    /* A turn that had begun before it was typed can hold it behind its own first prompt only. */
    const from = startedAt === null || startedAt >= mark.at ? 0 : 1;
    return hashes.includes(mark.promptHash, from);
  }
  const isNamed = ids.length > 0 && mark.promptId !== null;
  return isNamed ? ids.includes(mark.promptId ?? '') : hashes.includes(mark.promptHash);
}
