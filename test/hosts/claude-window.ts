import { existsSync, readFileSync } from 'node:fs';
import type { ModelRequest } from './mock-model.ts';
import { field } from './reply-script.ts';
import type { Window } from './terminal.ts';
import { until } from './until.ts';

/** The events a window notes for the tests, besides the hooks under test. */
export const OBSERVED_EVENTS = ['SessionStart', 'Stop', 'StopFailure'] as const;

/** Claude Code in a terminal. */
export interface ClaudeWindow extends Window {
  /** Id of the conversation that runs in it now. */
  session(): string;
  /** Types the text, sends it, and waits until the input box has let it go. */
  type(text: string): Promise<void>;
  /** Sends a prompt no one sent before, waits for its whole turn, hooks included, and gives its first request. */
  ask(prompt: string): Promise<ModelRequest>;
  /** Waits for a request with this prompt: the first, or the one after `earlier` tool results. */
  request(prompt: string, earlier?: number): Promise<ModelRequest>;
  /** Waits until the host has written this text to the conversation's transcript: it writes late. */
  written(text: string): Promise<void>;
  /** Waits until no turn and no hook runs. */
  idle(): Promise<void>;
  /** Sends `/clear` and waits for the new conversation. */
  clear(): Promise<void>;
  /** Sends `/exit` and waits for the end of the process. */
  exit(): Promise<void>;
}

/** What a window needs to know of its machine: requests of all windows, its own events. */
interface Sources {
  readonly requests: () => readonly ModelRequest[];
  readonly events: () => readonly unknown[];
}

/** The input box is what stands between the last two rules of the screen. */
const inputBox = (screen: string): string => screen.split(/^─+$/m).at(-2) ?? '';

/** The line that moves while a turn, a tool or a hook runs: `✽ Schlepping… (running Stop hook · 0s)`. */
const BUSY = /^\S \p{L}[\p{L}-]*…/mu;

export function claudeWindow(window: Window, { requests, events }: Sources): ClaudeWindow {
  const named = (...names: readonly string[]): unknown[] =>
    events().filter((event) => names.includes(String(field(event, 'hook_event_name'))));
  const ends = () => named('Stop', 'StopFailure').length;

  const idle = async (): Promise<void> => {
    let last = '';
    const quiet = async () => {
      last = await window.screen();
      return !BUSY.test(last);
    };
    await until(quiet, { ms: 40_000, what: () => `the end of the turn on this screen:\n${last}` });
  };
  const type = async (text: string): Promise<void> => {
    await window.draft(text);
    await window.key('Enter');
    let last = '';
    const sent = async () => {
      last = await window.screen();
      return !inputBox(last).includes(text.split('\n').at(-1) ?? text);
    };
    await until(sent, { ms: 10_000, what: () => `${text} to be sent on this screen:\n${last}` });
  };
  const request = async (prompt: string, earlier: number): Promise<ModelRequest> => {
    const find = () => requests().filter((candidate) => candidate.prompt === prompt)[earlier];
    await until(() => find() !== undefined, {
      ms: 20_000,
      what: () => `a request with the prompt ${JSON.stringify(prompt)}`,
    });
    return find() as ModelRequest;
  };
  return {
    ...window,
    idle,
    type,
    session: () => String(field(named('SessionStart').at(-1), 'session_id')),
    async written(text) {
      const path = String(field(named('SessionStart').at(-1), 'transcript_path'));
      await until(() => existsSync(path) && readFileSync(path, 'utf8').includes(text), {
        ms: 10_000,
        what: () => `${text} in ${path}`,
      });
    },
    request: (prompt, earlier = 0) => request(prompt, earlier),
    async ask(prompt) {
      const ended = ends();
      await type(prompt);
      const first = await request(prompt, 0);
      await until(() => ends() > ended, { ms: 40_000, what: () => `the end of ${prompt}` });
      await idle();
      return first;
    },
    async clear() {
      const started = named('SessionStart').length;
      await type('/clear');
      await until(() => named('SessionStart').length > started, {
        ms: 20_000,
        what: () => 'the conversation after /clear',
      });
      await idle();
    },
    async exit() {
      await window.draft('/exit');
      await window.key('Enter');
      await window.ended();
    },
  };
}
