import type { TranscriptCursor } from '../../core/cursor.ts';
import { BoundedMap } from '../bounded-map.ts';
import { MOST_COUNTS, MOST_TOOLS } from '../reader-state.ts';
import { RequestKeys } from '../request-keys.ts';
import {
  type RowPlace,
  type RowReader,
  type TurnsSoFar,
  turnsSoFar,
} from '../transcript-reading.ts';
import { imageDetail, itemDetails } from './transcript-details.ts';
import { TurnDraft } from './transcript-draft.ts';
import { DraftList } from './transcript-drafts.ts';
import type { ItemRow, Row, SpawnedThread } from './transcript-rows.ts';
import { MOST_CHILDREN, type ReaderState } from './transcript-state.ts';
import { messageText, userWords } from './transcript-words.ts';
import { uuidTime } from './uuid-time.ts';

type Place = () => TranscriptCursor;

/** Makes turns of rows in file order. */
export class TurnReader implements RowReader<Row, ReaderState> {
  readonly #tools: BoundedMap<string>;
  readonly #keys: RequestKeys;
  readonly #children: BoundedMap<string>;
  readonly #drafts = new DraftList();
  #current: TurnDraft | null = null;
  /** All that is not held otherwise, as it goes into a cursor. */
  #rest: Pick<ReaderState, 'count' | 'begun' | 'thread' | 'foreign' | 'pending' | 'summarised'>;
  #identified: boolean;
  #orphans = false;

  constructor(start: TranscriptCursor, state: ReaderState, hash: (text: string) => string) {
    this.#tools = new BoundedMap(state.tools, MOST_TOOLS);
    this.#keys = new RequestKeys(state.counts, MOST_COUNTS, hash);
    const children = state.children.map(({ thread, call }) => [thread, call] as const);
    this.#children = new BoundedMap(children, MOST_CHILDREN);
    const { count, begun, thread, foreign, pending, summarised } = state;
    this.#rest = { count, begun, thread, foreign, pending, summarised };
    this.#identified = start.offset > 0;
    if (state.turn === null) return;
    this.#current = TurnDraft.resume(state.turn, start);
    this.#drafts.add(this.#current);
  }

  /** The thread is the program's own. */
  get finished(): boolean {
    return this.#rest.foreign;
  }

  get headless(): boolean {
    return this.#orphans && !this.#rest.begun;
  }

  state(): ReaderState {
    return {
      ...this.#rest,
      turn: this.#current === null || this.#current.hidden ? null : this.#current.soFar,
      tools: this.#tools.entries(),
      counts: this.#keys.counts(),
      children: this.#children.entries().map(([thread, call]) => ({ thread, call })),
    };
  }

  result(end: TranscriptCursor): TurnsSoFar {
    const current = this.#current;
    const undecided = current?.hidden && !current.over ? current.from : end;
    return turnsSoFar(this.#drafts.visible(), current, undecided);
  }

  read(row: Row, place: RowPlace<ReaderState>): void {
    const first = !this.#identified;
    this.#identified = true;
    const here = (): TranscriptCursor => place(this.state());
    switch (row.kind) {
      case 'meta':
        if (first) this.#set({ thread: row.thread, foreign: row.foreign });
        return;
      case 'started':
        this.#set({ pending: row.turnId });
        return;
      case 'called':
        this.#called(row.turnId);
        return;
      case 'ended':
        this.#ended(row.turnId, row.failed);
        return;
      case 'aborted':
        this.#aborted(row.turnId);
        return;
      case 'compacted':
        this.#compacted(row.message);
        return;
      case 'rolled-back':
        this.#rollBack(row.turns);
        return;
      case 'spawned':
        this.#spawned(row.threads);
        return;
      case 'review':
        this.#ask(`/review ${row.hint}`.trim(), { ...row, wrapped: true }, here);
        return;
      case 'item':
        this.#item(row, here);
        return;
      default:
        row satisfies never;
    }
  }

  #set(values: Partial<Pick<ReaderState, 'thread' | 'foreign' | 'pending' | 'summarised'>>): void {
    this.#rest = { ...this.#rest, ...values };
  }

  #called(turnId: string | null): void {
    const late = this.#rest.pending === null ? turnId : null;
    this.#current?.call(late, this.#drafts.isFreeKey(late));
    if (this.#current !== null) this.#drafts.register(this.#current);
    if (turnId !== null) this.#set({ pending: turnId });
  }

  #ended(turnId: string | null, failed: boolean): void {
    const draft = turnId === null ? this.#current : this.#drafts.ofTurn(turnId);
    if (failed) draft?.fail();
    draft?.end();
    this.#notPending(turnId);
  }

  #aborted(turnId: string | null): void {
    (turnId === null ? this.#current : this.#drafts.ofTurn(turnId))?.cut();
    this.#notPending(turnId);
  }

  #notPending(turnId: string | null): void {
    if (turnId === null || turnId === this.#rest.pending) this.#set({ pending: null });
  }

  /** Older releases write the summary like an answer and tell only here that it is none. */
  #compacted(message: string): void {
    const current = this.#current;
    const running = current !== null && current.turnId === this.#rest.pending;
    if (running && !this.#rest.summarised) current.takeBack(message);
    this.#set({ summarised: false });
  }

  /** What was settled before stays: it was said. */
  #rollBack(turns: number): void {
    this.#drafts.dropLast(turns);
    if (turns > 0) this.#current = null;
  }

  /** A fork repeats its parent's rows, but the parent's threads are not its own. */
  #spawned(threads: readonly SpawnedThread[]): void {
    const born = uuidTime(this.#rest.thread ?? '') ?? 0;
    for (const { thread, call } of threads) {
      const at = uuidTime(thread);
      if (at !== null && at >= born) this.#children.set(thread, call);
    }
  }

  #item(row: ItemRow, here: Place): void {
    const { type, role } = row.item;
    if (type !== 'message') this.#work(row, here);
    else if (role === 'user') this.#user(row, here);
    else if (role === 'assistant') this.#say(row, here);
  }

  #user(row: ItemRow, here: Place): void {
    const { request, images, aborts } = userWords(row.item);
    if (aborts) {
      (row.turnId === null ? this.#current : this.#drafts.ofTurn(row.turnId))?.cut();
    }
    if (request === null) return;
    const draft = this.#ask(request, row, here);
    draft.keep(
      images.map((index) => imageDetail(row.source, index)),
      row.at,
    );
  }

  #ask(
    text: string,
    { turnId: named, at, wrapped }: Pick<ItemRow, 'turnId' | 'at' | 'wrapped'>,
    here: Place,
  ): TurnDraft {
    const turnId = named ?? this.#rest.pending;
    const current = this.#current;
    const together =
      turnId === null
        ? wrapped && current?.turnId === null && current.waiting
        : current?.turnId === turnId && !current.continues;
    const draft = together && current !== null ? current : this.#begin(turnId, text, here);
    draft.ask(text, at);
    this.#rest = { ...this.#rest, begun: true };
    this.#number(draft);
    return draft;
  }

  #begin(turnId: string | null, text: string, here: Place): TurnDraft {
    const from = here();
    this.#current?.close();
    const key = this.#drafts.isFreeKey(turnId) ? turnId : this.#keys.keyOf(text);
    const draft = TurnDraft.begin(key, turnId, from);
    this.#drafts.add(draft);
    this.#current = draft;
    return draft;
  }

  #number(draft: TurnDraft): void {
    if (!draft.unnumbered) return;
    this.#rest = { ...this.#rest, count: this.#rest.count + 1 };
    draft.setNumber(this.#rest.count);
  }

  #say(row: ItemRow, here: Place): void {
    const text = messageText(row.item);
    if (row.summary) this.#set({ summarised: true });
    else if (text.trim() !== '') {
      const draft = this.#owner(row, here);
      draft?.say(text, row.item.phase === 'final_answer', row);
      if (draft !== null) this.#number(draft);
    }
  }

  #work(row: ItemRow, here: Place): void {
    const owner = this.#owner(row, here);
    owner?.keep(itemDetails(row, this.#tools), row.at);
  }

  /** The turn the row belongs to; one that nobody asked for begins with its first row. */
  #owner({ turnId: named }: ItemRow, here: Place): TurnDraft | null {
    const turnId = named ?? this.#rest.pending;
    const current = this.#current;
    if (current !== null && (turnId === null || current.turnId === turnId)) return current;
    const known = turnId === null ? undefined : this.#drafts.ofTurn(turnId);
    if (known !== undefined) return known;
    if (turnId === this.#rest.pending && this.#drafts.isFreeKey(turnId)) {
      return this.#begin(turnId, '', here);
    }
    this.#orphans = true;
    return null;
  }
}
