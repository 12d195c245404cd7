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

/** A command below the requests. */
export type ReminderHint = 'older' | 'detail' | 'search';

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

interface Reminder {
  /** Empty when there is nothing to tell, or no room. */
  readonly text: string;
  /** Requests and lines in it. */
  readonly shown: number;
  /** Commands that had no room. */
  readonly omitted: readonly ReminderHint[];
}

/**
 * What a conversation is told after the host's own compaction: its last requests word for word, and
 * one line for each older turn as long as there is room. At most {@link LONGEST_REMINDER} units. Where
 * the path of the executable leaves no room for a command, the rest stands without it.
 */
export function renderReminder(input: ReminderInput): Reminder {
  const beginning = roomiest(input, withRunning(input));
  if (beginning === null) return NOTHING;
  let draft: Draft = beginning;
  for (const turn of input.turns) {
    const grown = withOlder(input, draft.shown, turn);
    /* From the second turn on it is the lines that have no room. */
    const next: Draft | null =
      draft.shown.newest === null ? roomiest(input, grown) : draftOf(input, grown, draft.omitted);
    if (next === null) break;
    draft = next;
  }
  const { text, shown, omitted } = draft;
  return shown.blocks.length === 0 ? NOTHING : { text, shown: shown.blocks.length, omitted };
}

const NOTHING: Reminder = { text: '', shown: 0, omitted: [] };

interface Draft {
  readonly text: string;
  readonly shown: Shown;
  readonly omitted: readonly ReminderHint[];
}

/** With as many commands as there is room for; null where the turns have none without any. */
function roomiest(input: ReminderInput, shown: Shown): Draft | null {
  const hints = hintsOf(input, shown).map(({ name }) => name);
  for (let count = hints.length; count >= 0; count -= 1) {
    const draft = draftOf(input, shown, hints.slice(count));
    if (draft !== null) return draft;
  }
  return null;
}

function draftOf(
  input: ReminderInput,
  shown: Shown,
  omitted: readonly ReminderHint[],
): Draft | null {
  const text = assemble(input, shown, omitted);
  return fits(input, text) ? { text, shown, omitted } : null;
}

const textOf = ({ language }: Pick<ReminderInput, 'language'>): ReminderText =>
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

/** The commands below the requests, the one that is needed most first. */
function hintsOf(
  { command, session, own, before, running, language }: ReminderInput,
  { blocks, oldest, newest }: Shown,
): readonly { readonly name: ReminderHint; readonly line: string }[] {
  const text = textOf({ language });
  const named = blocks.length - (running === null ? 0 : 1);
  const hints: { readonly name: ReminderHint; readonly line: string }[] = [];
  if (oldest && own + before > named) {
    const recall = `${command} recall --session ${session} --last ${RECALL_TURNS} --before ${oldest.id}`;
    hints.push({ name: 'older', line: text.older({ command: recall }) });
  }
  if (newest) {
    const detail = { turn: newest.id, command: `${command} detail ${newest.id}` };
    hints.push({ name: 'detail', line: text.detail(detail) });
  }
  hints.push({ name: 'search', line: text.search({ command: `${command} search WORDS` }) });
  return hints;
}

function assemble(input: ReminderInput, shown: Shown, omitted: readonly ReminderHint[]): string {
  const { mark, own, before } = input;
  const text = textOf(input);
  const hints = hintsOf(input, shown).filter(({ name }) => !omitted.includes(name));
  const lines = [
    `<throughline-memory id="${mark}">`,
    text.opening({ own, before }),
    '<throughline-past>',
    ...shown.blocks,
    '</throughline-past>',
    ...(hints.length > 0 ? [text.more] : []),
    ...hints.map(({ line }) => line),
    '</throughline-memory>',
  ];
  return wellFormed(lines.join('\n'));
}
