import { stringOf } from '../payload-fields.ts';
import { objectsOfLine } from '../transcript-line.ts';
import { DESKTOP } from './desktop-wish.ts';
import { lastBytes } from './transcript-tail.ts';

/** Most rows say where they come from. */
const LAST_BYTES = 256 * 1024;
const KEY = '"entrypoint"';

/**
 * Whether the successor of a conversation is to be seen on claude.ai/code as well: where the user says
 * so, else where the conversation itself began in the desktop application, or goes on from one that did.
 * @param conversation.entrypoint by its transcript
 * @param conversation.wantedBefore it is the successor of one that wanted it
 */
export function wantsRemoteControl(
  variables: Readonly<Record<string, string | undefined>>,
  conversation: { readonly entrypoint: string | null; readonly wantedBefore: boolean },
): boolean {
  const said = variables.THROUGHLINE_AUTO_HANDOFF_REMOTE_CONTROL;
  if (said === 'on' || said === 'off') return said === 'on';
  const { entrypoint, wantedBefore } = conversation;
  return wantedBefore || [variables.CLAUDE_CODE_ENTRYPOINT, entrypoint].includes(DESKTOP);
}

/** What the newest row of a transcript that says so was written by; null where none of the last ones does. */
export const lastEntrypoint = (transcript: string): string | null =>
  lastBytes(transcript, LAST_BYTES)
    .toString('utf8')
    .split('\n')
    .filter((line) => line.includes(KEY))
    .flatMap(objectsOfLine)
    .map(({ entrypoint }) => stringOf(entrypoint))
    .findLast((entrypoint) => entrypoint !== null) ?? null;
