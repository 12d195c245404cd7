import type { SessionRef } from '../core/session.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import { type NamedMark, openMarks, removeMark } from '../platform/session-marks.ts';
import type { Captured } from './capture.ts';

/**
 * Removes the open marks of prompts that are in a stored turn; only after its commit. A prompt typed
 * while a turn ran carries that turn's id although another turn may answer it, so it is settled by
 * its own text or by a later turn alone.
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

function isSettled(mark: NamedMark, captured: Captured): boolean {
  if (captured.promptHashes.has(mark.promptHash)) return true;
  if (captured.newestStart > mark.at) return true;
  return !mark.queued && mark.promptId !== null && captured.promptIds.has(mark.promptId);
}
