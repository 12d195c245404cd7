import { handoffIn } from './auto-handoff.ts';
import { wellFormed } from './clip.ts';
import type { Language } from './language.ts';
import { DONE_MARK, handoffTitleText } from './text/handoff-title.ts';
import { visible } from './visible.ts';

/** Code points of what a title says besides folder and mark. */
const LONGEST_SUMMARY = 40;
const ELLIPSIS = '…';

/** What a title is made of. */
export interface HandoffTitleSource {
  /** Where the conversation works; of a path the last part counts, whichever way its slashes lean. */
  readonly folder: string;
  /** What the conversation is called; null where it has no name. */
  readonly title: string | null;
  /** What its user has asked for; null where that is not known. */
  readonly request: string | null;
  readonly language: Language;
}

/**
 * What the successor of a conversation is called: one line, that no number of handoffs makes longer,
 * whichever language or product the ones before it were written by.
 */
export function handoffTitle({ folder, title, request, language }: HandoffTitleSource): string {
  const { separator, suffix } = handoffTitleText[language];
  const name = plain(folder.split(/[\\/]/).findLast((part) => part !== '') ?? '');
  const about = summaryOf(title, name) || summaryOf(request, name);
  return [name, clip(about)].filter((part) => part !== '').join(separator) + suffix;
}

/** Empty where the text says nothing of its own. */
function summaryOf(text: string | null, folder: string): string {
  const lines = (text ?? '').split('\n').map(plain);
  const own = withoutFrame(lines.find((line) => line !== '') ?? '', folder);
  return handoffIn(own) === null ? own : '';
}

/** What a title of ours is about; any other title as it is. */
function withoutFrame(title: string, folder: string): string {
  const text = title.startsWith(DONE_MARK) ? title.slice(DONE_MARK.length).trimStart() : title;
  const frame = Object.values(handoffTitleText).find(({ suffix }) => text.endsWith(suffix));
  if (frame === undefined) return text === title ? text : withoutFrame(text, folder);
  const inner = text.slice(0, -frame.suffix.length);
  if (inner === folder) return '';
  const before = inner.startsWith(folder + frame.separator) ? folder.length : null;
  const at = before ?? inner.indexOf(frame.separator);
  return withoutFrame(at < 0 ? inner : inner.slice(at + frame.separator.length), folder);
}

/** On one line, without what a terminal or a command line may take for more than text. */
const plain = (text: string): string =>
  visible(wellFormed(text))
    .replace(/[\p{Cc}"]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

function clip(text: string): string {
  const points = [...text];
  if (points.length <= LONGEST_SUMMARY) return text;
  return `${points
    .slice(0, LONGEST_SUMMARY - 1)
    .join('')
    .trimEnd()}${ELLIPSIS}`;
}
