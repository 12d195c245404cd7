import { type Budget, sizeIn } from '../budget.ts';
import { wellFormed } from '../clip.ts';
import type { InjectionText } from '../text/injection-en.ts';
import type { InjectionInput } from './injection.ts';
import { injectionText, interruptedText } from './injection-text.ts';
import type { MemoryTurn } from './memory-turn.ts';

/** What blocks are made of. */
export interface PageInput extends Omit<InjectionInput, 'interrupted'> {
  /** The turn that was stopped, as it stands in the first block. `turn`: the number it is stored under. */
  readonly interrupted: { readonly text: string; readonly turn: number | null } | null;
}

/** The turns of one block, and what the frame says about them. */
export interface PageTurns {
  /** Oldest first. */
  readonly blocks: readonly string[];
  /** Null where there is none. */
  readonly oldest: MemoryTurn | null;
  readonly newest: MemoryTurn | null;
  /** The newest turn whose tools left something to fetch. */
  readonly withTools: MemoryTurn | null;
  /** Its newest turn is shown by head and tail. */
  readonly cut: boolean;
}

export const NO_TURNS: PageTurns = {
  blocks: [],
  oldest: null,
  newest: null,
  withTools: null,
  cut: false,
};

/** Where a block stands: `page` from 1 (the newest turns) to `pages`. */
export interface PagePlace {
  readonly page: number;
  readonly pages: number;
  /** Turns in all blocks. */
  readonly included: number;
  readonly total: number;
}

/** A block has up to seven commands, and turns are what it is for. */
const LEAST_BLOCK_OF_COMMAND = 8;
/** Turns a `recall` command asks for at once. */
const RECALL_TURNS = 10;

/** Whether a block of that budget names commands that begin so. */
export const hasRoomForCommands = ({ unit, limit }: Budget, command: string): boolean =>
  sizeIn(unit, command) * LEAST_BLOCK_OF_COMMAND <= limit;

/** One block as the model reads it; each says enough to be read alone. */
export function renderPage(input: PageInput, turns: PageTurns, place: PagePlace): string {
  const text = injectionText(input.language);
  const { page, pages } = place;
  const attribute = pages > 1 ? ` page="${page}/${pages}"` : '';
  const commands = hasRoomForCommands(input.budget, input.command)
    ? [text.more, ...guidance(input, turns, place, text)]
    : [];
  const lines = [
    `<throughline-memory id="${input.mark}"${attribute}>`,
    ...heading(input, turns, place, text),
    ...past(turns),
    ...interruptedTurn(input, place),
    ...commands,
    '</throughline-memory>',
  ];
  return wellFormed(lines.join('\n'));
}

const past = ({ blocks }: PageTurns): readonly string[] =>
  blocks.length === 0 ? [] : ['<throughline-past>', ...blocks, '</throughline-past>'];

const interruptedTurn = ({ interrupted }: PageInput, { page }: PagePlace): readonly string[] =>
  interrupted === null || page > 1
    ? []
    : ['<throughline-interrupted>', interrupted.text, '</throughline-interrupted>'];

function heading(
  input: PageInput,
  turns: PageTurns,
  { page, pages, included, total }: PagePlace,
  text: InjectionText,
): readonly string[] {
  if (page > 1) return [text.furtherPage({ page, pages })];
  const opening = openingOf(input, turns, { included, total }, text);
  return pages === 1 ? [opening] : [opening, text.firstPage({ pages })];
}

/** Without a turn there is only the one that was stopped. */
function openingOf(
  { frame, language, interrupted }: PageInput,
  { newest }: PageTurns,
  shown: Pick<PagePlace, 'included' | 'total'>,
  text: InjectionText,
): string {
  if (frame !== 'auto' && newest !== null)
    return text.opening[frame]({ ...shown, newest: newest.id });
  const place = { ...shown, newest: newest?.id ?? null, interrupted: interrupted !== null };
  return interruptedText(language).opening(place);
}

function guidance(
  { command, session, language, interrupted }: PageInput,
  { oldest, newest, withTools, cut }: PageTurns,
  { page, pages, included, total }: PagePlace,
  text: InjectionText,
): readonly string[] {
  const stopped = page === 1 ? (interrupted?.turn ?? null) : null;
  const detail = (turn: number) => ({ turn, command: `${command} detail ${turn}` });
  const before = oldest?.id ?? stopped;
  const from = before === null ? '' : ` --before ${before}`;
  const recall = `${command} recall --session ${session}${from} --last ${RECALL_TURNS}`;
  const isLast = page === pages;
  const older = total - included;
  return [
    ...(stopped === null ? [] : [interruptedText(language).details(detail(stopped))]),
    ...(cut && newest ? [text.cutTurn(detail(newest.id))] : []),
    ...(isLast ? [] : [text.nextPage({ page: page + 1, pages, command: recall })]),
    ...(isLast && older > 0 ? [text.older({ turns: older, command: recall })] : []),
    ...(withTools ? [text.details(detail(withTools.id))] : []),
    ...(page === 1
      ? [text.everything({ sessions: `${command} sessions`, search: `${command} search WORDS` })]
      : []),
  ];
}
