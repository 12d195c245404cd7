import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import {
  type AgentWindow,
  agentWindow,
  type HeadlessRun,
  OBSERVED_EVENTS,
  type WindowTraits,
} from './agent-window.ts';
import type { Machine } from './machine.ts';
import { field } from './reply-script.ts';
import { endProcess, type Window } from './terminal.ts';
import { until } from './until.ts';

/** Codex on a machine. */
export interface Codex {
  readonly directory: string;
  /** Opens a terminal with Codex, ready for a prompt; hooks run without being trusted. */
  window(...args: readonly string[]): Promise<AgentWindow>;
  /**
   * Opens a terminal with Codex as a user does: new hooks are trusted in its dialog, and all windows
   * share one server, which runs the hooks.
   */
  trustingWindow(): Promise<AgentWindow>;
  /** One turn without a person: `codex exec`. */
  headless(prompt: string): Promise<HeadlessRun>;
}

/** Hooks run only when a person has trusted them; a terminal started so runs them itself, without a daemon. */
const TRUSTED = ['--dangerously-bypass-hook-trust'] as const;

/** Makes a HOME in which Codex asks nothing but trust in hooks, and speaks to the mock model only. */
export function codexOn(machine: Machine, command: string): Codex {
  const directory = join(machine.home, '.codex');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'config.toml'), configOf(machine));
  const env = { OPENAI_API_KEY: 'sk-mock' };
  const open = (args: readonly string[]) => machine.terminal({ command, args, env });
  return {
    directory,
    async window(...extra) {
      const opened = await open([...TRUSTED, ...extra]);
      await opened.window.waitFor(READY);
      return agentWindow(opened, machine.requests, TRAITS);
    },
    async trustingWindow() {
      onTestFinished(() => endServer(directory));
      const opened = await open([]);
      const shown = await opened.window.waitFor(/Hooks need review|^ +gpt-5\.6 /m);
      if (shown.includes('Hooks need review')) {
        await press(opened.window, '2', /› 2\. Trust all/);
        await press(opened.window, 'Enter', READY);
      }
      await opened.window.waitFor(READY);
      return agentWindow(opened, machine.requests, TRAITS);
    },
    async headless(prompt) {
      const args = ['exec', ...TRUSTED, '--skip-git-repo-check', '--json', prompt];
      const lines = (await machine.headless({ command, args, env })).split('\n');
      const events = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
      const thread = events.find((event) => 'thread_id' in event);
      const hostSession = String(field(thread, 'thread_id'));
      return { hostSession, session: `codex:${hostSession}` };
    },
  };
}

/* The model's line comes last: before it the program still loads, or asks. */
const READY = /^› [\s\S]*^ +gpt-5\.6 /m;

const TRAITS: WindowTraits = {
  prefix: 'codex:',
  word: '$tl',
  busy: /• esc to interrupt\)/,
  /* What stands behind the last prompt sign, above the status line. */
  inputBox: (screen) =>
    screen
      .split(/^› /m)
      .at(-1)
      ?.split(/\n\s*\n/)[0] ?? '',
  ends: ['Stop'],
  isAtRest: (transcript) =>
    transcript.lastIndexOf('"type":"task_started"') <=
    Math.max(
      transcript.lastIndexOf('"type":"task_complete"'),
      transcript.lastIndexOf('"type":"turn_aborted"'),
    ),
  exit: '/quit',
  /* No hook tells of it before the next prompt: the banner is back and the conversation gone. */
  async cleared(window) {
    await window.waitFor(/OpenAI Codex \(v[\s\S]*^› /m);
  },
};

/** The question is on the screen before the program reads keys: a key is pressed until it has done its work. */
async function press(window: Window, key: string, done: RegExp): Promise<void> {
  const pressed = async () => {
    await window.key(key);
    await sleep(300);
    return done.test(await window.screen());
  };
  await until(pressed, { ms: 20_000, what: () => `${done} after ${key}` });
}

/** The server outlives its windows; it and its updater name themselves in files. */
async function endServer(directory: string): Promise<void> {
  const files = ['daemon-updater.pid', 'daemon.pid'].map((name) =>
    join(directory, 'app-server-daemon', name),
  );
  for (const file of files.filter(existsSync)) {
    await endProcess(Number(field(JSON.parse(readFileSync(file, 'utf8')), 'pid')));
  }
}

function configOf({ model, project, observer }: Machine): string {
  const observers = OBSERVED_EVENTS.map(
    (event) =>
      `[[hooks.${event}]]\n[[hooks.${event}.hooks]]\ntype = "command"\ncommand = '${observer}'\n`,
  );
  return `model = "gpt-5.6"
model_provider = "mock"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.mock]
name = "mock"
base_url = "${model.url}/v1"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[projects."${realpathSync(project)}"]
trust_level = "trusted"

${observers.join('\n')}`;
}
