import type { TranscriptCursor } from '../../core/cursor.ts';
import { BoundedMap } from '../bounded-map.ts';
import { DraftList } from '../draft-list.ts';
import { MOST_COUNTS, MOST_TOOLS } from '../reader-state.ts';
import { RequestKeys } from '../request-keys.ts';
import type { RowPlace, RowReader, TurnsSoFar } from '../transcript-reading.ts';
import { endsTurn, rowMeaning } from './transcript-answers.ts';
import {
  attachmentDetail,
  blockDetails,
  messageDetails,
  subagentDetails,
  utterance,
} from './transcript-details.ts';
import { type Asked, TurnDraft } from './transcript-draft.ts';
import { queuedRequest, wordsOf } from './transcript-requests.ts';
import type { AssistantRow, AttachmentRow, Row, UserRow } from './transcript-rows.ts';
import type { ReaderState } from './transcript-state.ts';
import { cleanUserText } from './transcript-text.ts';

/** A process was killed while the tool ran. */
const KILLED_TOOL = '[Tool call interrupted: the session ended';

/**
 * Makes turns of rows in file order. The parent chain is no order: parallel tool results branch, and
 * rows hang on rows that are not in the file.
 */
export class TurnReader implements RowReader<Row, ReaderState> {
  readonly #drafts: DraftList<TurnDraft>;
  readonly #tools: BoundedMap<string>;
  readonly #keys: RequestKeys;
  /** Rows that were read: some versions write the same rows a second time. */
  readonly #seen = new Set<string>();
  #position: number;

  constructor(start: TranscriptCursor, state: ReaderState, hash: (text: string) => string) {
    this.#tools = new BoundedMap(state.tools, MOST_TOOLS);
    this.#keys = new RequestKeys(state.counts, MOST_COUNTS, hash);
    this.#position = state.position;
    const resumed = state.turn && TurnDraft.resume(state.turn, start);
    this.#drafts = new DraftList(resumed, state.begun);
  }

  /** Ids of attachments matter now, whatever their type. */
  get followsAttachments(): boolean {
    return this.#drafts.current?.waiting ?? false;
  }

  snapshot(position = this.#position): () => ReaderState {
    const counts = this.#keys.snapshot();
    const { begun, current } = this.#drafts;
    const now = { position, begun, turn: current?.soFar ?? null, tools: this.#tools.entries() };
    return () => ({ ...now, counts: counts() });
  }

  turnsOver(behind: number, until: number): number {
    return this.#drafts.turnsOver(behind, until);
  }

  result(end: TranscriptCursor): TurnsSoFar {
    return this.#drafts.result(end);
  }

  read(row: Row, place: RowPlace<ReaderState>): void {
    const position = this.#position;
    const cursor = (): TranscriptCursor => place(this.snapshot(position));
    if (row.kind === 'attachment') this.#attachment(row, cursor);
    else if (row.sidechain) this.#sidechain(row);
    else if (row.kind === 'user') this.#user(row, cursor);
    else this.#assistant(row);
  }

  #user(row: UserRow, cursor: () => TranscriptCursor): void {
    const number = this.#count(cleanUserText(row.text));
    if (this.#repeated(row) || row.meta || row.compactSummary) return;
    if (row.blocks.some(({ type }) => type === 'tool_result')) this.#toolResults(row);
    else this.#userWords(row, number, cursor);
  }

  /** Takes the next position when there is a text; gives the position the row has or would have. */
  #count(text: string): number {
    const number = this.#position;
    if (text !== '') this.#position += 1;
    return number;
  }

  #repeated({ uuid }: Row): boolean {
    if (uuid === null) return false;
    const known = this.#seen.has(uuid);
    this.#seen.add(uuid);
    return known;
  }

  #toolResults(row: UserRow): void {
    const draft = this.#drafts.owner();
    if (draft === null) return;
    draft.work();
    draft.keep(messageDetails(row, this.#tools));
    draft.progress.seenAt(row.at);
    const killed = row.blocks.some(
      (block) => block.type === 'tool_result' && block.text.startsWith(KILLED_TOOL),
    );
    if (killed || wordsOf(row).interrupts) draft.progress.set({ cut: true });
  }

  #userWords(row: UserRow, number: number, cursor: () => TranscriptCursor): void {
    const { request, interrupts, localOutput } = wordsOf(row);
    if (localOutput) this.#dropUndecided();
    if (interrupts) {
      this.#drafts.current?.progress.set({ cut: true });
      this.#drafts.current?.progress.seenAt(row.at);
    }
    if (request === null) return;
    if (request.command === 'compact') {
      this.#compact();
      return;
    }
    this.#request({ ...row, request }, number, cursor);
    this.#drafts.current?.keep(messageDetails(row, this.#tools));
  }

  /** The command the current draft began with was the host's own, or nobody waits for its answer. */
  #dropUndecided(): void {
    if (this.#drafts.current?.undecided) this.#drop(this.#drafts.current);
  }

  #drop(draft: TurnDraft): void {
    this.#drafts.drop(draft.previous);
    draft.previous?.progress.reopen();
  }

  /** What an old version lets the agent say after `/compact` is the summary, not an answer. */
  #compact(): void {
    this.#dropUndecided();
    this.#drafts.leave();
    this.#drafts.seeRequest();
  }

  #request(asked: Asked, number: number, cursor: () => TranscriptCursor): void {
    const { current } = this.#drafts;
    const byHost = asked.request.start === 'self';
    if (current?.undecided && !(byHost && current.startedByHost)) this.#dropUndecided();
    const waiting = this.#drafts.current?.waiting ? this.#drafts.current : null;
    if (!byHost && waiting?.takeBack(asked.parentUuid)) this.#drop(waiting);
    else if (asked.request.command === null && waiting !== null && joins(waiting, asked)) {
      waiting.ask(asked);
      return;
    }
    this.#begin(asked, number, cursor);
  }

  #begin(asked: Asked, number: number, cursor: () => TranscriptCursor): void {
    const previous = this.#drafts.current;
    const from = cursor();
    const key = asked.uuid ?? this.#keys.keyOf(asked.request.text);
    this.#drafts.begin(TurnDraft.begin(key, number, asked, { from, previous }));
    this.#drafts.seeRequest();
  }

  #assistant(row: AssistantRow): void {
    const number = this.#count(row.text);
    if (this.#repeated(row)) return;
    const meaning = rowMeaning(row);
    if (meaning === 'failure') this.#drafts.current?.progress.set({ failed: true });
    const draft = meaning === 'agent' ? this.#drafts.owner() : null;
    if (draft === null) return;
    draft.progress.seenAt(row.at);
    /* The turn goes on, whatever was said before. */
    draft.progress.set({ ended: false });
    for (const [index, block] of row.blocks.entries()) {
      if (block.type === 'tool_use') draft.work();
      if (block.type !== 'text') draft.keep(blockDetails(row, index, this.#tools));
      else if (block.text.trim() !== '') {
        draft.say(block.text, utterance(row, index, block.text), number, row.messageId);
      }
    }
    if (endsTurn(row)) draft.progress.set({ ended: true });
  }

  #sidechain(row: UserRow | AssistantRow): void {
    if (!this.#repeated(row)) this.#drafts.current?.keep(subagentDetails(row, 'subagent'));
  }

  #attachment(row: AttachmentRow, cursor: () => TranscriptCursor): void {
    if (this.#repeated(row)) return;
    const request = queuedRequest(row);
    if (request !== null) {
      this.#queued({ ...row, request, promptId: null, promptSource: null }, cursor);
      return;
    }
    this.#drafts.current?.follow(row.uuid);
    const detail = attachmentDetail(row);
    if (detail !== null) this.#drafts.current?.keep([detail]);
  }

  /** Taken up by the running turn; after a finished one it begins the next. */
  #queued(asked: Asked, cursor: () => TranscriptCursor): void {
    const draft = this.#drafts.current;
    if (draft === null || draft.progress.over || draft.continues)
      this.#begin(asked, this.#position, cursor);
    else draft.ask(asked);
  }
}

/** Words of a person and notices of the host are never put together. */
const joins = (waiting: TurnDraft, asked: Asked): boolean =>
  waiting.startedByHost ? asked.request.start === 'self' : waiting.joins(asked);
