import { isRecord } from '../../core/record.ts';
import { stringOf } from '../payload-fields.ts';
import { objectsOfLine } from '../transcript-line.ts';
import { readRollout } from './rollout-file.ts';
import { uuidTime } from './uuid-time.ts';

/**
 * The thread that this one was forked off, and when (epoch milliseconds); null for any other, and for
 * a fork that begins with its parent's rows. Reads the first row.
 */
export function codexForkPoint(
  path: string,
): { readonly parentId: string; readonly at: number } | null {
  const first = readRollout(path, null, (file) => {
    for (const { bytes } of file.lines()) return bytes.toString('utf8');
    return '';
  });
  const [row] = objectsOfLine(first ?? '');
  const meta = row?.type === 'session_meta' && isRecord(row.payload) ? row.payload : {};
  const parentId = isRecord(meta.history_base) ? stringOf(meta.forked_from_id) : null;
  const at = uuidTime(stringOf(meta.id) ?? '');
  return parentId === null || at === null ? null : { parentId, at };
}
