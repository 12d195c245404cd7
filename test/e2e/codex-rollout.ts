import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Fields = Readonly<Record<string, unknown>>;

/** UUIDs of version 7, as Codex names threads and turns: later ones sort later. */
let newest = 0;
export function codexId(): string {
  newest = Math.max(newest + 1, Date.now());
  const time = newest.toString(16).padStart(12, '0');
  const tail = newest.toString(16).slice(-12).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${tail}`;
}

/** A rollout of one Codex thread, row by row as Codex 0.171.0 writes it. */
export class CodexRollout {
  readonly thread: string;
  readonly path: string;
  readonly cwd: string;
  #ordinal = 0;

  constructor(home: string, cwd: string, meta: Fields = {}) {
    this.thread = codexId();
    this.cwd = cwd;
    const name = `rollout-2026-11-30T15-20-44-${this.thread}.jsonl`;
    this.path = join(home, '.codex', 'sessions', '2026', '11', '30', name);
    mkdirSync(dirname(this.path), { recursive: true });
    this.row('session_meta', {
      id: this.thread,
      session_id: this.thread,
      cwd,
      originator: 'codex-tui',
      cli_version: '0.171.0',
      source: 'cli',
      thread_source: 'user',
      ...meta,
    });
  }

  row(type: string, payload: Fields): void {
    const timestamp = new Date().toISOString();
    const row = { timestamp, ordinal: this.#ordinal, type, payload };
    this.#ordinal += 1;
    appendFileSync(this.path, `${JSON.stringify(row)}\n`);
  }

  event(type: string, fields: Fields): void {
    this.row('event_msg', { type, ...fields });
  }

  message(role: string, turnId: string, text: string, kind: string): void {
    const content = [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }];
    const about = { turn_id: turnId, content_item_kinds: [kind] };
    this.row('response_item', {
      type: 'message',
      role,
      content,
      internal_chat_message_metadata_passthrough: about,
    });
  }

  /** A turn begins with what a person typed. */
  ask(turnId: string, prompt: string): void {
    this.event('task_started', { turn_id: turnId, started_at: Math.floor(Date.now() / 1000) });
    this.row('turn_context', { turn_id: turnId, cwd: this.cwd });
    this.message('user', turnId, prompt, 'user.text');
    const item = { type: 'UserMessage', content: [{ type: 'text', text: prompt }] };
    this.event('item_completed', { turn_id: turnId, item });
  }

  use(command: string, output: string): void {
    const call = { call_id: `call_${codexId()}` };
    const words = JSON.stringify({ cmd: command });
    this.row('response_item', {
      type: 'function_call',
      name: 'exec_command',
      arguments: words,
      ...call,
    });
    this.row('response_item', { type: 'function_call_output', output, ...call });
  }

  /** The answer, three times, as Codex tells it to different readers. */
  answer(turnId: string, text: string): void {
    this.event('agent_message', { message: text });
    const item = { type: 'AgentMessage', content: [{ type: 'Text', text }] };
    this.event('item_completed', { turn_id: turnId, item });
    this.message('assistant', turnId, text, 'unknown');
  }

  complete(turnId: string): void {
    this.event('task_complete', { turn_id: turnId });
  }
}
