import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { type RecordedTurn, withContext } from './demo-recording.ts';

/** What Claude Code does with our executable, without Claude Code: it fires hooks and writes rows. */
export interface DemoHost {
  readonly settings: string;
  transcriptOf(session: string): string;
  /** Runs a command of the built executable. Throws when it fails. */
  run(...args: readonly string[]): string;
  /** Runs a line in the shell, as an agent does. Throws when it fails. */
  shell(line: string): string;
  /** Fires what is registered for an event; gives its stdout. Throws when the hook fails or complains. */
  fire(event: string, session: string, fields: Readonly<Record<string, unknown>>): HookCall;
  /** One turn: the prompt, the agent's rows with the hook's context in its place, its end. */
  play(session: string, turn: RecordedTurn): PlayedTurn;
}

export interface HookCall {
  readonly stdout: string;
  readonly milliseconds: number;
}

export interface PlayedTurn {
  readonly prompt: HookCall;
  readonly end: HookCall;
}

interface Handler {
  readonly command: string;
  readonly args?: readonly string[];
}

/** What the hook of a prompt may answer. */
export interface PromptReply {
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: { readonly additionalContext?: string };
}

export const replyOf = ({ stdout }: HookCall): PromptReply =>
  stdout === '' ? {} : (JSON.parse(stdout) as PromptReply);

/**
 * @param executable what is shown
 * @param home a directory that is deleted later; nothing of the real home is used
 * @param project the working directory, in it
 */
export function openDemoHost(executable: string, home: string, project: string): DemoHost {
  const settings = join(home, '.claude', 'settings.json');
  const env = environmentOf(home, project);
  const start = (command: string, args: readonly string[], input: string): string => {
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      cwd: project,
      env,
      input,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (error) throw error;
    if (status === 0 && stderr === '') return stdout;
    throw new Error(`${[command, ...args].join(' ')} exits ${status}: ${stderr}${stdout}`);
  };
  const transcriptOf = (session: string): string =>
    join(home, '.claude', 'projects', 'bikeshare', `${session}.jsonl`);

  const fire: DemoHost['fire'] = (event, session, fields) => {
    const payload = JSON.stringify({
      session_id: session,
      transcript_path: transcriptOf(session),
      cwd: project,
      hook_event_name: event,
      ...fields,
    });
    const { command, args } = handlerOf(settings, event);
    const began = performance.now();
    const stdout = args ? start(command, args, payload) : start('sh', ['-c', command], payload);
    return { stdout, milliseconds: performance.now() - began };
  };

  return {
    settings,
    transcriptOf,
    run: (...args) => start(executable, args, ''),
    shell: (line) => start('sh', ['-c', line], ''),
    fire,
    play(session, { prompt, promptId, answer, rows }) {
      const about = { prompt_id: promptId, permission_mode: 'default' };
      const submitted = fire('UserPromptSubmit', session, { ...about, prompt });
      const context = replyOf(submitted).hookSpecificOutput?.additionalContext ?? '';
      mkdirSync(dirname(transcriptOf(session)), { recursive: true });
      for (const row of rows) {
        appendFileSync(transcriptOf(session), `${withContext(row, context)}\n`);
      }
      const end = { ...about, stop_hook_active: false, last_assistant_message: answer };
      return { prompt: submitted, end: fire('Stop', session, end) };
    },
  };
}

/** The one handler that is registered for an event. */
function handlerOf(settings: string, event: string): Handler {
  const { hooks } = JSON.parse(readFileSync(settings, 'utf8')) as {
    readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly Handler[] }[]>>;
  };
  const [handler, second] = (hooks[event] ?? []).flatMap((group) => group.hooks);
  if (!handler || second) throw new Error(`not one hook is registered for ${event}`);
  return handler;
}

/** What Claude Code sets for hooks in a terminal, and of ours only what a process cannot do without. */
function environmentOf(home: string, project: string): Record<string, string> {
  const kept = ['PATH', 'TZ', 'SYSTEMROOT', 'TMPDIR', 'TEMP'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    USERPROFILE: home,
    LANG: 'C.UTF-8',
    CLAUDECODE: '1',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    CLAUDE_CODE_SESSION_ATTENDED: '1',
    CLAUDE_PROJECT_DIR: project,
    // The window is this process: it lives as long as the demo.
    CLAUDE_PID: String(process.pid),
  };
}
