import { type Home, hookCommand } from './home.ts';
import type { MadeUpText } from './made-up-text.ts';
import { type TranscriptFile, TranscriptWriter } from './transcript-writer.ts';
import { type Command, runWhole } from './whole-process.ts';

type Turn = ReturnType<TranscriptWriter['next']>;

/** A conversation under way, and the hooks its host runs. */
export class Conversation {
  readonly #home: Home;
  readonly #file: TranscriptFile;
  readonly #writer: TranscriptWriter;
  #turn: Turn;

  /** @param product the executable that hears of the session's begin */
  constructor(home: Home, file: TranscriptFile, text: MadeUpText, product: string) {
    this.#home = home;
    this.#file = file;
    this.#writer = new TranscriptWriter(file, text);
    this.#turn = this.#writer.next();
    const event = { hook_event_name: 'SessionStart', source: 'resume' };
    runWhole(hookCommand(home, product, ['session-start'], this.#payload(event)));
  }

  /** The user has sent the next prompt. */
  prompt(product: string): Command {
    this.#turn = this.#writer.next();
    const { prompt, promptId: prompt_id } = this.#turn;
    const event = { hook_event_name: 'UserPromptSubmit', prompt, prompt_id };
    return hookCommand(this.#home, product, ['prompt-submit'], this.#payload(event));
  }

  /** The agent has answered the prompt; its rows are in the transcript. */
  answer(product: string): { readonly command: Command; readonly newBytes: number } {
    const { bytes, answer } = this.#writer.append(this.#turn);
    const event = { hook_event_name: 'Stop', last_assistant_message: answer };
    const command = hookCommand(this.#home, product, ['process-turn'], this.#payload(event));
    return { command, newBytes: bytes };
  }

  #payload(event: object): Parameters<typeof hookCommand>[3] {
    return { session_id: this.#file.session, transcript_path: this.#file.path, ...event };
  }
}
