import type { GivenText, Received } from '../../core/delivery.ts';
import { isRecord } from '../../core/record.ts';
import { type ContextRecord, receivedInTail } from '../received-context.ts';

/** Stands before a text whose middle was left out. */
const CUT = 'Warning: truncated output';

type Fields = Readonly<Record<string, unknown>>;

/** By the developer messages of the rollout, which hold what hooks gave the model. */
export const codexReceived = (path: string, given: GivenText): Received | null =>
  receivedInTail(path, given, record);

const record: ContextRecord = {
  contextsOf(row) {
    const message = messageOf(row);
    if (message?.role !== 'developer' || !Array.isArray(message.content)) return [];
    return message.content.flatMap((block) => {
      const text = isRecord(block) && typeof block.text === 'string' ? block.text : '';
      return [{ text, cut: text.startsWith(CUT) }];
    });
  },
  roleOf(row) {
    const message = messageOf(row);
    if (message?.role === 'assistant') return 'model';
    return message?.role === 'user' && isTyped(message) ? 'prompt' : null;
  },
};

function messageOf({ type, payload }: Fields): Fields | null {
  const isMessage = type === 'response_item' && isRecord(payload) && payload.type === 'message';
  return isMessage ? payload : null;
}

/** Says what is a person's; older versions do not, and what they write of hooks is not known. */
function isTyped({ internal_chat_message_metadata_passthrough: traits }: Fields): boolean {
  const kinds = isRecord(traits) ? traits.content_item_kinds : null;
  return Array.isArray(kinds) && kinds.includes('user.text');
}
