import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AgentWindow,
  agentWindow,
  OBSERVED_EVENTS,
  type WindowTraits,
} from './agent-window.ts';
import type { Machine } from './machine.ts';
import { field } from './reply-script.ts';
import { until } from './until.ts';

type Variables = Readonly<Record<string, string>>;

/** Claude Code on a machine. */
export interface ClaudeCode {
  readonly settingsPath: string;
  /** Opens a terminal with Claude Code, ready for a prompt. */
  window(...args: readonly string[]): Promise<AgentWindow>;
  /** The same with further variables in its environment. */
  windowWith(variables: Variables, ...args: readonly string[]): Promise<AgentWindow>;
  /** A conversation in the background: `claude --bg`. */
  background(prompt: string): Promise<void>;
  /** One turn without a person: `claude -p`, with the flags by which no command is asked about if none are given. */
  headless(prompt: string, flags?: readonly string[]): Promise<HeadlessTurn>;
}

/** What one headless turn answered. */
interface HeadlessTurn {
  readonly sessionId: string;
  readonly text: string;
}

/**
 * Flags under which shell commands run without a question. Not `bypassPermissions`: at its first
 * start in that mode the host rewrites settings.json.
 */
const UNASKED = ['--permission-mode', 'default', '--allowed-tools', 'Bash'] as const;

/**
 * Makes a HOME in which Claude Code asks nothing and speaks to the mock model only.
 * @param settings what the user's settings.json holds before
 */
export function claudeOn(machine: Machine, command: string, settings?: string): ClaudeCode {
  const settingsPath = join(machine.home, '.claude', 'settings.json');
  mkdirSync(join(machine.home, '.claude'), { recursive: true });
  if (settings !== undefined) writeFileSync(settingsPath, settings);
  const env = prepareHome(machine);
  const observed = JSON.stringify({ hooks: observers(machine.observer) });
  const windowWith: ClaudeCode['windowWith'] = async (variables, ...extra) => {
    const args = [...UNASKED, '--settings', observed, ...extra];
    const opened = await machine.terminal({ command, args, env: { ...env, ...variables } });
    await opened.window.waitFor(/^❯/m);
    return agentWindow(opened, machine.requests, TRAITS);
  };
  return {
    settingsPath,
    window: (...extra) => windowWith({}, ...extra),
    windowWith,
    async background(prompt) {
      await machine.headless({ command, args: ['--bg', prompt], env });
    },
    async headless(prompt, flags = UNASKED) {
      const args = ['-p', prompt, '--output-format', 'json', ...flags];
      const answer: unknown = JSON.parse(await machine.headless({ command, args, env }));
      return {
        sessionId: String(field(answer, 'session_id')),
        text: String(field(answer, 'result')),
      };
    },
  };
}

const TRAITS: WindowTraits = {
  prefix: '',
  word: '/tl',
  /* The line that moves while a turn, a tool or a hook runs: `✽ Schlepping… (running Stop hook · 0s)`. */
  busy: /^\S \p{L}[\p{L}-]*…/mu,
  /* What stands between the last two rules of the screen. */
  inputBox: (screen) => screen.split(/^─+$/m).at(-2) ?? '',
  ends: ['Stop', 'StopFailure'],
  isAtRest: () => true,
  exit: '/exit',
  async cleared(_window, startedNow, before) {
    await until(() => startedNow() > before, {
      ms: 20_000,
      what: () => 'the conversation after /clear',
    });
  },
};

function prepareHome({ home, project, model }: Machine): Variables {
  const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
  const state = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    numStartups: 5,
    customApiKeyResponses: { approved: ['sk-mock'], rejected: [] },
    projects: { [realpathSync(project)]: trusted },
  };
  writeFileSync(join(home, '.claude.json'), JSON.stringify(state));
  return {
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'sk-mock',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    /* An API error ends the turn at once instead of after ten attempts. */
    CLAUDE_CODE_MAX_RETRIES: '0',
    IS_SANDBOX: '1',
  };
}

/** Settings for one window that note its events, without touching the user's settings.json. */
const observers = (command: string): object =>
  Object.fromEntries(
    [...OBSERVED_EVENTS, 'StopFailure'].map((event) => [
      event,
      [{ hooks: [{ type: 'command', command }] }],
    ]),
  );
