import { wellFormed } from '../clip.ts';
import type { Language } from '../language.ts';
import type { HandoffContextText } from '../text/handoff-context-en.ts';
import { handoffContextText } from './handoff-context.ts';
import { injectionText } from './injection-text.ts';
import type { MemoryTurn } from './memory-turn.ts';
import { renderTurn, turnBody } from './turn-text.ts';

/** Conversations that are named without their text. */
const MOST_INDEXED = 5;
/** Turns a `recall` command asks for at most. */
const RECALL_TURNS = 10;
/** UTF-16 units kept free for each of so many conversations that may have to be named. */
const INDEX_RESERVE = 240;
const RESERVED = 2;

/**
 * A conversation that came before the current one. Times are epoch milliseconds.
 * @internal exported for its test
 */
export interface PastConversation {
  /** Spelled id. */
  readonly session: string;
  readonly turns: number;
  readonly firstTurnAt: number;
  readonly lastTurnAt: number;
  /** Pulled no further than the first turn that does not fit. */
  readonly newestFirst: () => Iterable<MemoryTurn>;
}

export interface PastInput {
  readonly language: Language;
  /** Newest first. */
  readonly conversations: readonly PastConversation[];
  /** Their text may be given; without, they are only named. */
  readonly withTexts: boolean;
  /** UTF-16 units. */
  readonly room: number;
  readonly mark: string;
  /** How a shell starts our executable. */
  readonly command: string;
  /** Local `YYYY-MM-DD HH:MM`. */
  readonly formatTime: (at: number) => string;
}

interface Past {
  /** Empty where not even one line has room. */
  readonly text: string;
  /** The conversations that are in the text, with the number of their turns in it. */
  readonly shown: readonly { readonly of: PastConversation; readonly included: number }[];
}

/** A conversation with text: its newest turns, oldest first. */
interface Told {
  readonly of: PastConversation;
  readonly blocks: readonly string[];
  readonly oldest: number;
}

interface Layout {
  readonly told: readonly Told[];
  readonly indexed: readonly PastConversation[];
  /** There are still older ones, and a line says so. */
  readonly unlisted: boolean;
}

/**
 * Earlier conversations in what another text leaves: whole turns of the newest ones as long as each
 * fits completely, then one line each for those that follow.
 */
export function renderPast(input: PastInput): Past {
  const told = input.withTexts ? tellNewest(input) : [];
  const layout = addIndex(input, told);
  if (layout.told.length + layout.indexed.length === 0) return { text: '', shown: [] };
  return {
    text: assemble(input, layout),
    shown: [
      ...layout.told.map(({ of, blocks }) => ({ of, included: blocks.length })),
      ...layout.indexed.map((of) => ({ of, included: 0 })),
    ],
  };
}

function tellNewest(input: PastInput): readonly Told[] {
  const told: Told[] = [];
  for (const [index, conversation] of input.conversations.entries()) {
    const older = input.conversations.length - index - 1;
    const one = tell(input, told, conversation, indexReserve(input, older));
    if (one !== null) told.push(one);
    if (one?.blocks.length !== conversation.turns) break;
  }
  return told;
}

const indexReserve = ({ language }: PastInput, conversations: number): number =>
  conversations === 0
    ? 0
    : handoffContextText(language).index.length +
      1 +
      Math.min(conversations, RESERVED) * INDEX_RESERVE;

/** As many of its newest turns as fit; null when none does. */
function tell(
  input: PastInput,
  before: readonly Told[],
  of: PastConversation,
  reserve: number,
): Told | null {
  const text = injectionText(input.language);
  let told: Told | null = null;
  for (const turn of of.newestFirst()) {
    const block = renderTurn(turn, turnBody(turn, text, input.room), text, input.formatTime);
    const grown: Told = { of, blocks: [block, ...(told?.blocks ?? [])], oldest: turn.id };
    const candidate = { told: [...before, grown], indexed: [], unlisted: false };
    if (assemble(input, candidate).length + reserve > input.room) break;
    told = grown;
  }
  return told;
}

function addIndex(input: PastInput, told: readonly Told[]): Layout {
  const left = input.conversations.slice(told.length);
  let layout: Layout = { told, indexed: [], unlisted: false };
  for (const conversation of left.slice(0, MOST_INDEXED)) {
    const grown = { ...layout, indexed: [...layout.indexed, conversation] };
    if (assemble(input, grown).length > input.room) break;
    layout = grown;
  }
  const complete = { ...layout, unlisted: true };
  const isShort =
    layout.indexed.length < left.length && layout.told.length + layout.indexed.length > 0;
  return isShort && assemble(input, complete).length <= input.room ? complete : layout;
}

function assemble(input: PastInput, { told, indexed, unlisted }: Layout): string {
  const text = handoffContextText(input.language);
  const lines = [
    `<throughline-memory id="${input.mark}">`,
    text.past,
    ...(told.length > 0 ? [text.pastTexts({ detail: `${input.command} detail` })] : []),
    ...told.flatMap((one) => toldLines(input, one, text)),
    ...(indexed.length > 0 ? [text.index] : []),
    ...indexed.map((one) => indexLine(input, one, text)),
    ...(unlisted ? [text.unlisted({ command: `${input.command} sessions` })] : []),
    '</throughline-memory>',
  ];
  return wellFormed(lines.join('\n'));
}

function toldLines(
  { formatTime, command }: PastInput,
  { of, blocks, oldest }: Told,
  text: HandoffContextText,
): readonly string[] {
  const { session, turns, firstTurnAt, lastTurnAt } = of;
  const included = blocks.length;
  const left = turns - included;
  const [from, to] = [formatTime(firstTurnAt), formatTime(lastTurnAt)];
  const recall = `${command} recall --session ${session} --before ${oldest} --last ${Math.min(left, RECALL_TURNS)}`;
  return [
    text.pastConversation({ from, to, session, turns, included }),
    '<throughline-past>',
    ...blocks,
    '</throughline-past>',
    ...(left > 0 ? [text.olderTurns({ turns: left, command: recall })] : []),
  ];
}

function indexLine(
  { formatTime, command }: PastInput,
  { session, turns, firstTurnAt, lastTurnAt }: PastConversation,
  text: HandoffContextText,
): string {
  const newest = Math.min(turns, RECALL_TURNS);
  return text.indexed({
    from: formatTime(firstTurnAt),
    to: formatTime(lastTurnAt),
    turns,
    newest,
    command: `${command} recall --session ${session} --last ${newest}`,
  });
}
