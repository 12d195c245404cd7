import type { GivenText, HookContext, Received } from '../../core/delivery.ts';
import { isRecord } from '../../core/record.ts';
import { type ContextRecord, receivedInTail } from '../received-context.ts';

/** What stands in the place of a text that was too long, before a path and the first 2,000 characters. */
const PREVIEW = '<persisted-output>';

type Fields = Readonly<Record<string, unknown>>;

/** By the attachments of hooks: they hold what the model got, beside what a hook printed. */
export const claudeReceived = (path: string, given: GivenText): Received | null =>
  receivedInTail(path, given, record);

const record: ContextRecord = {
  contextsOf({ attachment }) {
    if (!isRecord(attachment)) return [];
    const { type, content } = attachment;
    if (type !== 'hook_additional_context' && type !== 'hook_success') return [];
    return [content].flat().flatMap(contextOf);
  },
  roleOf(row) {
    if (row.type === 'assistant') return row.isSidechain === true ? null : 'model';
    return row.type === 'user' && isTyped(row) ? 'prompt' : null;
  },
};

const contextOf = (text: unknown): readonly HookContext[] =>
  typeof text === 'string' ? [{ text, cut: text.startsWith(PREVIEW) }] : [];

/** Versions before 2.1.220 do not name the source; which of them write hooks down is not known. */
const isTyped = ({ promptSource, isMeta }: Fields): boolean =>
  typeof promptSource === 'string' && isMeta !== true;
