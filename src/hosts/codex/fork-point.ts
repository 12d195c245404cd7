import { objectsOfLine } from '../transcript-line.ts';
import { readRollout } from './rollout-file.ts';
import { sessionMetaOf } from './session-meta.ts';
import { uuidTime } from './uuid-time.ts';

/**
 * The thread that this one was forked off, and when (epoch milliseconds); null for any other, and for
 * a fork that begins with its parent's rows. Reads the first row, wherever the rollout is now.
 */
export function codexForkPoint(
  path: string,
): { readonly parentId: string; readonly at: number } | null {
  const first = readRollout(path, null, (file) => {
    for (const { bytes } of file.lines()) return bytes.toString('utf8');
    return '';
  });
  const meta = sessionMetaOf(objectsOfLine(first ?? '')[0]);
  const at = uuidTime(meta?.thread ?? '');
  return !meta?.parent || at === null ? null : { parentId: meta.parent, at };
}
