import { type Budget, sizeIn } from '../budget.ts';
import { clipMiddle, wellFormed } from '../clip.ts';
import type { Language } from '../language.ts';
import { type ReminderText, reminderEn } from '../text/reminder-en.ts';
import { reminderJa } from '../text/reminder-ja.ts';
import { asData } from './fence.ts';
import { quotable } from './quotation.ts';

/**
 * Longest reminder, in UTF-16 units, with its tags.
 * @internal exported for its test
 */
export const LONGEST_REMINDER = 2000;
/** What the newest request and the ones before it are cut to. */
const NEWEST_REQUEST = 400;
const EARLIER_REQUEST = 200;
const MOST_REQUESTS = 3;
const LONGEST_LINE = 120;
/** Turns a `recall` command asks for at once. */
const RECALL_TURNS = 10;
/** A line that looks like the head of one of ours. */
const FAKE_HEAD = /^([^\S\r\n\u2028\u2029]*)\[(?=#\d|\p{L}{1,8}\] ?user)/gmu;

/** A stored turn. */
export interface RemindedTurn {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly request: string;
  /** Its one-line summary. */
  readonly line: string;
}

export interface ReminderInput {
  /** The request that is being worked on and not stored yet. */
  readonly running: string | null;
  /** Newest first; not pulled further than the first one that does not fit. */
  readonly turns: Iterable<RemindedTurn>;
  /** Stored turns of this conversation, and remembered ones from before it. */
  readonly own: number;
  readonly before: number;
  readonly language: Language;
  /** Spelled id of the conversation. */
  readonly session: string;
  /** How a shell starts our executable, quoted where needed. */
  readonly command: string;
  readonly mark: string;
  /** Local `YYYY-MM-DD HH:MM`. */
  readonly formatTime: (at: number) => string;
  readonly budget: Budget;
}

interface Shown {
  /** Oldest first. */
  readonly blocks: readonly string[];
  readonly oldest: RemindedTurn | null;
  readonly newest: RemindedTurn | null;
}

/**
 * What a conversation is told after the host's own compaction: its last requests word for word, and
 * one line for each older turn as long as there is room. At most {@link LONGEST_REMINDER} units.
 * @returns `text` empty when there is nothing to tell or no room; `shown` requests and lines in it
 */
export function renderReminder(input: ReminderInput): {
  readonly text: string;
  readonly shown: number;
} {
  let shown = withRunning(input);
  let text = shown.blocks.length === 0 ? '' : assemble(input, shown);
  if (!fits(input, text)) return { text: '', shown: 0 };
  for (const turn of input.turns) {
    const grown = withOlder(input, shown, turn);
    const candidate = assemble(input, grown);
    if (!fits(input, candidate)) break;
    shown = grown;
    text = candidate;
  }
  return { text, shown: text === '' ? 0 : shown.blocks.length };
}

const textOf = ({ language }: ReminderInput): ReminderText =>
  language === 'ja' ? reminderJa : reminderEn;

const fits = ({ budget }: ReminderInput, text: string): boolean =>
  text.length <= LONGEST_REMINDER && sizeIn(budget.unit, text) <= budget.limit;

function withRunning(input: ReminderInput): Shown {
  const { running } = input;
  const text = textOf(input);
  const blocks =
    running === null ? [] : [`[${text.now}] user: ${verbatim(running, NEWEST_REQUEST, text)}`];
  return { blocks, oldest: null, newest: null };
}

function withOlder(input: ReminderInput, { blocks, newest }: Shown, turn: RemindedTurn): Shown {
  const text = textOf(input);
  const head = `[#${turn.id} ${input.formatTime(turn.startedAt)}]`;
  const room = blocks.length === 0 ? NEWEST_REQUEST : EARLIER_REQUEST;
  const block =
    blocks.length < MOST_REQUESTS
      ? `${head} user: ${verbatim(turn.request, room, text)}`
      : `${head} ${quotable(turn.line, LONGEST_LINE) || quotable(turn.request, LONGEST_LINE)}`;
  return { blocks: [block, ...blocks], oldest: turn, newest: newest ?? turn };
}

function verbatim(request: string, max: number, { cut, noRequest }: ReminderText): string {
  const data = asData(request, max).replace(FAKE_HEAD, '$1\uff3b');
  return clipMiddle(data, max, 'characters', cut) || noRequest;
}

function assemble(input: ReminderInput, { blocks, oldest, newest }: Shown): string {
  const { command, session, mark, own, before, running } = input;
  const named = blocks.length - (running === null ? 0 : 1);
  const text = textOf(input);
  const recall = `${command} recall --session ${session} --last ${RECALL_TURNS}`;
  const lines = [
    `<throughline-memory id="${mark}">`,
    text.opening({ own, before }),
    '<throughline-past>',
    ...blocks,
    '</throughline-past>',
    text.more,
    ...(oldest && own + before > named
      ? [text.older({ command: `${recall} --before ${oldest.id}` })]
      : []),
    ...(newest
      ? [text.detail({ turn: newest.id, command: `${command} detail ${newest.id}` })]
      : []),
    text.search({ command: `${command} search WORDS` }),
    '</throughline-memory>',
  ];
  return wellFormed(lines.join('\n'));
}
