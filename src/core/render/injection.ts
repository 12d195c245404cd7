import { type Budget, sizeIn } from '../budget.ts';
import { clipMiddle } from '../clip.ts';
import type { Language } from '../language.ts';
import type { InjectionFrame } from '../text/injection-en.ts';
import { type Interrupted, renderInFlight } from './in-flight.ts';
import { NO_TURNS, type PageInput, type PageTurns, renderPage } from './injection-page.ts';
import { injectionText, interruptedText } from './injection-text.ts';
import type { MemoryTurn } from './memory-turn.ts';
import { renderTurn, turnBody, usedTools } from './turn-text.ts';

/** Below so many units a cut turn tells too little to be worth its frame. */
const LEAST_OF_A_CUT_TURN = 400;
/** The same of the turn that was stopped. */
const LEAST_OF_AN_INTERRUPTED_TURN = 400;

export interface InjectionInput {
  /**
   * `baton`: the work goes on, act. `auto`: so it does, at once. The others: background, the user may
   * start something new.
   */
  readonly frame: InjectionFrame;
  readonly language: Language;
  /** Newest first; not pulled further than the first turn that does not fit. */
  readonly turns: Iterable<MemoryTurn>;
  /** Turns in the memory, shown or not. */
  readonly totalTurns: number;
  /** Spelled id of the successor, for the recall commands. */
  readonly session: string;
  /** How a shell starts our executable, quoted where needed. */
  readonly command: string;
  /** Short random id, once in the opening tag: found in the host's transcript, it proves the delivery. */
  readonly mark: string;
  /** Local `YYYY-MM-DD HH:MM`. */
  readonly formatTime: (at: number) => string;
  /** Of one block. */
  readonly budget: Budget;
  /** Blocks that the host takes, 1 to 9. */
  readonly pages: number;
  /** With `auto`: the turn that was stopped half-way. Its number names one of `turns`, if any. */
  readonly interrupted?: Interrupted;
}

interface Injection {
  /**
   * One block or more, the one with the newest turns first. Empty when there is nothing to give, or the
   * budget has no room for the frame and a turn.
   */
  readonly texts: readonly string[];
  /** Turns in all blocks, the one that was stopped not among them. */
  readonly included: number;
  /** Numbers of the turns that were too long for a block of their own and are shown by head and tail. */
  readonly clipped: readonly number[];
  /** The turn that was stopped is in the first block. */
  readonly withInterrupted: boolean;
}

/**
 * What the model of a successor reads: whole turns, as many of the newest as fit, in a frame that says
 * what they are and how to get more. No block repeats a turn of another or leaves one out between.
 * Every candidate is measured as it would be sent, so no block is ever over the budget, in the
 * budget's own unit. A turn that does not fit a block of its own keeps head and tail. The turn that was stopped
 * comes before all others, and is told by its parts instead of being one of the turns.
 */
export function renderInjection(given: InjectionInput): Injection {
  const input = withRoomFor(given);
  const pages = fillPages(input);
  const included = countTurns(pages);
  const total = Math.max(input.totalTurns, included);
  return {
    texts: pages.map((turns, index) =>
      renderPage(input, turns, { page: index + 1, pages: pages.length, included, total }),
    ),
    included,
    clipped: pages.flatMap(({ cut, newest }) => (cut && newest ? [newest.id] : [])),
    withInterrupted: pages.length > 0 && input.interrupted !== null,
  };
}

/** The turn that was stopped gets what the frame leaves; without room for it, it is a turn as any other. */
function withRoomFor({ interrupted, ...given }: InjectionInput): PageInput {
  const without = { ...given, interrupted: null };
  if (interrupted === undefined) return without;
  const { inFlight, turn } = interrupted;
  const besides: PageInput = {
    ...given,
    turns: except(given.turns, turn),
    totalTurns: Math.max(0, given.totalTurns - (turn === null ? 0 : 1)),
    interrupted: { text: '', turn },
  };
  const { unit, limit } = given.budget;
  const frames = candidates(besides, [], NO_TURNS).map((frame) => sizeIn(unit, frame));
  const room = limit - Math.max(...frames);
  if (room < LEAST_OF_AN_INTERRUPTED_TURN) return without;
  const { language, formatTime } = given;
  const frame = { text: interruptedText(language), formatTime, unit };
  const text = renderInFlight(inFlight, frame, room);
  return text === '' ? without : { ...besides, interrupted: { text, turn } };
}

function* except(turns: Iterable<MemoryTurn>, id: number | null): Generator<MemoryTurn> {
  for (const turn of turns) if (turn.id !== id) yield turn;
}

const countTurns = (pages: readonly PageTurns[]): number =>
  pages.reduce((sum, { blocks }) => sum + blocks.length, 0);

function fillPages(input: PageInput): readonly PageTurns[] {
  const full: PageTurns[] = [];
  let filling = NO_TURNS;
  for (const turn of input.turns) {
    const grown = withOlder(input, full, filling, turn);
    if (fits(input, full, grown)) {
      filling = grown;
      continue;
    }
    if (isBlock(input, full, filling) && !isOnly(input, filling)) full.push(filling);
    filling = (full.length < input.pages ? beginPage(input, full, turn) : null) ?? NO_TURNS;
    if (filling === NO_TURNS) break;
  }
  return isBlock(input, full, filling) ? [...full, filling] : full;
}

/** It has something to tell: turns, or in front of all others the one that was stopped. */
const isBlock = (
  { interrupted }: PageInput,
  full: readonly PageTurns[],
  { blocks }: PageTurns,
): boolean => blocks.length > 0 || (full.length === 0 && interrupted !== null);

/** Nowhere else has a turn more room than beside the one that was stopped. */
const isOnly = ({ pages }: PageInput, { blocks }: PageTurns): boolean =>
  blocks.length === 0 && pages === 1;

/** Null when even a part of the turn has no room in the frame. */
function beginPage(
  input: PageInput,
  full: readonly PageTurns[],
  turn: MemoryTurn,
): PageTurns | null {
  const alone = withOlder(input, full, NO_TURNS, turn);
  return fits(input, full, alone) ? alone : cutTurn(input, full, turn);
}

function withOlder(
  input: PageInput,
  full: readonly PageTurns[],
  filling: PageTurns,
  turn: MemoryTurn,
): PageTurns {
  const text = injectionText(input.language);
  const block = renderTurn(turn, turnBody(turn, text, input.budget.limit), text, input.formatTime);
  const after = (filling.oldest ?? full.at(-1)?.oldest)?.session ?? turn.session;
  const blocks = [turn.session === after ? block : `${block}\n${text.sessionBreak}`];
  const withTools = usedTools(turn) ? turn : null;
  return {
    ...filling,
    blocks: [...blocks, ...filling.blocks],
    oldest: turn,
    newest: filling.newest ?? turn,
    withTools: filling.withTools ?? withTools,
  };
}

/** Whatever turns out to come after it, as far as there may be more blocks. A cut turn has a block of its own. */
function fits(input: PageInput, full: readonly PageTurns[], turns: PageTurns): boolean {
  if (turns.cut && turns.blocks.length > 1) return false;
  const { unit, limit } = input.budget;
  return candidates(input, full, turns).every(
    (text) => text.length <= limit && sizeIn(unit, text) <= limit,
  );
}

/** The block as the last one and, where another may follow, as one that is followed. */
function candidates(
  input: PageInput,
  full: readonly PageTurns[],
  turns: PageTurns,
): readonly string[] {
  const page = full.length + 1;
  const included = countTurns([...full, turns]);
  const total = Math.max(input.totalTurns, included);
  const last = renderPage(input, turns, { page, pages: page, included, total });
  if (page === input.pages) return [last];
  /* The sentence about all blocks is longest so, whatever the ones to come will hold. */
  const all = Math.max(total, 2);
  const most = { page, pages: page + 1, included: all - 1, total: all };
  return [last, renderPage(input, turns, most)];
}

/** Head and tail of request and answer in what the frame leaves; the answer gets two thirds, or what the request does not need. */
function cutTurn(input: PageInput, full: readonly PageTurns[], turn: MemoryTurn): PageTurns | null {
  const { unit, limit } = input.budget;
  const text = injectionText(input.language);
  const showing = (request: string, answer: string): PageTurns => ({
    blocks: [renderTurn(turn, { request, answer }, text, input.formatTime)],
    oldest: turn,
    newest: turn,
    withTools: null,
    cut: true,
  });
  const sizes = candidates(input, full, showing('', '')).map((frame) => sizeIn(unit, frame));
  const room = limit - Math.max(...sizes);
  if (room < LEAST_OF_A_CUT_TURN) return null;
  const body = turnBody(turn, text, limit);
  const forRequest = Math.max(Math.floor(room / 3), room - sizeIn(unit, body.answer));
  const request = clipMiddle(body.request, forRequest, unit, text.cut);
  const answer = clipMiddle(body.answer, room - sizeIn(unit, request), unit, text.cut);
  return showing(request, answer);
}
