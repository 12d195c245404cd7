import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AgentWindow,
  agentWindow,
  type HeadlessRun,
  OBSERVED_EVENTS,
  type WindowTraits,
} from './agent-window.ts';
import type { Machine } from './machine.ts';
import { field } from './reply-script.ts';
import { until } from './until.ts';

/** Grok on a machine. */
export interface Grok {
  readonly directory: string;
  /** Opens a terminal with Grok, ready for a prompt. */
  window(...args: readonly string[]): Promise<AgentWindow>;
  /** One turn without a person: `grok -p`. */
  headless(prompt: string): Promise<HeadlessRun>;
}

/** Makes a HOME in which Grok asks nothing and speaks to the mock model only. */
export function grokOn(machine: Machine, command: string): Grok {
  const directory = join(machine.home, '.grok');
  mkdirSync(join(directory, 'hooks'), { recursive: true });
  writeFileSync(join(directory, 'hooks', 'observer.json'), JSON.stringify(observers(machine)));
  const env = environmentOf(directory, `${machine.model.url}/v1`);
  return {
    directory,
    async window(...extra) {
      const opened = await machine.terminal({
        command,
        args: ['--always-approve', ...extra],
        env,
      });
      await opened.window.waitFor(/^\s*│ ❯/m);
      return agentWindow(opened, machine.requests, TRAITS);
    },
    async headless(prompt) {
      const args = ['-p', prompt, '--always-approve', '--output-format', 'json'];
      const answer: unknown = JSON.parse(await machine.headless({ command, args, env }));
      const hostSession = String(field(answer, 'sessionId'));
      return { hostSession, session: `grok:${hostSession}` };
    },
  };
}

const TRAITS: WindowTraits = {
  prefix: 'grok:',
  word: '/tl',
  busy: /\[stop\]|Ctrl\+c:cancel/,
  inputBox: (screen) => screen.split(/[╭]─/).at(-1) ?? '',
  ends: ['Stop', 'StopFailure'],
  isAtRest: (transcript) =>
    transcript.lastIndexOf('"sessionUpdate":"user_message_chunk"') <=
    transcript.lastIndexOf('"sessionUpdate":"turn_completed"'),
  exit: '/quit',
  async cleared(_window, startedNow, before) {
    await until(() => startedNow() > before, {
      ms: 20_000,
      what: () => 'the conversation after /clear',
    });
  },
};

const environmentOf = (directory: string, url: string): Readonly<Record<string, string>> => ({
  GROK_HOME: directory,
  XAI_API_KEY: 'xai-mock',
  GROK_XAI_API_BASE_URL: url,
  GROK_MODELS_BASE_URL: url,
  GROK_MODELS_LIST_URL: `${url}/models`,
  GROK_CLI_CHAT_PROXY_BASE_URL: url,
  GROK_TELEMETRY_ENABLED: '0',
  GROK_DISABLE_AUTOUPDATER: '1',
});

const observers = ({ observer }: Machine): object => ({
  hooks: Object.fromEntries(
    [...OBSERVED_EVENTS, 'StopFailure'].map((event) => [
      event,
      [{ hooks: [{ type: 'command', command: observer, timeout: 10 }] }],
    ]),
  ),
});
