import { type Budget, sizeIn } from '../budget.ts';
import { clipMiddle } from '../clip.ts';
import type { Language } from '../language.ts';
import type { InjectionFrame } from '../text/injection-en.ts';
import { type PageTurns, renderPage } from './injection-page.ts';
import { injectionText } from './injection-text.ts';
import type { MemoryTurn } from './memory-turn.ts';
import { renderTurn, turnBody, usedTools } from './turn-text.ts';

/** Below so many units a cut turn tells too little to be worth its frame. */
const LEAST_OF_A_CUT_TURN = 400;

export interface InjectionInput {
  /** `baton`: the work goes on, act. The others: background, the user may start something new. */
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
}

interface Injection {
  /**
   * One block or more, the one with the newest turns first. Empty when there is nothing to give, or the
   * budget has no room for the frame and a turn.
   */
  readonly texts: readonly string[];
  /** Turns in all blocks. */
  readonly included: number;
  /** Numbers of the turns that were too long for a block of their own and are shown by head and tail. */
  readonly clipped: readonly number[];
}

/**
 * What the model of a successor reads: whole turns, as many of the newest as fit, in a frame that says
 * what they are and how to get more. No block repeats a turn of another or leaves one out between.
 * Every candidate is measured as it would be sent, so no block is ever over the budget, in the
 * budget's own unit. A turn that does not fit a block of its own keeps head and tail.
 */
export function renderInjection(input: InjectionInput): Injection {
  const pages = fillPages(input);
  const included = countTurns(pages);
  const total = Math.max(input.totalTurns, included);
  return {
    texts: pages.map((turns, index) =>
      renderPage(input, turns, { page: index + 1, pages: pages.length, included, total }),
    ),
    included,
    clipped: pages.flatMap(({ cut, newest }) => (cut ? [newest.id] : [])),
  };
}

const countTurns = (pages: readonly PageTurns[]): number =>
  pages.reduce((sum, { blocks }) => sum + blocks.length, 0);

function fillPages(input: InjectionInput): readonly PageTurns[] {
  const full: PageTurns[] = [];
  let filling: PageTurns | null = null;
  for (const turn of input.turns) {
    const grown = withOlder(input, full, filling, turn);
    if (fits(input, full, grown)) {
      filling = grown;
      continue;
    }
    if (filling !== null) full.push(filling);
    filling = full.length < input.pages ? beginPage(input, full, turn) : null;
    if (filling === null) break;
  }
  return filling === null ? full : [...full, filling];
}

/** Null when even a part of the turn has no room in the frame. */
function beginPage(
  input: InjectionInput,
  full: readonly PageTurns[],
  turn: MemoryTurn,
): PageTurns | null {
  const alone = withOlder(input, full, null, turn);
  return fits(input, full, alone) ? alone : cutTurn(input, full, turn);
}

function withOlder(
  input: InjectionInput,
  full: readonly PageTurns[],
  filling: PageTurns | null,
  turn: MemoryTurn,
): PageTurns {
  const text = injectionText(input.language);
  const block = renderTurn(turn, turnBody(turn, text, input.budget.limit), text, input.formatTime);
  const after = (filling ?? full.at(-1))?.oldest.session ?? turn.session;
  const blocks = [turn.session === after ? block : `${block}\n${text.sessionBreak}`];
  const withTools = usedTools(turn) ? turn : null;
  if (filling === null) return { blocks, oldest: turn, newest: turn, withTools, cut: false };
  return {
    ...filling,
    blocks: [...blocks, ...filling.blocks],
    oldest: turn,
    withTools: filling.withTools ?? withTools,
  };
}

/** Whatever turns out to come after it, as far as there may be more blocks. A cut turn has a block of its own. */
function fits(input: InjectionInput, full: readonly PageTurns[], turns: PageTurns): boolean {
  if (turns.cut && turns.blocks.length > 1) return false;
  const { unit, limit } = input.budget;
  return candidates(input, full, turns).every(
    (text) => text.length <= limit && sizeIn(unit, text) <= limit,
  );
}

/** The block as the last one and, where another may follow, as one that is followed. */
function candidates(
  input: InjectionInput,
  full: readonly PageTurns[],
  turns: PageTurns,
): readonly string[] {
  const page = full.length + 1;
  const included = countTurns([...full, turns]);
  const total = Math.max(input.totalTurns, included);
  const last = renderPage(input, turns, { page, pages: page, included, total });
  if (page === input.pages) return [last];
  /* The sentence about all blocks is longest so, whatever the ones to come will hold. */
  const most = { page, pages: page + 1, included: total - 1, total };
  return [last, renderPage(input, turns, most)];
}

/** Head and tail of request and answer in what the frame leaves; the answer gets two thirds, or what the request does not need. */
function cutTurn(
  input: InjectionInput,
  full: readonly PageTurns[],
  turn: MemoryTurn,
): PageTurns | null {
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
