import { type Budget, sizeIn } from '../budget.ts';
import { clipMiddle, wellFormed } from '../clip.ts';
import type { Language } from '../language.ts';
import type { InjectionFrame, InjectionText } from '../text/injection-en.ts';
import { injectionText } from './injection-text.ts';
import type { MemoryTurn } from './memory-turn.ts';
import { renderTurn, turnBody, usedTools } from './turn-text.ts';

/** Below so many units a cut turn tells too little to be worth its frame. */
const LEAST_OF_A_CUT_TURN = 400;
/** Turns a `recall` command asks for at once. */
const RECALL_TURNS = 10;

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
  readonly budget: Budget;
}

interface Injection {
  /** Empty when there is nothing to give, or the budget has no room for the frame and a turn. */
  readonly text: string;
  readonly included: number;
  /** The newest turn alone was too long and is shown by head and tail. */
  readonly clippedNewest: boolean;
}

/** The turns that are shown, and what the frame says about them. */
interface Shown {
  /** Oldest first. */
  readonly blocks: readonly string[];
  readonly oldest: MemoryTurn;
  readonly newest: MemoryTurn;
  /** The newest turn whose tools left something to fetch. */
  readonly withTools: MemoryTurn | null;
  readonly cut: boolean;
}

const NOTHING: Injection = { text: '', included: 0, clippedNewest: false };

/**
 * What the model of a successor reads: whole turns, as many of the newest as fit, in a frame that says
 * what they are and how to get more. Every candidate is measured as it would be sent, so the text is
 * never over the budget, in the budget's own unit.
 */
export function renderInjection(input: InjectionInput): Injection {
  let shown: Shown | null = null;
  let text = '';
  for (const turn of input.turns) {
    const grown = withOlder(input, shown, turn);
    const candidate = assemble(input, grown);
    if (!fits(input, candidate)) {
      if (shown === null) return cutNewest(input, turn);
      break;
    }
    shown = grown;
    text = candidate;
  }
  if (shown === null) return NOTHING;
  return { text, included: shown.blocks.length, clippedNewest: false };
}

const fits = ({ budget }: InjectionInput, text: string): boolean =>
  text.length <= budget.limit && sizeIn(budget.unit, text) <= budget.limit;

function withOlder(input: InjectionInput, shown: Shown | null, turn: MemoryTurn): Shown {
  const text = injectionText(input.language);
  const block = renderTurn(turn, turnBody(turn, text, input.budget.limit), text, input.formatTime);
  const withTools = usedTools(turn) ? turn : null;
  if (shown === null) return { blocks: [block], oldest: turn, newest: turn, withTools, cut: false };
  const end = turn.session === shown.oldest.session ? '' : `\n${text.sessionBreak}`;
  return {
    ...shown,
    blocks: [block + end, ...shown.blocks],
    oldest: turn,
    withTools: shown.withTools ?? withTools,
  };
}

/** Head and tail of request and answer in what the frame leaves; the answer gets two thirds, or what the request does not need. */
function cutNewest(input: InjectionInput, turn: MemoryTurn): Injection {
  const { unit, limit } = input.budget;
  const text = injectionText(input.language);
  const around = (request: string, answer: string): string =>
    assemble(input, {
      blocks: [renderTurn(turn, { request, answer }, text, input.formatTime)],
      oldest: turn,
      newest: turn,
      withTools: null,
      cut: true,
    });
  const room = limit - sizeIn(unit, around('', ''));
  if (room < LEAST_OF_A_CUT_TURN) return NOTHING;
  const body = turnBody(turn, text, limit);
  const forRequest = Math.max(Math.floor(room / 3), room - sizeIn(unit, body.answer));
  const request = clipMiddle(body.request, forRequest, unit, text.cut);
  const answer = clipMiddle(body.answer, room - sizeIn(unit, request), unit, text.cut);
  return { text: around(request, answer), included: 1, clippedNewest: true };
}

function assemble(input: InjectionInput, shown: Shown): string {
  const text = injectionText(input.language);
  const included = shown.blocks.length;
  const total = Math.max(input.totalTurns, included);
  const lines = [
    `<throughline-memory id="${input.mark}">`,
    text.opening[input.frame]({ included, total, newest: shown.newest.id }),
    '<throughline-past>',
    ...shown.blocks,
    '</throughline-past>',
    text.more,
    ...guidance(input, shown, total - included, text),
    '</throughline-memory>',
  ];
  return wellFormed(lines.join('\n'));
}

function guidance(
  { command, session }: InjectionInput,
  { oldest, newest, withTools, cut }: Shown,
  older: number,
  text: InjectionText,
): string[] {
  const detail = (turn: MemoryTurn) => ({ turn: turn.id, command: `${command} detail ${turn.id}` });
  const recall = `${command} recall --session ${session} --before ${oldest.id} --last ${RECALL_TURNS}`;
  return [
    ...(cut ? [text.cutTurn(detail(newest))] : []),
    ...(older > 0 ? [text.older({ turns: older, command: recall })] : []),
    ...(withTools ? [text.details(detail(withTools))] : []),
    text.everything({ command: `${command} sessions` }),
  ];
}
