import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { codexId } from './codex-rollout.ts';
import type { HookCommand, HookRun, Machine } from './fake-host.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What Grok 1.0.41 does with its hooks and files in one session. */
export class GrokSession {
  readonly #machine: Machine;
  readonly id: string;
  readonly directory: string;
  /** Of the running turn. */
  promptId = '';
  #prompts = 0;

  constructor(machine: Machine, id: string = codexId()) {
    this.#machine = machine;
    this.id = id;
    const folder = encodeURIComponent(machine.project);
    this.directory = join(machine.home, '.grok', 'sessions', folder, this.id);
    mkdirSync(this.directory, { recursive: true });
  }

  get session(): string {
    return `grok:${this.id}`;
  }

  start(source = 'new'): Promise<HookRun> {
    return this.fire('session-start', 'session_start', { source });
  }

  /** Both files get the prompt when the hook has let it pass. */
  async prompt(text: string): Promise<HookRun> {
    this.promptId = randomUUID();
    const fields = { prompt: text, promptId: this.promptId };
    const run = await this.fire('prompt-submit', 'user_prompt_submit', fields);
    if (run.stdout !== '') return run;
    this.#extra({
      sessionUpdate: 'hook_execution',
      event_name: 'user_prompt_submit',
      prompt_id: this.promptId,
    });
    const about = { modelId: 'mock-1', promptIndex: this.#prompts };
    this.#update({
      sessionUpdate: 'user_message_chunk',
      content: { type: 'text', text },
      _meta: about,
    });
    const query = [{ type: 'text', text: `<user_query>\n${text}\n</user_query>` }];
    this.#history({ type: 'user', content: query, prompt_index: this.#prompts });
    this.#prompts += 1;
    return run;
  }

  /** PreToolUse, before anything of the call is written. */
  tool(): Promise<HookRun> {
    return this.fire('pre-tool-use', 'pre_tool_use', {
      toolName: 'run_terminal_command',
      toolInput: { command: 'ls' },
    });
  }

  /** No start of a session is reported behind a compaction. */
  compact(): Promise<HookRun> {
    return this.fire('session-start', 'post_compact', { source: 'auto' });
  }

  used(output: string): void {
    const toolCallId = `call_${randomUUID()}`;
    this.#update({
      sessionUpdate: 'tool_call',
      toolCallId,
      title: 'run_terminal_command',
      rawInput: { command: 'ls' },
    });
    this.#update({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status: 'completed',
      content: [{ type: 'content', content: { type: 'text', text: output } }],
      rawOutput: { type: 'Bash', output: [...Buffer.from(output)], output_for_prompt: output },
    });
  }

  /** What a hook gave the model stands in its history alone. */
  remember(context: string): void {
    const text = `<system-reminder>\nContext from PreToolUse hook:\n${context}\n</system-reminder>`;
    const content = [{ type: 'text', text }];
    this.#history({ type: 'user', content, synthetic_reason: 'system_reminder' });
  }

  speak(text: string): void {
    this.#update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
    this.#history({ type: 'assistant', content: text, model_id: 'mock-1' });
  }

  /** Stop comes first, the last words are written after it. */
  async answer(text: string): Promise<HookRun> {
    const fields = { reason: 'end_turn', promptId: this.promptId, lastAssistantMessage: text };
    const run = await this.fire('process-turn', 'stop', fields);
    this.speak(text);
    this.#extra({
      sessionUpdate: 'turn_completed',
      prompt_id: this.promptId,
      stop_reason: 'end_turn',
    });
    return run;
  }

  /** SessionEnd, then the second Stop. */
  async quit(): Promise<void> {
    await this.fire('session-end', 'session_end', { reason: 'shutdown' });
    await this.fire('process-turn', 'stop', { reason: 'shutdown' });
  }

  async fire(command: HookCommand, event: string, fields: Fields, host = 'grok'): Promise<HookRun> {
    const run = await this.attempt(command, event, fields, host);
    if (run.status !== 0 || run.stderr !== '') throw new Error(`${command}: ${run.stderr}`);
    return run;
  }

  /** The outcome is the caller's to judge. */
  attempt(command: HookCommand, event: string, fields: Fields, host: string): Promise<HookRun> {
    const transcript = join(this.directory, 'updates.jsonl');
    const payload = {
      hookEventName: event,
      sessionId: this.id,
      cwd: this.#machine.project,
      workspaceRoot: `${this.#machine.project}/`,
      transcriptPath: transcript,
      hook_event_name: event,
      session_id: this.id,
      transcript_path: transcript,
      ...fields,
    };
    const variables = { GROK_SESSION_ID: this.id, GROK_HOOK_EVENT: event };
    return this.#machine.hook(host, command, payload, variables);
  }

  #update(update: Fields): void {
    this.#append('updates.jsonl', this.#row('session/update', update));
  }

  #extra(update: Fields): void {
    this.#append('updates.jsonl', this.#row('_x.ai/session/update', update));
  }

  #row(method: string, update: Fields): Fields {
    const now = Date.now();
    const _meta = { eventId: `${this.id}-1`, agentTimestampMs: now, promptId: this.promptId };
    const params = { sessionId: this.id, update, _meta };
    return { timestamp: Math.floor(now / 1000), method, params };
  }

  #history(row: Fields): void {
    this.#append('chat_history.jsonl', row);
  }

  #append(name: string, row: Fields): void {
    appendFileSync(join(this.directory, name), `${JSON.stringify(row)}\n`);
  }
}
