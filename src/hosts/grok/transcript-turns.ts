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
import { subagentStart, thought, toolDetails } from './transcript-details.ts';
import { TurnDraft } from './transcript-draft.ts';
import type { PromptRow, Row, SpeechRow } from './transcript-rows.ts';
import type { ReaderState } from './transcript-state.ts';

/** Makes turns of the rows of an updates stream. Rows of one turn need not stand in order. */
export class TurnReader implements RowReader<Row, ReaderState> {
  readonly #drafts: TurnDraft[] = [];
  readonly #tools: BoundedMap<string>;
  readonly #keys: RequestKeys;
  #current: TurnDraft | null = null;
  #position: number;
  #begun: boolean;
  #submitted: string | null;
  #command: boolean;
  #orphans = false;

  constructor(start: TranscriptCursor, state: ReaderState, hash: (text: string) => string) {
    this.#tools = new BoundedMap(state.tools, MOST_TOOLS);
    this.#keys = new RequestKeys(state.counts, MOST_COUNTS, hash);
    this.#position = state.position;
    this.#begun = state.begun;
    this.#submitted = state.submitted;
    this.#command = state.command;
    if (state.turn === null) return;
    this.#current = TurnDraft.resume(state.turn, start);
    this.#drafts.push(this.#current);
  }

  get headless(): boolean {
    return this.#orphans && !this.#begun;
  }

  state(): ReaderState {
    return {
      position: this.#position,
      begun: this.#begun,
      submitted: this.#submitted,
      command: this.#command,
      turn: this.#current?.soFar ?? null,
      tools: this.#tools.entries(),
      counts: this.#keys.counts(),
    };
  }

  result(end: TranscriptCursor): TurnsSoFar {
    const visible = this.#drafts.filter((draft) => !draft.hidden);
    const undecided = this.#current?.hidden ? this.#current.from : end;
    return turnsSoFar(visible, this.#current, undecided);
  }

  read(row: Row, place: RowPlace<ReaderState>): void {
    const { promptId } = row;
    switch (row.kind) {
      case 'submitted':
        this.#submitted = promptId;
        return;
      case 'command':
        this.#command = true;
        return;
      case 'prompt':
        this.#prompt(row, place);
        return;
      case 'end':
        this.#end(promptId, row.reason, row.at);
        return;
      case 'speech':
      case 'thought':
      case 'tool':
      case 'subagent':
        this.#work(row);
        return;
      default:
        row satisfies never;
    }
  }

  #prompt(row: PromptRow, place: RowPlace<ReaderState>): void {
    const current = this.#current;
    if (current?.isPart(row)) {
      current.ask(row);
      return;
    }
    if (current?.isTakenBackBy(row)) this.#drafts.pop();
    else current?.close();
    const from = place(this.state());
    const key = this.#keys.keyOf(row.text ?? '');
    const draft = TurnDraft.begin(key, this.#position, this.#submitted, row, from);
    this.#position += 1;
    this.#submitted = null;
    this.#begun = true;
    this.#drafts.push(draft);
    this.#current = draft;
  }

  #work(row: Exclude<Row, { kind: 'prompt' | 'submitted' | 'command' | 'end' }>): void {
    const draft = this.#ownerOf(row.promptId);
    if (draft === null) return;
    draft.seenAt(row.at);
    switch (row.kind) {
      case 'speech':
        this.#speech(draft, row);
        return;
      case 'thought':
        draft.keep([thought(row)]);
        return;
      case 'subagent':
        draft.keep([subagentStart(row)]);
        return;
      case 'tool':
        draft.work();
        draft.keep(toolDetails(row, this.#tools));
        return;
      default:
        row satisfies never;
    }
  }

  #speech(draft: TurnDraft, row: SpeechRow): void {
    if (draft.say(row, this.#position)) this.#position += 1;
  }

  /** The turn the row names; without a name, or while the turn itself has none, the current one. */
  #ownerOf(promptId: string | null): TurnDraft | null {
    const current = this.#current;
    this.#orphans ||= current === null;
    if (promptId === null || current === null) return current;
    const named = this.#named(promptId);
    if (named !== null) return named;
    if (current.promptId !== null) return null;
    current.name(promptId);
    return current;
  }

  #named(promptId: string): TurnDraft | null {
    return this.#drafts.findLast((draft) => draft.promptId === promptId) ?? null;
  }

  /** A prompt that a hook blocked and a command of the host have an end, but no prompt of their own. */
  #end(promptId: string | null, reason: string, at: number | null): void {
    const ofCommand = this.#command;
    const blocked = promptId !== null && promptId === this.#submitted;
    if (blocked) this.#submitted = null;
    const named = promptId === null ? null : this.#named(promptId);
    if (named === null && (blocked || ofCommand)) {
      this.#command &&= blocked;
      return;
    }
    const draft = this.#ownerOf(promptId);
    draft?.end(reason);
    draft?.seenAt(at);
  }
}
