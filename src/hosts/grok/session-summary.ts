import { dirname, join } from 'node:path';
import { isRecord } from '../../core/record.ts';
import { readJsonFile } from '../../platform/atomic-file.ts';
import { stringOf } from '../payload-fields.ts';

/**
 * What kind of session it was when it began: `headless`, `subagent`, `fork`; null for a person's own.
 * It stays so when a terminal takes it up again.
 */
export function sessionKind(updates: string | null): string | null {
  if (updates === null) return null;
  const summary = readJsonFile(join(dirname(updates), 'summary.json'));
  return isRecord(summary) ? stringOf(summary.session_kind) : null;
}
