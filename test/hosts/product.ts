import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The parts of `throughline.status.v1` these tests look at. */
interface Status {
  readonly failures: Readonly<Record<string, unknown>>;
  readonly spool: { readonly events: number };
  readonly database: { readonly sessions: number; readonly turns: number };
  readonly hosts: Readonly<Record<string, object>>;
}

/** A session as `throughline.sessions.v1` lists it. */
export interface StoredSession {
  readonly id: string;
  readonly host: string;
  readonly turns: number;
  readonly continues: string | null;
}

/** A turn as `throughline.recall.v1` gives it. */
export interface StoredTurn {
  readonly id: number;
  readonly session: string;
  readonly state: 'interrupted' | 'provisional' | 'complete';
  readonly request: string;
  readonly answer: string | null;
  readonly details: number;
}

/** A put-away part of a turn as `throughline.detail.v1` gives it. */
interface StoredDetail {
  readonly kind: string;
  readonly tool: string;
  readonly input: string | null;
  readonly output: string | null;
}

/** The executable under test, as a user of this HOME starts it. Each reader throws when it fails. */
export interface Product {
  /** Absolute. */
  readonly executable: string;
  run(...args: readonly string[]): Promise<Outcome>;
  status(): Promise<Status>;
  sessions(): Promise<readonly StoredSession[]>;
  /** The session's own turns, without those it remembers from before; at most the newest ten. */
  turns(session: string): Promise<readonly StoredTurn[]>;
  details(turn: number): Promise<readonly StoredDetail[]>;
}

/**
 * @param home HOME of the user
 * @param cwd the project
 * @throws Error when the executable was not built (`THROUGHLINE_BIN`, default `dist/throughline-bin`)
 */
export function productAt(home: string, cwd: string): Product {
  const executable = resolve(process.env.THROUGHLINE_BIN || join('dist', 'throughline-bin'));
  if (!existsSync(executable)) throw new Error(`${executable} is missing: run npm run build`);
  const run = (...args: readonly string[]): Promise<Outcome> =>
    execute(executable, args, home, cwd);
  const read = async (...args: readonly string[]): Promise<unknown> => {
    const { status, stdout, stderr } = await run(...args, '--json');
    if (status !== 0) throw new Error(`${args.join(' ')} exits ${status}: ${stderr}${stdout}`);
    return JSON.parse(stdout);
  };
  return {
    executable,
    run,
    status: async () => (await read('status')) as Status,
    async sessions() {
      return ((await read('sessions')) as { sessions: StoredSession[] }).sessions;
    },
    async turns(session) {
      const answer = (await read('recall', '--session', session)) as { turns: StoredTurn[] };
      return answer.turns.filter((turn) => turn.session === session);
    },
    async details(turn) {
      const answer = (await read('detail', String(turn))) as {
        turns: { details: StoredDetail[] }[];
      };
      return answer.turns.flatMap(({ details }) => details);
    },
  };
}

/** Runs a command with nothing but HOME and what is given in its environment; a failing status is part of the outcome. */
export const execute = (
  command: string,
  args: readonly string[],
  home: string,
  cwd: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Outcome> =>
  new Promise((done) => {
    const options = { cwd, env: { ...variables, HOME: home }, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(command, [...args], options, (_error, stdout, stderr) => {
      done({ status: child.exitCode ?? -1, stdout, stderr });
    });
    child.stdin?.end();
  });
