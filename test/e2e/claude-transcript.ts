import { randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

type Fields = Readonly<Record<string, unknown>>;

/** One tool call of an answer, with what the tool printed. */
export interface ToolCall {
  readonly name: string;
  readonly input: Fields;
  readonly output: string;
}

const UUID_FIELD = /("(?:uuid|parentUuid)":")([0-9a-f-]{36})/g;

/** A row is one line of JSON without its line end. */
export type Row = string;

/**
 * The transcript of one conversation, written row by row as Claude Code 2.1.332 writes it. Methods
 * named for what happens append their rows; `…Row` only makes one.
 */
export class ClaudeTranscript {
  readonly path: string;
  readonly session: string;
  readonly cwd: string;
  #parent: string | null = null;
  #at = 0;

  constructor(path: string, session: string, cwd: string) {
    this.path = path;
    this.session = session;
    this.cwd = cwd;
  }

  /** The same conversation in another directory; the file is the caller's to move. */
  movedTo(directory: string): ClaudeTranscript {
    const moved = new ClaudeTranscript(
      join(directory, basename(this.path)),
      this.session,
      this.cwd,
    );
    moved.#parent = this.#parent;
    return moved;
  }

  /** Begins with the rows of another conversation, under this one's name. */
  copyRows(from: ClaudeTranscript, newIds: boolean): void {
    const text = readFileSync(from.path, 'utf8').replaceAll(from.session, this.session);
    const ids = new Map<string, string>();
    const renewed = (id: string): string => {
      const known = ids.get(id) ?? randomUUID();
      ids.set(id, known);
      return known;
    };
    this.write(newIds ? text.replace(UUID_FIELD, (_, head, id) => `${head}${renewed(id)}`) : text);
  }

  append(...rows: readonly (Row | Uint8Array)[]): void {
    for (const row of rows) this.write(typeof row === 'string' ? `${row}\n` : row);
  }

  /** Bytes as they are, without a line end of ours. */
  write(bytes: string | Uint8Array): void {
    mkdirSync(dirname(this.path), { recursive: true });
    appendFileSync(this.path, bytes);
  }

  /** A person's prompt, typed at rest or queued while the agent worked. */
  ask(prompt: unknown, promptId: string, promptSource: 'typed' | 'queued' | 'sdk' = 'typed'): void {
    this.append(this.userRow(prompt, { promptId, promptSource, turnOrigin: 'user' }));
  }

  userRow(content: unknown, fields: Fields = {}): Row {
    return this.#row({ type: 'user', message: { role: 'user', content }, ...fields });
  }

  /** A prompt taken up in mid-turn. */
  absorb(prompt: string): void {
    this.append(
      this.attachmentRow({ type: 'queued_command', prompt, commandMode: 'prompt' }),
      JSON.stringify({ type: 'queue-operation', operation: 'remove', content: prompt }),
    );
  }

  /** What a hook gave the model beside the prompt. */
  addContext(text: string): void {
    this.append(
      this.attachmentRow({
        type: 'hook_additional_context',
        content: [text],
        hookName: 'UserPromptSubmit',
        hookEvent: 'UserPromptSubmit',
      }),
    );
  }

  /** What a hook gave was too long: the model sees the path of a file and the beginning. */
  addPreview(text: string): void {
    const file = `${this.path.replace(/\.jsonl$/, '')}/tool-results/hook-UserPromptSubmit-additionalContext.txt`;
    const size = `${(text.length / 1024).toFixed(1)}KB`;
    this.addContext(
      `<persisted-output>\nOutput too large (${size}). Full output saved to: ${file}\n\nPreview (first 2KB):\n${text.slice(0, 2000)}\n...\n</persisted-output>`,
    );
  }

  /** A hook took longer than it may; nothing of it reaches the model. */
  noteTimeout(): void {
    const row = { type: 'hook_cancelled', hookName: 'UserPromptSubmit', timedOut: true };
    this.append(this.attachmentRow({ ...row, hookEvent: 'UserPromptSubmit', timeoutMs: 30_000 }));
  }

  attachmentRow(attachment: Fields): Row {
    return this.#row({ type: 'attachment', attachment });
  }

  /** The agent's last words of a turn. */
  say(text: string): void {
    this.append(this.answerRow(text));
  }

  answerRow(text: string, stopReason: string = 'end_turn'): Row {
    return this.#agentRow({ type: 'text', text }, stopReason);
  }

  think(thinking: string): void {
    this.append(this.#agentRow({ type: 'thinking', thinking, signature: 'c2ln' }, 'tool_use'));
  }

  /** A tool is called; gives the id of the call. */
  call(name: string, input: Fields): string {
    const id = `toolu_${randomBytes(8).toString('hex')}`;
    this.append(this.#agentRow({ type: 'tool_use', id, name, input }, 'tool_use'));
    return id;
  }

  answerTool(toolUseId: string, content: string): void {
    const result = { tool_use_id: toolUseId, type: 'tool_result', content, is_error: false };
    this.append(this.userRow([result], { toolUseResult: { stdout: content } }));
  }

  use({ name, input, output }: ToolCall): void {
    this.answerTool(this.call(name, input), output);
  }

  /** The user pressed Esc. */
  interrupt(): void {
    this.append(this.userRow([{ type: 'text', text: '[Request interrupted by user]' }]));
  }

  /** The host gives up with an error of the API in the agent's name. */
  fail(text: string): void {
    const message = { ...this.#message({ type: 'text', text }, 'stop_sequence') };
    this.append(
      this.#row({
        type: 'assistant',
        isApiErrorMessage: true,
        message: { ...message, model: '<synthetic>', usage: { output_tokens: 0 } },
      }),
    );
  }

  /** What the host writes once its Stop hooks are done. */
  close(): void {
    this.append(
      this.#row({ type: 'system', subtype: 'stop_hook_summary', hookCount: 1, content: null }),
      JSON.stringify({ type: 'last-prompt', leafUuid: this.#parent, sessionId: this.session }),
    );
  }

  /** A prompt that a hook blocked is no user row. */
  noteBlock(prompt: string, reason: string): void {
    const content = `UserPromptSubmit operation blocked by hook:\n${reason}\n\nOriginal prompt: ${prompt}`;
    this.append(this.#row({ type: 'system', subtype: 'informational', content }));
  }

  #agentRow(block: Fields, stopReason: string): Row {
    return this.#row({ type: 'assistant', message: this.#message(block, stopReason) });
  }

  #message(block: Fields, stopReason: string): Fields {
    return {
      id: `msg_${randomBytes(8).toString('hex')}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: [block],
      stop_reason: stopReason,
      usage: { input_tokens: 100, output_tokens: 42 },
    };
  }

  #row(fields: Fields): Row {
    const uuid = randomUUID();
    this.#at = Math.max(Date.now(), this.#at + 1);
    const row = {
      parentUuid: this.#parent,
      isSidechain: false,
      ...fields,
      uuid,
      timestamp: new Date(this.#at).toISOString(),
      userType: 'external',
      entrypoint: 'cli',
      cwd: this.cwd,
      sessionId: this.session,
      version: '2.1.332',
      gitBranch: 'main',
    };
    this.#parent = uuid;
    return JSON.stringify(row);
  }
}
