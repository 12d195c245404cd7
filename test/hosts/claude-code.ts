import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { field } from './reply-script.ts';

const run = promisify(execFile);

/** The version all facts and assertions of these tests are about. */
export const CLAUDE_CODE_VERSION = '2.1.332';

/** Either the host's executable or why these tests cannot run here. */
export type Found =
  | { readonly executable: string; readonly missing: null }
  | { readonly executable: null; readonly missing: string };

/**
 * Installs the pinned Claude Code once, outside the repository (`THROUGHLINE_HOSTS_DIR`, default
 * `~/.cache/throughline-hosts`; about 400 MB), and finds tmux.
 * @throws Error instead of a reason when `CI` is set: there a missing host is a failure
 */
export async function findClaudeCode(): Promise<Found> {
  const found = await search().catch((error: unknown) => absent(String(error)));
  if (found.missing !== null && process.env.CI) throw new Error(found.missing);
  if (found.missing !== null) process.stderr.write(`Skipped: ${found.missing}\n`);
  return found;
}

const absent = (missing: string): Found => ({ executable: null, missing });

async function search(): Promise<Found> {
  if (process.platform === 'win32') return absent('there is no tmux on Windows');
  if (!(await answers('tmux', '-V'))) return absent('tmux is not installed');
  const directory =
    process.env.THROUGHLINE_HOSTS_DIR || join(homedir(), '.cache', 'throughline-hosts');
  const executable = join(directory, 'node_modules', '.bin', 'claude');
  if (installedVersion(directory) === CLAUDE_CODE_VERSION) return { executable, missing: null };
  if (!(await answers('npm', '--version'))) return absent('npm is not installed');
  mkdirSync(directory, { recursive: true });
  const dependencies = { '@anthropic-ai/claude-code': CLAUDE_CODE_VERSION };
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ private: true, dependencies }));
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: directory });
  return { executable, missing: null };
}

const answers = (command: string, argument: string): Promise<boolean> =>
  run(command, [argument]).then(
    () => true,
    () => false,
  );

function installedVersion(directory: string): unknown {
  const file = join(directory, 'node_modules', '@anthropic-ai', 'claude-code', 'package.json');
  return existsSync(file) ? field(JSON.parse(readFileSync(file, 'utf8')), 'version') : null;
}

/**
 * Makes a HOME in which Claude Code asks nothing and speaks to the mock model only.
 * @returns the whole environment to run it with
 */
export function prepareHome(
  home: string,
  project: string,
  modelUrl: string,
): Readonly<Record<string, string>> {
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
    HOME: home,
    PATH: `${join(home, 'bin')}:${process.env.PATH ?? '/usr/bin:/bin'}`,
    LANG: 'C.UTF-8',
    SHELL: '/bin/sh',
    ANTHROPIC_BASE_URL: modelUrl,
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

/**
 * Flags under which shell commands run without a question. Not `bypassPermissions`: at its first
 * start in that mode the host rewrites settings.json.
 */
export const UNASKED = ['--permission-mode', 'default', '--allowed-tools', 'Bash'] as const;

/** What one headless turn answered. */
export interface HeadlessTurn {
  readonly sessionId: string;
  readonly text: string;
}

/** One turn without a person: `claude -p`. Throws when the host exits with an error. */
export async function headlessTurn(
  executable: string,
  prompt: string,
  options: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly args?: readonly string[];
  },
): Promise<HeadlessTurn> {
  const args = ['-p', prompt, '--output-format', 'json', ...UNASKED, ...(options.args ?? [])];
  const running = run(executable, args, { cwd: options.cwd, env: { ...options.env } });
  running.child.stdin?.end();
  const answer: unknown = JSON.parse((await running).stdout);
  return { sessionId: String(field(answer, 'session_id')), text: String(field(answer, 'result')) };
}
