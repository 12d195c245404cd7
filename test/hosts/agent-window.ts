import { existsSync, readFileSync } from 'node:fs';
import type { ObservedWindow } from './machine.ts';
import type { ModelRequest } from './mock-model.ts';
import { field } from './reply-script.ts';
import type { Window } from './terminal.ts';
import { until } from './until.ts';

/** The events a window notes for the tests, besides the hooks under test. */
export const OBSERVED_EVENTS = ['SessionStart', 'Stop'] as const;

/** Ids of what one headless turn ran in: the host's, and as Throughline spells it. */
export interface HeadlessRun {
  readonly hostSession: string;
  readonly session: string;
}

/** A host in a terminal. */
export interface AgentWindow extends Window {
  /** What a person types to speak to Throughline. */
  readonly word: string;
  /** The host's id of the conversation that began in it last. */
  hostSession(): string;
  /** The same as Throughline spells it. */
  session(): string;
  /** Path of what the host has written of its newest event. */
  transcript(): string;
  /** Types the text, sends it, and waits until the input box has let it go. */
  type(text: string): Promise<void>;
  /** Sends a prompt no one sent before, waits for its whole turn, hooks included, and gives its first request. */
  ask(prompt: string): Promise<ModelRequest>;
  /** Waits for a request with this prompt: the first, or the one after `earlier` tool results. */
  request(prompt: string, earlier?: number): Promise<ModelRequest>;
  /** Waits until the host has written this text to the conversation's transcript: it writes late. */
  written(text: string): Promise<void>;
  /** Waits for the end of the turn with this answer, hooks included. */
  answered(answer: string): Promise<void>;
  /** Waits until no turn and no hook runs. */
  idle(): Promise<void>;
  /** Sends `/clear` and waits for the new conversation. */
  clear(): Promise<void>;
  /** Leaves the program by its own command and waits for the end of the process. */
  exit(): Promise<void>;
}

/** What the screen and the hooks of one host look like. */
export interface WindowTraits {
  readonly word: '/tl' | '$tl';
  /** Stands before a session's id where Throughline spells it: `codex:`. */
  readonly prefix: string;
  /** Stands on the screen while a turn, a tool or a hook runs. */
  readonly busy: RegExp;
  /** The part of the screen in which a person types. */
  inputBox(screen: string): string;
  /** The hooks that end a turn. */
  readonly ends: readonly string[];
  /** The transcript says that no turn runs, nor any hook of its end. */
  isAtRest(transcript: string): boolean;
  /** Each is typed and sent: `/exit`. */
  readonly exit: string;
  /** Waits for the conversation behind `/clear`; `started` is how many had begun before. */
  cleared(window: Window, startedNow: () => number, started: number): Promise<void>;
}

export function agentWindow(
  { window, events }: ObservedWindow,
  requests: () => readonly ModelRequest[],
  traits: WindowTraits,
): AgentWindow {
  const named = (...names: readonly string[]): unknown[] =>
    events().filter((event) => names.includes(String(field(event, 'hook_event_name'))));
  /* Grok has none yet when a session starts. */
  const transcript = (): string =>
    events()
      .map((event) => field(event, 'transcript_path'))
      .filter((path) => typeof path === 'string')
      .at(-1) ?? '';
  const hostSession = (): string => String(field(named('SessionStart').at(-1), 'session_id'));
  const started = () => named('SessionStart').length;
  const ends = () => named(...traits.ends).length;
  const isAtRest = (): boolean => {
    const path = transcript();
    return !existsSync(path) || traits.isAtRest(readFileSync(path, 'utf8'));
  };

  const idle = async (): Promise<void> => {
    let last = '';
    const quiet = async () => {
      last = await window.screen();
      return !traits.busy.test(last) && isAtRest();
    };
    await until(quiet, { ms: 40_000, what: () => `the end of the turn on this screen:\n${last}` });
  };
  const type = async (text: string): Promise<void> => {
    await window.draft(text);
    /* Codex offers its skills first: one key takes the offer, the next one sends. */
    if (text.startsWith('$')) await window.key('Enter');
    await window.key('Enter');
    let last = '';
    const sent = async () => {
      last = await window.screen();
      return !traits.inputBox(last).includes(text.split('\n').at(-1) ?? text);
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
    word: traits.word,
    idle,
    type,
    hostSession,
    transcript,
    session: () => `${traits.prefix}${hostSession()}`,
    async written(text) {
      const path = transcript();
      await until(() => existsSync(path) && readFileSync(path, 'utf8').includes(text), {
        ms: 10_000,
        what: () => `${text} in ${path}`,
      });
    },
    async answered(answer) {
      const told = () => named('Stop').some((end) => lastAnswerOf(end) === answer);
      await until(told, { ms: 40_000, what: () => `the end of the turn with ${answer}` });
      await idle();
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
      const before = started();
      await type('/clear');
      await traits.cleared(window, started, before);
      await idle();
    },
    async exit() {
      await window.draft(traits.exit);
      await window.key('Enter');
      await window.ended();
    },
  };
}

const lastAnswerOf = (end: unknown): unknown =>
  field(end, 'last_assistant_message') ?? field(end, 'lastAssistantMessage');
