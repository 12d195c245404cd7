import { type Budget, sizeIn } from '../budget.ts';
import { wellFormed } from '../clip.ts';
import type { InjectionText } from '../text/injection-en.ts';
import type { InjectionInput } from './injection.ts';
import { injectionText } from './injection-text.ts';
import type { MemoryTurn } from './memory-turn.ts';

/** The turns of one block, and what the frame says about them. */
export interface PageTurns {
  /** Oldest first. */
  readonly blocks: readonly string[];
  readonly oldest: MemoryTurn;
  readonly newest: MemoryTurn;
  /** The newest turn whose tools left something to fetch. */
  readonly withTools: MemoryTurn | null;
  /** Its newest turn is shown by head and tail. */
  readonly cut: boolean;
}

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
export function renderPage(input: InjectionInput, turns: PageTurns, place: PagePlace): string {
  const text = injectionText(input.language);
  const { page, pages } = place;
  const attribute = pages > 1 ? ` page="${page}/${pages}"` : '';
  const commands = hasRoomForCommands(input.budget, input.command)
    ? [text.more, ...guidance(input, turns, place, text)]
    : [];
  const lines = [
    `<throughline-memory id="${input.mark}"${attribute}>`,
    ...heading(input, turns, place, text),
    '<throughline-past>',
    ...turns.blocks,
    '</throughline-past>',
    ...commands,
    '</throughline-memory>',
  ];
  return wellFormed(lines.join('\n'));
}

function heading(
  { frame }: InjectionInput,
  { newest }: PageTurns,
  { page, pages, included, total }: PagePlace,
  text: InjectionText,
): readonly string[] {
  if (page > 1) return [text.furtherPage({ page, pages })];
  const opening = text.opening[frame]({ included, total, newest: newest.id });
  return pages === 1 ? [opening] : [opening, text.firstPage({ pages })];
}

function guidance(
  { command, session }: InjectionInput,
  { oldest, newest, withTools, cut }: PageTurns,
  { page, pages, included, total }: PagePlace,
  text: InjectionText,
): readonly string[] {
  const detail = (turn: MemoryTurn) => ({ turn: turn.id, command: `${command} detail ${turn.id}` });
  const recall = `${command} recall --session ${session} --before ${oldest.id} --last ${RECALL_TURNS}`;
  const isLast = page === pages;
  const older = total - included;
  return [
    ...(cut ? [text.cutTurn(detail(newest))] : []),
    ...(isLast ? [] : [text.nextPage({ page: page + 1, pages, command: recall })]),
    ...(isLast && older > 0 ? [text.older({ turns: older, command: recall })] : []),
    ...(withTools ? [text.details(detail(withTools))] : []),
    ...(page === 1
      ? [text.everything({ sessions: `${command} sessions`, search: `${command} search WORDS` })]
      : []),
  ];
}
