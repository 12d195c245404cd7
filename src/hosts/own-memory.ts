import { continuationEn } from '../core/text/continuation-en.ts';
import { continuationJa } from '../core/text/continuation-ja.ts';

/** How a block begins as it is rendered; what is stored inside can neither open nor close one. */
const OPEN = /<throughline-memory id="[\w-]{1,64}"(?: page="\d\/\d")?>\r?\n/g;
const CLOSE = '</throughline-memory>';
const CONTINUATIONS = [continuationEn, continuationJa];

/**
 * What a person asked, without a memory of ours that stands in the prompt and without the words with
 * which we let a conversation go on around it. A text that merely names our tag stays as it is.
 * @returns the same text where nothing of it is ours; empty where all of it is
 */
export function withoutOwnMemory(text: string): string {
  const [first = '', ...others] = partsAroundBlocks(text);
  if (others.length === 0) return text;
  return [withoutOpening(first), ...others.map((part) => withoutOpening(withoutEnding(part)))]
    .filter((part) => part.trim() !== '')
    .join('\n\n');
}

function partsAroundBlocks(text: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: open, index } of text.matchAll(OPEN)) {
    if (index < from) continue;
    const end = text.indexOf(CLOSE, index + open.length);
    if (end < 0) break;
    parts.push(text.slice(from, index));
    from = end + CLOSE.length;
  }
  return [...parts, text.slice(from)];
}

/** In front of a block. */
function withoutOpening(part: string): string {
  const text = part.trimEnd();
  const ours = CONTINUATIONS.find(({ before }) => text.endsWith(before));
  return ours === undefined ? text : text.slice(0, -ours.before.length).trimEnd();
}

/** Behind a block. */
function withoutEnding(part: string): string {
  const text = part.trimStart();
  const ours = CONTINUATIONS.map(({ respond, wait }) => `${respond}\n\n${wait}`).find((words) =>
    text.startsWith(words),
  );
  return ours === undefined ? text : text.slice(ours.length).trimStart();
}
