import type { SuccessorSettings } from '../../core/auto-handoff.ts';
import { handoffIn } from '../../core/auto-handoff.ts';
import type { InFlight, TimedText } from '../../core/in-flight.ts';
import { readTranscriptFile } from '../transcript-file.ts';
import { objectsOfLine } from '../transcript-line.ts';
import { ConversationTraits, TRAIT_ROWS } from './conversation-traits.ts';
import { InFlightTurn } from './in-flight-turn.ts';
import { queuedRequest, type Request, wordsOf } from './transcript-requests.ts';
import { type AttachmentRow, parseRow, type UserRow } from './transcript-rows.ts';

/** What a transcript says of the turn that was stopped, and of how the conversation is set. */
export interface ClaudeInFlight {
  readonly inFlight: InFlight;
  /** As far as rows tell. */
  readonly settings: SuccessorSettings;
  /** What the user called the conversation, else what Claude Code did. */
  readonly title: string | null;
}

export interface InFlightSearch {
  /** The tool call that was stopped; null where the context was full. */
  readonly toolUseId: string | null;
  /** Paths inside it are told from there. */
  readonly directory: string;
  /** What the conversation was asked that handed over with this id. */
  readonly requestBefore: (handoff: string) => TimedText | null;
}

type RawRow = Readonly<Record<string, unknown>>;

/** Most lines of a transcript are none of these. */
const KEPT = ['"user"', '"assistant"', '"queued_command"', ...TRAIT_ROWS].map((word) =>
  Buffer.from(word),
);

/**
 * The last turn of a transcript, as whoever goes on from it has to know it. One pass; holds the turn.
 * @returns null when there is no such file
 */
export const readInFlight = (path: string, search: InFlightSearch): ClaudeInFlight | null =>
  readTranscriptFile(path, null, (file) => {
    const reader = new InFlightReader(search);
    for (const { bytes, offset } of file.lines()) {
      if (!KEPT.some((word) => bytes.includes(word))) continue;
      for (const value of objectsOfLine(bytes.toString('utf8'))) reader.read(value, `@${offset}`);
    }
    return reader.result();
  });

class InFlightReader {
  readonly #search: InFlightSearch;
  #turn: InFlightTurn;
  readonly #traits = new ConversationTraits();
  /** The user has typed something else into the conversation that was stopped. */
  #isOver = false;

  constructor(search: InFlightSearch) {
    this.#search = search;
    this.#turn = new InFlightTurn(search.directory);
  }

  read(value: RawRow, place: string): void {
    this.#traits.read(value);
    const row = this.#isOver ? null : parseRow(value, place);
    if (row === null) return;
    if (row.kind === 'attachment') this.#attachment(row);
    else if (row.sidechain) return;
    else if (row.kind === 'assistant') {
      if (!row.synthetic) this.#turn.answer(row);
    } else if (!row.meta && !row.compactSummary) this.#user(row, value);
  }

  #attachment(row: AttachmentRow): void {
    const request = queuedRequest(row);
    if (request !== null) this.#turn.ask(this.#words(request, row.at));
  }

  #user(row: UserRow, value: RawRow): void {
    this.#turn.results(value);
    const { request } = wordsOf(row);
    if (request !== null && request.start !== 'self') this.#request(request, row.at);
  }

  /** What is typed before the agent has said anything belongs together. */
  #request(request: Request, at: number | null): void {
    const { toolUseId } = this.#search;
    this.#isOver = toolUseId !== null && this.#turn.holds(toolUseId);
    if (this.#isOver) return;
    if (this.#turn.hasBegun) this.#turn = new InFlightTurn(this.#search.directory);
    if (request.command !== 'compact') this.#turn.ask(this.#words(request, at));
  }

  #words({ text }: Request, at: number | null): TimedText | null {
    const id = handoffIn(text);
    return id === null ? { text, at } : this.#search.requestBefore(id);
  }

  result(): ClaudeInFlight {
    return {
      inFlight: this.#turn.result(this.#search.toolUseId),
      settings: this.#traits.settings,
      title: this.#traits.title,
    };
  }
}
