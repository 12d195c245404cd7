import type { TranscriptCursor } from '../../core/cursor.ts';
import type { TranscriptTurn } from '../../core/turn.ts';
import { BoundedMap } from '../bounded-map.ts';
import { withoutOwnMemory } from '../own-memory.ts';
import { plainText } from '../plain-text.ts';
import { blockDetail } from './transcript-details.ts';
import { TurnDraft } from './transcript-draft.ts';
import { type Block, type EndMark, type MessageRow, type Row, textOf } from './transcript-rows.ts';
import { MOST_COUNTS, MOST_RECENT, MOST_TOOLS, type ReaderState } from './transcript-state.ts';
import { withoutRedactions } from './transcript-text.ts';
import { type UserWords, userWords } from './user-words.ts';

/** Where the row stands: the state of a cursor before it, made when asked for. */
export type RowPlace = (state: Omit<ReaderState, 'skip'>) => TranscriptCursor;

/** Makes turns of rows in file order. */
export class TurnReader {
  readonly #hash: (text: string) => string;
  readonly #before: ReaderState | null;
  readonly #drafts: TurnDraft[] = [];
  readonly #tools: BoundedMap<string>;
  #counts: BoundedMap<number>;
  #recent: BoundedMap<number>;
  #current: TurnDraft | null = null;
  #position: number;
  #begun: boolean;
  #chapter: string | null;
  #at: number | null;
  #orphans = false;

  /** @param before state of a longer file that this one has taken the place of */
  constructor(
    start: TranscriptCursor,
    state: ReaderState,
    before: ReaderState | null,
    hash: (text: string) => string,
  ) {
    this.#hash = hash;
    this.#before = before;
    this.#tools = new BoundedMap(state.tools, MOST_TOOLS);
    this.#counts = new BoundedMap(state.counts, MOST_COUNTS);
    this.#recent = new BoundedMap(state.recent, MOST_RECENT);
    this.#position = state.position;
    this.#begun = state.begun;
    this.#chapter = state.chapter;
    this.#at = state.at;
    if (state.turn === null) return;
    this.#current = TurnDraft.resume(state.turn, start);
    this.#drafts.push(this.#current);
  }

  /** Rows of an agent, and nowhere a request: the head of the file is lost. */
  get headless(): boolean {
    return this.#orphans && !this.#begun;
  }

  state(): Omit<ReaderState, 'skip'> {
    return {
      position: this.#position,
      begun: this.#begun,
      chapter: this.#chapter,
      at: this.#at,
      turn: this.#current?.soFar ?? null,
      tools: this.#tools.entries(),
      counts: this.#counts.entries(),
      recent: this.#recent.entries(),
    };
  }

  /** The turns so far, and where each of them (and what comes next) begins. */
  result(end: TranscriptCursor): {
    readonly turns: readonly TranscriptTurn[];
    readonly lastOpen: boolean;
    readonly bounds: readonly TranscriptCursor[];
  } {
    const visible = this.#drafts.filter((draft) => draft.visible);
    const last = visible.at(-1);
    const undecided = this.#current?.hidden ? this.#current.from : end;
    return {
      turns: withTimes(visible.map((draft) => draft.toTurn())),
      lastOpen: last !== undefined && last === this.#current && !last.over,
      bounds: [...visible.map(({ from }) => from), undecided],
    };
  }

  read(row: Row, place: RowPlace): void {
    this.#chapter ??= this.#beginChapter(row);
    const position = this.#position;
    if (row.kind === 'end') this.#current?.end(row.end);
    else if (row.kind === 'user') this.#user(row, () => place({ ...this.state(), position }));
    else this.#assistant(row);
  }

  /**
   * Out of usage, the host puts one row in the place of the whole file: its end of a turn. What comes
   * then is new, however much it repeats what was said before.
   */
  #beginChapter(row: Row): string {
    if (row.kind !== 'end') return '';
    if (this.#before !== null) {
      const { position, at, counts, recent } = this.#before;
      this.#position = position;
      this.#at = at;
      this.#counts = new BoundedMap(counts, MOST_COUNTS);
      this.#recent = new BoundedMap(recent, MOST_RECENT);
    }
    this.#begun = true;
    return this.#hash(chapterName(row.end));
  }

  /** Takes the next position when there is a text; gives the position the row has or would have. */
  #count(row: MessageRow): number {
    const number = this.#position;
    if (textOf(row) !== '') this.#position += 1;
    return number;
  }

  #user(row: MessageRow, cursor: () => TranscriptCursor): void {
    const number = this.#count(row);
    const raw = row.blocks
      .flatMap((block) => (block.type === 'text' ? [block.text] : []))
      .join('\n');
    const words = userWords(raw);
    const text = requestText(words, row.blocks);
    if (words.resumes && this.#current !== null) this.#current.goOn();
    else if (text !== null) {
      const from = cursor();
      const key = this.#keyOf(raw, words.at !== null);
      const at = words.at ?? row.at ?? this.#at;
      const start = text === '' ? 'self' : words.start;
      this.#begin(TurnDraft.begin(key, number, { text, start, at }, from), at);
    }
    this.#details(row);
  }

  #begin(draft: TurnDraft, at: number | null): void {
    this.#current?.close();
    this.#current = draft;
    this.#drafts.push(draft);
    this.#at = at;
    this.#begun = true;
  }

  #details(row: MessageRow): void {
    for (const block of row.blocks) this.#detail(block);
    this.#current?.seenAt(row.at);
  }

  #detail(block: Block): void {
    const detail = blockDetail(block, this.#tools);
    if (detail === null) return;
    this.#orphans ||= this.#current === null;
    this.#current?.keep(detail);
  }

  #assistant(row: MessageRow): void {
    const number = this.#count(row);
    this.#orphans ||= this.#current === null;
    for (const block of row.blocks) {
      if (block.type === 'turn_ended') this.#current?.end(block.end);
      else if (block.type !== 'text') this.#act(block);
      else this.#say(block.text, number, row.messageId);
    }
    this.#current?.seenAt(row.at);
  }

  #act(block: Block): void {
    this.#detail(block);
    if (block.type === 'tool_use') this.#current?.goOn();
  }

  #say(said: string, number: number, messageId: string | null): void {
    const text = withoutRedactions(said);
    if (text !== '') this.#current?.say(text, number, messageId);
  }

  #keyOf(raw: string, timed: boolean): string {
    const hash = this.#hash(this.#chapter ? `${this.#chapter}\n${raw}` : raw);
    const counts = timed ? this.#recent : this.#counts;
    const count = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, count);
    return `h:${hash}:${count}`;
  }
}

/** Times came with a later version: what was said before the first of them is not newer than it. */
function withTimes(turns: readonly TranscriptTurn[]): readonly TranscriptTurn[] {
  const first = turns.findIndex(({ startedAt }) => startedAt !== null);
  const startedAt = turns[first]?.startedAt ?? null;
  return turns.map((turn, index) =>
    index < first && !turn.continues ? { ...turn, startedAt } : turn,
  );
}

const chapterName = ({ status, error }: EndMark): string => `turn_ended\n${status}\n${error ?? ''}`;

/** Null when the row asks nothing (results of tools, nothing at all); empty for a memory of ours alone. */
function requestText(words: UserWords, blocks: readonly Block[]): string | null {
  const said = plainText(words.text);
  const text = withoutOwnMemory(said);
  if (text.trim() !== '') return text;
  if (words.pictures || blocks.some(({ type }) => type === 'image')) return '[image]';
  if (said.trim() !== '') return '';
  return words.wrapped ? '[document]' : null;
}
