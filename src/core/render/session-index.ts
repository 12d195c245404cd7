import { type Budget, sizeIn } from '../budget.ts';
import { wellFormed } from '../clip.ts';
import type { Language } from '../language.ts';
import { shortSession } from '../session.ts';
import { type IndexText, indexEn } from '../text/index-en.ts';
import { indexJa } from '../text/index-ja.ts';
import { quotable } from './quotation.ts';

/**
 * Longest index, in UTF-16 units, with its tags.
 * @internal exported for its test
 */
export const LONGEST_INDEX = 600;
/** What a quoted request is cut to; the first one grows into what is left. */
const FIRST_QUOTE = 90;
const OTHER_QUOTE = 48;
const LEAST_QUOTE = 16;
const LONGEST_DIRECTORY = 80;

/** One conversation of the project. */
export interface IndexEntry {
  /** Spelled id. */
  readonly session: string;
  readonly host: string;
  /** When its newest turn began, epoch milliseconds. */
  readonly at: number;
  /** Its last request, as stored. */
  readonly request: string;
  /** `cleared`: the same window was on it before `/clear`. */
  readonly place: 'last' | 'cleared' | 'other';
  readonly interrupted: boolean;
}

export interface IndexInput {
  /** The conversation that it is mainly about. */
  readonly first: IndexEntry;
  /** As many of them as there is room for. */
  readonly others: readonly IndexEntry[];
  /** A baton that waits in another directory of the project. */
  readonly baton: { readonly session: string; readonly directory: string } | null;
  readonly language: Language;
  /** How our word is typed there. */
  readonly word: string;
  /** How a shell starts our executable, quoted where needed. */
  readonly command: string;
  readonly mark: string;
  /** Local `YYYY-MM-DD HH:MM`. */
  readonly formatTime: (at: number) => string;
  readonly budget: Budget;
}

/** What an index may have to leave out. */
export type IndexPart = 'recall' | 'search' | 'baton' | 'others';

/** What stands in the block, and how much of the first request. */
interface Parts {
  readonly quote: number;
  readonly recall: boolean;
  readonly search: boolean;
  readonly baton: boolean;
  readonly others: number;
}

interface Index {
  /** Empty when there is no room. */
  readonly text: string;
  /** Conversations in it. */
  readonly shown: number;
  /** What had no room. */
  readonly omitted: readonly IndexPart[];
}

/**
 * What a fresh conversation is told: that the project has a memory, what was worked on last, and the
 * commands that fetch it. At most {@link LONGEST_INDEX} units. Where the path of the executable leaves
 * no room for a command, the rest stands without it.
 */
export function renderIndex(input: IndexInput): Index {
  const least = { quote: FIRST_QUOTE, search: false, baton: false, others: 0 };
  const bare =
    withinRoom(input, { ...least, recall: true }) ?? withinRoom(input, { ...least, recall: false });
  if (bare === null) return { text: '', shown: 0, omitted: [] };
  const parts = withOthers(input, withBaton(input, withSearch(input, bare)));
  const text = assemble(input, grown(input, parts));
  return { text, shown: 1 + parts.others, omitted: omittedFrom(input, parts) };
}

const omittedFrom = (
  input: IndexInput,
  { recall, search, baton, others }: Parts,
): readonly IndexPart[] => [
  ...(recall ? [] : ['recall' as const]),
  ...(search ? [] : ['search' as const]),
  ...(baton || input.baton === null ? [] : ['baton' as const]),
  ...(others === input.others.length ? [] : ['others' as const]),
];

const fits = ({ budget }: IndexInput, text: string): boolean =>
  text.length <= LONGEST_INDEX && sizeIn(budget.unit, text) <= budget.limit;

/** What is too long, such as a path of the executable, takes its length from the first request. */
function withinRoom(input: IndexInput, parts: Parts): Parts | null {
  const over = assemble(input, parts).length - LONGEST_INDEX;
  const quote = quotable(input.first.request, parts.quote).length - over;
  const fitting = over > 0 ? { ...parts, quote } : parts;
  return fitting.quote >= LEAST_QUOTE && fits(input, assemble(input, fitting)) ? fitting : null;
}

/** How to find the rest matters more than the end of a long request. */
const withSearch = (input: IndexInput, parts: Parts): Parts =>
  withinRoom(input, { ...parts, search: true }) ?? parts;

const withBaton = (input: IndexInput, parts: Parts): Parts =>
  input.baton === null ? parts : (withinRoom(input, { ...parts, baton: true }) ?? parts);

function withOthers(input: IndexInput, parts: Parts): Parts {
  let fitting = parts;
  while (fitting.others < input.others.length) {
    const more = { ...fitting, others: fitting.others + 1 };
    if (!fits(input, assemble(input, more))) break;
    fitting = more;
  }
  return fitting;
}

function grown(input: IndexInput, parts: Parts): Parts {
  const room = LONGEST_INDEX - assemble(input, parts).length;
  const longer = { ...parts, quote: parts.quote + room };
  return fits(input, assemble(input, longer)) ? longer : parts;
}

function assemble(input: IndexInput, { quote, recall, search, baton, others }: Parts): string {
  const { command, first, mark, word } = input;
  const text = input.language === 'ja' ? indexJa : indexEn;
  const lines = [
    `<throughline-memory id="${mark}">`,
    text.opening,
    lineOf(input, text, first, quote),
    ...input.others.slice(0, others).map((entry) => lineOf(input, text, entry, OTHER_QUOTE)),
    ...(baton && input.baton ? [text.baton({ ...batonPlace(input.baton), tl: word })] : []),
    ...(recall
      ? [text.recall({ command: `${command} recall --session ${shortSession(first.session)}` })]
      : []),
    ...(search ? [text.search({ command: `${command} search WORDS` })] : []),
    '</throughline-memory>',
  ];
  return wellFormed(lines.join('\n'));
}

function lineOf(
  { formatTime }: IndexInput,
  text: IndexText,
  { session, host, at, request, place, interrupted }: IndexEntry,
  quote: number,
): string {
  const labels = [
    ...(place === 'other' ? [] : [text.labels[place]]),
    ...(interrupted ? [text.labels.interrupted] : []),
    formatTime(at),
    `${host} ${ownId(session)}`,
  ];
  return `- ${labels.join(', ')}: ${text.quote(quotable(request, quote) || text.noRequest)}`;
}

/** The host is named beside it, and commands take an id without it. */
const ownId = (session: string): string => shortSession(session).replace(/^[a-z]+:/, '');

const batonPlace = ({ session, directory }: NonNullable<IndexInput['baton']>) => ({
  session: shortSession(session),
  directory: quotable(directory, LONGEST_DIRECTORY),
});
