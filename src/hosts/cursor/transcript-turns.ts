import type { TranscriptCursor } from '../../core/cursor.ts';
import type { TranscriptTurn } from '../../core/turn.ts';
import { BoundedMap } from '../bounded-map.ts';
import { DraftList } from '../draft-list.ts';
import { withoutOwnMemory } from '../own-memory.ts';
import { plainText } from '../plain-text.ts';
import { MOST_COUNTS, MOST_TOOLS } from '../reader-state.ts';
import { RequestKeys } from '../request-keys.ts';
import type { RowPlace, RowReader, TurnsSoFar } from '../transcript-reading.ts';
import { blockDetail } from './transcript-details.ts';
import { TurnDraft } from './transcript-draft.ts';
import { type Block, type EndMark, type MessageRow, type Row, textOf } from './transcript-rows.ts';
import { MOST_RECENT, type ReaderState } from './transcript-state.ts';
import { withoutRedactions } from './transcript-text.ts';
import { type UserWords, userWords } from './user-words.ts';

/** Makes turns of rows in file order. */
export class TurnReader implements RowReader<Row, ReaderState> {
  readonly #hash: (text: string) => string;
  readonly #before: ReaderState | null;
  readonly #drafts: DraftList<TurnDraft>;
  readonly #tools: BoundedMap<string>;
  #untimed: RequestKeys;
  /** Those with a time. */
  #recent: RequestKeys;
  #position: number;
  #chapter: string | null;
  #at: number | null;

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
    this.#untimed = new RequestKeys(state.counts, MOST_COUNTS, hash);
    this.#recent = new RequestKeys(state.recent, MOST_RECENT, hash);
    this.#position = state.position;
    this.#chapter = state.chapter;
    this.#at = state.at;
    const resumed = state.turn && TurnDraft.resume(state.turn, start);
    this.#drafts = new DraftList(resumed, state.begun);
  }

  snapshot(position = this.#position): () => ReaderState {
    const counts = this.#untimed.snapshot();
    const recent = this.#recent.snapshot();
    const now = {
      position,
      begun: this.#drafts.begun,
      chapter: this.#chapter,
      at: this.#at,
      turn: this.#drafts.current?.soFar ?? null,
      tools: this.#tools.entries(),
    };
    return () => ({ ...now, counts: counts(), recent: recent() });
  }

  turnsOver(behind: number, until: number): number {
    return this.#drafts.turnsOver(behind, until);
  }

  result(end: TranscriptCursor): TurnsSoFar {
    const found = this.#drafts.result(end);
    return { ...found, turns: withTimes(found.turns) };
  }

  read(row: Row, place: RowPlace<ReaderState>): void {
    this.#chapter ??= this.#beginChapter(row);
    const position = this.#position;
    if (row.kind === 'end') this.#drafts.current?.end(row.end);
    else if (row.kind === 'user') this.#user(row, () => place(this.snapshot(position)));
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
      this.#untimed = new RequestKeys(counts, MOST_COUNTS, this.#hash);
      this.#recent = new RequestKeys(recent, MOST_RECENT, this.#hash);
    }
    this.#drafts.seeRequest();
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
    const { current } = this.#drafts;
    if (words.resumes && current !== null) current.goOn();
    else if (text !== null) {
      const from = cursor();
      const key = this.#keyOf(raw, words.at !== null);
      const at = words.at ?? row.at ?? this.#at;
      const start = text === '' ? 'self' : words.start;
      this.#drafts.begin(TurnDraft.begin(key, number, { text, start, at }, from));
      this.#drafts.seeRequest();
      this.#at = at;
    }
    this.#details(row);
  }

  #details(row: MessageRow): void {
    for (const block of row.blocks) this.#detail(block);
    this.#drafts.current?.progress.seenAt(row.at);
  }

  #detail(block: Block): void {
    const detail = blockDetail(block, this.#tools);
    if (detail !== null) this.#drafts.owner()?.keep(detail);
  }

  #assistant(row: MessageRow): void {
    const number = this.#count(row);
    const draft = this.#drafts.owner();
    for (const block of row.blocks) {
      if (block.type === 'turn_ended') draft?.end(block.end);
      else if (block.type !== 'text') this.#act(block);
      else this.#say(block.text, number, row.messageId);
    }
    draft?.progress.seenAt(row.at);
  }

  #act(block: Block): void {
    this.#detail(block);
    if (block.type === 'tool_use') this.#drafts.current?.goOn();
  }

  #say(said: string, number: number, messageId: string | null): void {
    const text = withoutRedactions(said);
    if (text !== '') this.#drafts.current?.say(text, number, messageId);
  }

  #keyOf(raw: string, timed: boolean): string {
    const keys = timed ? this.#recent : this.#untimed;
    return keys.keyOf(this.#chapter ? `${this.#chapter}\n${raw}` : raw);
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
