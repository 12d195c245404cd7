import type { Language } from '../language.ts';
import { shortSession } from '../session.ts';
import type { InjectionReason } from '../text/injection-en.ts';
import { injectionText } from './injection-text.ts';

/**
 * The one line that tells the user what the agent was given.
 * @param memory.from names the conversation: a spelled session id
 * @param memory.tl how our command is typed in this host (`$tl` in Codex); default `/tl`
 */
export function renderNotice(
  language: Language,
  memory: {
    readonly turns: number;
    readonly from: string;
    readonly why: InjectionReason;
    readonly tl?: string;
  },
): string {
  const { turns, from, why, tl = '/tl' } = memory;
  return injectionText(language).notice[why]({ turns, from: shortSession(from), tl });
}
