import { CodexRollout, codexId } from './codex-rollout.ts';
import type { HookRun, Machine, PromptReply } from './fake-host.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What Codex 0.171.0 does with its hooks in one thread; a process of its own it is not. */
export class CodexWindow {
  readonly #machine: Machine;
  rollout: CodexRollout;
  /** Of the running turn. */
  turnId = '';

  constructor(machine: Machine) {
    this.#machine = machine;
    this.rollout = new CodexRollout(machine.home, machine.project);
  }

  get session(): string {
    return `codex:${this.rollout.thread}`;
  }

  /** Fired with the first prompt, not before. */
  async start(source = 'startup'): Promise<void> {
    const run = await this.fire('session-start', { hook_event_name: 'SessionStart', source });
    if (run.stdout !== '') throw new Error(`session-start prints ${run.stdout}`);
  }

  async prompt(text: string): Promise<PromptReply> {
    this.turnId = codexId();
    const run = await this.fire('prompt-submit', {
      hook_event_name: 'UserPromptSubmit',
      turn_id: this.turnId,
      prompt: text,
    });
    const reply = replyOf(run.stdout);
    if (reply.block === null) this.rollout.ask(this.turnId, text);
    return reply;
  }

  async stop(lastAnswer: string, fields: Fields = {}): Promise<HookRun> {
    const run = await this.fire('process-turn', {
      hook_event_name: 'Stop',
      turn_id: this.turnId,
      stop_hook_active: false,
      last_assistant_message: lastAnswer,
      ...fields,
    });
    this.rollout.complete(this.turnId);
    return run;
  }

  async turn(prompt: string, answer: string): Promise<PromptReply> {
    const reply = await this.prompt(prompt);
    this.rollout.answer(this.turnId, answer);
    await this.stop(answer);
    return reply;
  }

  async fire(
    command: 'session-start' | 'prompt-submit' | 'process-turn' | 'session-end',
    fields: Fields,
  ): Promise<HookRun> {
    const run = await this.#machine.hook('codex', command, {
      session_id: this.rollout.thread,
      transcript_path: this.rollout.path,
      cwd: this.rollout.cwd,
      model: 'mock-1',
      permission_mode: 'default',
      ...fields,
    });
    if (run.status !== 0 || run.stderr !== '') throw new Error(`${command}: ${run.stderr}`);
    return run;
  }
}

function replyOf(stdout: string): PromptReply {
  if (stdout === '') return { memory: null, notice: null, block: null };
  const { hookSpecificOutput, systemMessage, decision, reason } = JSON.parse(stdout);
  return {
    memory: hookSpecificOutput?.additionalContext ?? null,
    notice: systemMessage ?? null,
    block: decision === 'block' ? reason : null,
  };
}
