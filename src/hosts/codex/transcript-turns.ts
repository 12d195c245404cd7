import type { TranscriptCursor } from '../../core/cursor.ts';
import { BoundedMap } from '../bounded-map.ts';
import { DraftList } from '../draft-list.ts';
import { MOST_COUNTS, MOST_TOOLS } from '../reader-state.ts';
import { RequestKeys } from '../request-keys.ts';
import type { RowPlace, RowReader, TurnsSoFar } from '../transcript-reading.ts';
import { imageDetail, itemDetails } from './transcript-details.ts';
import { TurnDraft } from './transcript-draft.ts';
import type { ItemRow, Row, SpawnedThread } from './transcript-rows.ts';
import { MOST_CHILDREN, type ReaderState } from './transcript-state.ts';
import { TurnIds } from './transcript-turn-ids.ts';
import { messageText, userWords } from './transcript-words.ts';
import { uuidTime } from './uuid-time.ts';

type Place = () => TranscriptCursor;

/** Makes turns of rows in file order. */
export class TurnReader implements RowReader<Row, ReaderState> {
  readonly #tools: BoundedMap<string>;
  readonly #keys: RequestKeys;
  readonly #children: BoundedMap<string>;
  readonly #drafts: DraftList<TurnDraft>;
  readonly #ids = new TurnIds();
  /** All that is not held otherwise, as it goes into a cursor. */
  #rest: Pick<ReaderState, 'count' | 'thread' | 'foreign' | 'pending' | 'summarised'>;
  #identified: boolean;

  constructor(start: TranscriptCursor, state: ReaderState, hash: (text: string) => string) {
    this.#tools = new BoundedMap(state.tools, MOST_TOOLS);
    this.#keys = new RequestKeys(state.counts, MOST_COUNTS, hash);
    const children = state.children.map(({ thread, call }) => [thread, call] as const);
    this.#children = new BoundedMap(children, MOST_CHILDREN);
    const { count, thread, foreign, pending, summarised } = state;
    this.#rest = { count, thread, foreign, pending, summarised };
    this.#identified = start.offset > 0;
    const resumed = state.turn && TurnDraft.resume(state.turn, start);
    this.#drafts = new DraftList(resumed, state.begun);
    if (resumed !== null) this.#ids.register(resumed);
  }

  /** The thread is the program's own. */
  get finished(): boolean {
    return this.#rest.foreign;
  }

  snapshot(): () => ReaderState {
    const { begun, current } = this.#drafts;
    const counts = this.#keys.snapshot();
    const now = {
      ...this.#rest,
      begun,
      turn: current === null || current.hidden ? null : current.soFar,
      tools: this.#tools.entries(),
      children: this.#children.entries().map(([thread, call]) => ({ thread, call })),
    };
    return () => ({ ...now, counts: counts() });
  }

  turnsOver(behind: number, until: number): number {
    return this.#drafts.turnsOver(behind, until);
  }

  result(end: TranscriptCursor): TurnsSoFar {
    return this.#drafts.result(end);
  }

  read(row: Row, place: RowPlace<ReaderState>): void {
    const first = !this.#identified;
    this.#identified = true;
    const here = (): TranscriptCursor => place(this.snapshot());
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
    const { current } = this.#drafts;
    current?.call(late, this.#ids.isFreeKey(late));
    if (current !== null) this.#ids.register(current);
    if (turnId !== null) this.#set({ pending: turnId });
  }

  #ended(turnId: string | null, failed: boolean): void {
    this.#turn(turnId)?.progress.set(failed ? { failed, ended: true } : { ended: true });
    this.#notPending(turnId);
  }

  #aborted(turnId: string | null): void {
    this.#turn(turnId)?.progress.set({ cut: true });
    this.#notPending(turnId);
  }

  /** The turn with this id; without one the current turn. */
  #turn(turnId: string | null): TurnDraft | null {
    return turnId === null ? this.#drafts.current : (this.#ids.draftOf(turnId) ?? null);
  }

  #notPending(turnId: string | null): void {
    if (turnId === null || turnId === this.#rest.pending) this.#set({ pending: null });
  }

  /** Older releases write the summary like an answer and tell only here that it is none. */
  #compacted(message: string): void {
    const { current } = this.#drafts;
    const running = current !== null && current.turnId === this.#rest.pending;
    if (running && !this.#rest.summarised) current.takeBack(message);
    this.#set({ summarised: false });
  }

  /** Takes back the last turns that were asked for. What was settled before stays: it was said. */
  #rollBack(turns: number): void {
    let left = turns;
    while (left > 0) {
      const dropped = this.#drafts.drop(null);
      if (dropped === undefined) return;
      this.#ids.forget(dropped);
      if (dropped.asked) left -= 1;
    }
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
    if (aborts) this.#turn(row.turnId)?.progress.set({ cut: true });
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
    const { current } = this.#drafts;
    const together =
      turnId === null
        ? wrapped && current?.turnId === null && current.waiting
        : current?.turnId === turnId && !current.continues;
    const draft = together && current !== null ? current : this.#begin(turnId, text, here);
    draft.ask(text, at);
    this.#drafts.seeRequest();
    this.#number(draft);
    return draft;
  }

  #begin(turnId: string | null, text: string, here: Place): TurnDraft {
    const from = here();
    const key = this.#ids.isFreeKey(turnId) ? turnId : this.#keys.keyOf(text);
    const draft = TurnDraft.begin(key, turnId, from);
    this.#drafts.begin(draft);
    this.#ids.register(draft);
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
    const { current } = this.#drafts;
    if (current !== null && (turnId === null || current.turnId === turnId)) return current;
    const known = turnId === null ? undefined : this.#ids.draftOf(turnId);
    if (known !== undefined) return known;
    if (turnId === this.#rest.pending && this.#ids.isFreeKey(turnId)) {
      return this.#begin(turnId, '', here);
    }
    return this.#drafts.orphan();
  }
}
