import type { TranscriptCursor } from '../../core/cursor.ts';
import { BoundedMap } from '../bounded-map.ts';
import { DraftList } from '../draft-list.ts';
import { MOST_COUNTS, MOST_TOOLS } from '../reader-state.ts';
import { RequestKeys } from '../request-keys.ts';
import type { RowPlace, RowReader, TurnsSoFar } from '../transcript-reading.ts';
import { subagentStart, thought, toolDetails } from './transcript-details.ts';
import { TurnDraft } from './transcript-draft.ts';
import type { PromptRow, Row, SpeechRow } from './transcript-rows.ts';
import type { ReaderState } from './transcript-state.ts';

/** Makes turns of the rows of an updates stream. Rows of one turn need not stand in order. */
export class TurnReader implements RowReader<Row, ReaderState> {
  readonly #drafts: DraftList<TurnDraft>;
  readonly #tools: BoundedMap<string>;
  readonly #keys: RequestKeys;
  #position: number;
  #submitted: string | null;
  #command: boolean;

  constructor(start: TranscriptCursor, state: ReaderState, hash: (text: string) => string) {
    this.#tools = new BoundedMap(state.tools, MOST_TOOLS);
    this.#keys = new RequestKeys(state.counts, MOST_COUNTS, hash);
    this.#position = state.position;
    this.#submitted = state.submitted;
    this.#command = state.command;
    const resumed = state.turn && TurnDraft.resume(state.turn, start);
    this.#drafts = new DraftList(resumed, state.begun);
  }

  snapshot(): () => ReaderState {
    const counts = this.#keys.snapshot();
    const now = {
      position: this.#position,
      begun: this.#drafts.begun,
      submitted: this.#submitted,
      command: this.#command,
      turn: this.#drafts.current?.soFar ?? null,
      tools: this.#tools.entries(),
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
    const { current } = this.#drafts;
    if (current?.isPart(row)) {
      current.ask(row);
      return;
    }
    const from = place(this.snapshot());
    if (current?.isTakenBackBy(row)) this.#drafts.drop(null);
    const key = this.#keys.keyOf(row.text ?? '');
    this.#drafts.begin(TurnDraft.begin(key, this.#position, this.#submitted, row, from));
    this.#drafts.seeRequest();
    this.#position += 1;
    this.#submitted = null;
  }

  #work(row: Exclude<Row, { kind: 'prompt' | 'submitted' | 'command' | 'end' }>): void {
    const draft = this.#ownerOf(row.promptId);
    if (draft === null) return;
    draft.progress.seenAt(row.at);
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
        draft.progress.set({ worked: true });
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
    const current = this.#drafts.owner();
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
    draft?.progress.seenAt(at);
  }
}
