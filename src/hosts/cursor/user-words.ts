import type { TurnStart } from '../../core/turn.ts';
import { timeOf } from './transcript-text.ts';

/** What a user row or a prompt says behind what the host wrapped around it. */
export interface UserWords {
  /** Verbatim but for the white space the host puts around it. */
  readonly text: string;
  /** Epoch milliseconds, to the minute; null where the host wrote none. */
  readonly at: number | null;
  readonly start: TurnStart;
  /** Pictures were attached. */
  readonly pictures: boolean;
  /** The host marked it as what a person asked. */
  readonly wrapped: boolean;
  /** The host lets the agent go on with a turn that was cut. */
  readonly resumes: boolean;
}

/** One element at the start of a text, and what stands behind it. */
interface Element {
  readonly name: string;
  readonly content: string;
  readonly rest: string;
}

/** What the host puts in front of a person's words. */
const HOST_ELEMENTS = ['timestamp', 'image_files'];
const QUERY = 'user_query';
/**
 * Sentences with which Cursor begins a turn itself, written like a person's. A person's words stand on
 * lines of their own; of the second it is not known whether the host's do.
 */
const TASK_RESULT =
  'Briefly inform the user about the task result and perform any follow-up actions (if needed).';
const FOLLOW_UP =
  'Perform any necessary follow-up actions in response to the subagent completion above.';
const RESUMES = /^\s*Your previous response was interrupted\./;

/** @param raw all texts of the row, joined by line feeds */
export function userWords(raw: string): UserWords {
  const elements = leadingElements(raw);
  const last = elements.at(-1);
  const query = last?.name === QUERY ? last.content : null;
  const own = elements.findIndex(({ name }) => !HOST_ELEMENTS.includes(name));
  const rest = (own < 0 ? elements : elements.slice(0, own)).at(-1)?.rest ?? raw;
  const resumes = query === null && RESUMES.test(rest);
  const time = elements.find(({ name }) => name === 'timestamp')?.content;
  return {
    text: query?.trim() ?? rest,
    at: time === undefined ? null : timeOf(time),
    start: startOf(query, resumes),
    pictures: elements.some(({ name }) => name === 'image_files'),
    wrapped: query !== null,
    resumes,
  };
}

function startOf(query: string | null, resumes: boolean): TurnStart {
  if (query === null) return resumes ? 'self' : 'unknown';
  return query === TASK_RESULT || query.trim() === FOLLOW_UP ? 'self' : 'prompt';
}

const ELEMENT = /^\s*<([a-z][a-z0-9_-]{0,40})>/i;
/** The host writes a handful; a text of tags must not keep us busy. */
const MOST_ELEMENTS = 20;

/** Elements of any name may stand before the query; without one they are a person's own. */
function leadingElements(raw: string): readonly Element[] {
  const elements: Element[] = [];
  let next = elementAt(raw);
  while (next !== null && elements.length < MOST_ELEMENTS) {
    elements.push(next);
    next = next.name === QUERY ? null : elementAt(next.rest);
  }
  return elements;
}

function elementAt(text: string): Element | null {
  const [open = '', tag = ''] = ELEMENT.exec(text) ?? [];
  const name = tag.toLowerCase();
  const inside = text.slice(open.length);
  if (name === QUERY) return { name, content: queryIn(inside), rest: '' };
  const close = `</${tag}>`;
  const end = tag === '' ? -1 : inside.indexOf(close);
  if (end < 0) return null;
  const rest = inside.slice(end + close.length).trimStart();
  return { name, content: inside.slice(0, end), rest };
}

/** Up to the last end of the element: a person may have written one too. */
function queryIn(text: string): string {
  const ends = [...text.matchAll(/<\/user_query>/gi)];
  return text.slice(0, ends.at(-1)?.index);
}
