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
  readonly #drafts: TurnDraft[] = [];
  readonly #tools: BoundedMap<string>;
  readonly #keys: RequestKeys;
  /** Rows that were read: some versions write the same rows a second time. */
  readonly #seen = new Set<string>();
  #current: TurnDraft | null = null;
  #position: number;
  #begun: boolean;
  #orphans = false;

  constructor(start: TranscriptCursor, state: ReaderState, hash: (text: string) => string) {
    this.#tools = new BoundedMap(state.tools, MOST_TOOLS);
    this.#keys = new RequestKeys(state.counts, MOST_COUNTS, hash);
    this.#position = state.position;
    this.#begun = state.begun;
    if (state.turn === null) return;
    this.#current = TurnDraft.resume(state.turn, start);
    this.#drafts.push(this.#current);
  }

  /** Ids of attachments matter now, whatever their type. */
  get followsAttachments(): boolean {
    return this.#current?.waiting ?? false;
  }

  get headless(): boolean {
    return this.#orphans && !this.#begun;
  }

  state(): ReaderState {
    return {
      position: this.#position,
      begun: this.#begun,
      turn: this.#current?.soFar ?? null,
      tools: this.#tools.entries(),
      counts: this.#keys.counts(),
    };
  }

  result(end: TranscriptCursor): TurnsSoFar {
    const visible = this.#drafts.filter((draft) => draft.visible);
    const undecided = this.#current?.hidden ? this.#current.from : end;
    return turnsSoFar(visible, this.#current, undecided);
  }

  read(row: Row, place: RowPlace<ReaderState>): void {
    const position = this.#position;
    const cursor = (): TranscriptCursor => place({ ...this.state(), position });
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
    const draft = this.#owner();
    if (draft === null) return;
    draft.work();
    draft.keep(messageDetails(row, this.#tools));
    draft.seenAt(row.at);
    const killed = row.blocks.some(
      (block) => block.type === 'tool_result' && block.text.startsWith(KILLED_TOOL),
    );
    if (killed || wordsOf(row).interrupts) draft.cut();
  }

  #owner(): TurnDraft | null {
    this.#orphans ||= this.#current === null;
    return this.#current;
  }

  #userWords(row: UserRow, number: number, cursor: () => TranscriptCursor): void {
    const { request, interrupts, localOutput } = wordsOf(row);
    if (localOutput) this.#dropHidden();
    if (interrupts) {
      this.#current?.cut();
      this.#current?.seenAt(row.at);
    }
    if (request === null) return;
    if (request.command === 'compact') {
      this.#compact();
      return;
    }
    this.#request({ ...row, request }, number, cursor);
    this.#current?.keep(messageDetails(row, this.#tools));
  }

  /** The command the current draft began with was the host's own, or nobody waits for its answer. */
  #dropHidden(): void {
    if (this.#current?.hidden) this.#drop(this.#current);
  }

  #drop(draft: TurnDraft): void {
    this.#drafts.pop();
    this.#current = draft.previous;
    this.#current?.reopen();
  }

  /** What an old version lets the agent say after `/compact` is the summary, not an answer. */
  #compact(): void {
    this.#dropHidden();
    this.#current?.close();
    this.#current = null;
    this.#begun = true;
  }

  #request(asked: Asked, number: number, cursor: () => TranscriptCursor): void {
    const current = this.#current;
    const byHost = asked.request.start === 'self';
    if (current?.hidden && !(byHost && current.startedByHost)) this.#dropHidden();
    const waiting = this.#current?.waiting ? this.#current : null;
    if (!byHost && waiting?.takeBack(asked.parentUuid)) this.#drop(waiting);
    else if (asked.request.command === null && waiting !== null && joins(waiting, asked)) {
      waiting.ask(asked);
      return;
    }
    this.#begin(asked, number, cursor);
  }

  #begin(asked: Asked, number: number, cursor: () => TranscriptCursor): void {
    const previous = this.#current;
    const from = cursor();
    previous?.close();
    const key = asked.uuid ?? this.#keys.keyOf(asked.request.text);
    const draft = TurnDraft.begin(key, number, asked, { from, previous });
    this.#drafts.push(draft);
    this.#current = draft;
    this.#begun = true;
  }

  #assistant(row: AssistantRow): void {
    const number = this.#count(row.text);
    if (this.#repeated(row)) return;
    const meaning = rowMeaning(row);
    if (meaning === 'failure') this.#current?.fail();
    const draft = meaning === 'agent' ? this.#owner() : null;
    if (draft === null) return;
    draft.seenAt(row.at);
    draft.think();
    for (const [index, block] of row.blocks.entries()) {
      if (block.type === 'tool_use') draft.work();
      if (block.type !== 'text') draft.keep(blockDetails(row, index, this.#tools));
      else if (block.text.trim() !== '') {
        draft.say(block.text, utterance(row, index, block.text), number, row.messageId);
      }
    }
    if (endsTurn(row)) draft.end();
  }

  #sidechain(row: UserRow | AssistantRow): void {
    if (!this.#repeated(row)) this.#current?.keep(subagentDetails(row, 'subagent'));
  }

  #attachment(row: AttachmentRow, cursor: () => TranscriptCursor): void {
    if (this.#repeated(row)) return;
    const request = queuedRequest(row);
    if (request !== null) {
      this.#queued({ ...row, request, promptId: null, promptSource: null }, cursor);
      return;
    }
    this.#current?.follow(row.uuid);
    const detail = attachmentDetail(row);
    if (detail !== null) this.#current?.keep([detail]);
  }

  /** Taken up by the running turn; after a finished one it begins the next. */
  #queued(asked: Asked, cursor: () => TranscriptCursor): void {
    const draft = this.#current;
    if (draft === null || draft.over || draft.continues) this.#begin(asked, this.#position, cursor);
    else draft.ask(asked);
  }
}

/** Words of a person and notices of the host are never put together. */
const joins = (waiting: TurnDraft, asked: Asked): boolean =>
  waiting.startedByHost ? asked.request.start === 'self' : waiting.joins(asked);
