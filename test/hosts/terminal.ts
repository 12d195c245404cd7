import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import { until } from './until.ts';

const run = promisify(execFile);

/** A program in a terminal of its own, driven as a person drives it. */
export interface Window {
  /** Process id of the program. */
  readonly pid: number;
  /** Types the text and waits until the program shows it; does not send it. */
  draft(text: string): Promise<void>;
  /** Presses one key in tmux's notation: `Enter`, `Escape`, `C-u`. */
  key(name: string): Promise<void>;
  /** What is on the screen now. */
  screen(): Promise<string>;
  /** Waits for the screen to match. Throws with the screen after `ms` milliseconds. */
  waitFor(pattern: RegExp, ms?: number): Promise<string>;
  /** Waits until the program has ended. */
  ended(): Promise<void>;
  /** Ends the program at once. */
  stop(): Promise<void>;
}

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Path of the tmux server's socket; each window has a server of its own, so ending it ends all of it. */
  readonly socket: string;
}

/** Starts a program in a tmux window of 180 x 50 characters. */
export async function openWindow(program: Program): Promise<Window> {
  const tmux = async (...args: readonly string[]): Promise<string> =>
    (await run('tmux', ['-S', program.socket, '-f', '/dev/null', ...args])).stdout;
  const variables = Object.entries(program.env).map(([name, value]) => `${name}=${value}`);
  const size = ['-x', '180', '-y', '50'];
  const command = ['env', '-i', 'TERM=screen-256color', ...variables];
  await tmux(
    ...['new-session', '-d', ...size, '-c', program.cwd, ...command],
    ...[program.command, ...program.args],
  );
  const pid = Number((await tmux('list-panes', '-F', '#{pane_pid}')).trim());

  const screen = () => tmux('capture-pane', '-p');
  const shown = async (matches: (text: string) => boolean, what: string, ms: number) => {
    let last = '';
    await until(
      async () => {
        last = await screen();
        return matches(last);
      },
      { ms, what: () => `${what} on this screen:\n${last}` },
    );
    return last;
  };
  const draft = async (text: string): Promise<void> => {
    const lastLine = text.split('\n').at(-1) ?? text;
    const before = occurrences(await screen(), lastLine);
    await tmux('send-keys', '-l', '--', text);
    await shown((now) => occurrences(now, lastLine) > before, `the typed ${text}`, 10_000);
  };
  const stop = async (): Promise<void> => {
    await tmux('kill-server').catch(() => undefined /* the program ended by itself */);
    await until(() => !isAlive(pid), { ms: 10_000, what: () => `the end of process ${pid}` });
  };
  return {
    pid,
    draft,
    screen,
    stop,
    async key(name) {
      await tmux('send-keys', name);
    },
    waitFor: (pattern, ms = 20_000) => shown((now) => pattern.test(now), String(pattern), ms),
    ended: () => until(() => !isAlive(pid), { ms: 20_000, what: () => `the end of ${pid}` }),
  };
}

/** Ends a process that a test has started, at once, and waits until it is gone. */
export async function endProcess(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGKILL');
  await until(() => !isAlive(pid), { ms: 10_000, what: () => `the end of process ${pid}` });
}

const occurrences = (text: string, part: string): number => text.split(part).length - 1;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; /* ESRCH: it is gone */
  }
}
