import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import manifest from '../../package.json' with { type: 'json' };
import type { SmokeMachine } from './machine.ts';
import type { Need } from './runner.ts';

/** One thing that users rely on. Throws when it is not so. */
export interface Step {
  readonly name: string;
  /** What not every runner gives. */
  readonly needs?: Need;
  readonly run: (machine: SmokeMachine) => void;
}

const FIRST = '11111111-2222-4333-8444-555555555555';
const SECOND = '22222222-2222-4333-8444-555555555555';
const THIRD = '33333333-2222-4333-8444-555555555555';
const PROMPT = 'why is the sky blue? 空はなぜ青い';
const ANSWER = 'Because of Rayleigh scattering. レイリー散乱です。';
const SETTINGS = '{\n  "model": "opus"\n}\n';
const OTHER_USER = 65_534;

/** In this order: each goes on with what those before have left. */
export const STEPS: readonly Step[] = [
  {
    name: 'tells its version, to a pipe and to a file',
    run(machine) {
      for (const stdout of ['pipe', 'file'] as const)
        equal(machine.run(['--version'], { stdout }), `${manifest.version}\n`);
    },
  },
  {
    name: 'installs itself into a fresh home and registers its hooks',
    run(machine) {
      const settings = machine.file('.claude', 'settings.json');
      mkdirSync(dirname(settings), { recursive: true });
      writeFileSync(settings, SETTINGS);
      machine.run(['install', '--host', 'claude']);
      const copy = installed(machine);
      equal(readFileSync(copy).equals(readFileSync(machine.executable)), true);
      const { hooks } = JSON.parse(readFileSync(settings, 'utf8'));
      const text = JSON.stringify(hooks.Stop);
      includes(text, 'process-turn');
      includes(text, 'throughline-bin');
    },
  },
  {
    name: 'stores a turn that hooks tell of by JSON on stdin',
    run(machine) {
      const window = machine.conversation(FIRST, { file: installed(machine) });
      window.start('startup');
      window.turn(PROMPT, ANSWER);
      window.fire('session-end', { hook_event_name: 'SessionEnd', reason: 'clear' });
      expectTurn(machine, FIRST);
      const database = readFileSync(machine.file('.throughline', 'memory.db'));
      includes(database.toString('latin1', 0, 16), 'SQLite format 3');
    },
  },
  {
    name: 'gives the memory to the session after /clear, once',
    run(machine) {
      const window = machine.conversation(SECOND, { file: installed(machine) });
      window.start('clear');
      const memory = window.prompt('go on') ?? '';
      includes(memory, PROMPT);
      includes(memory, ANSWER);
      equal(window.prompt('and now?'), null);
    },
  },
  {
    name: 'finds the turn by words of two scripts',
    run(machine) {
      for (const word of ['rayleigh', 'レイリー散乱'])
        includes(machine.run(['search', '--all', word]), 'Rayleigh');
    },
  },
  {
    name: 'takes nothing from a hostile NODE_OPTIONS',
    run(machine) {
      const hostile = '--require ./nothing.js --inspect-brk=127.0.0.1:0 --no-such-option';
      expectTurn(machine, FIRST, { ...machine.environment(), NODE_OPTIONS: hostile });
    },
  },
  {
    name: 'works with an empty PATH',
    needs: 'environment',
    run(machine) {
      const env = { ...machine.environment(), PATH: '' };
      const window = machine.conversation(THIRD, { env });
      window.start('startup');
      window.turn(PROMPT, ANSWER);
      expectTurn(machine, THIRD, env);
    },
  },
  {
    name: 'writes nothing into the directory it works in',
    run(machine) {
      equal(readdirSync(machine.project).join(), '');
    },
  },
  {
    name: 'works in a directory that is read-only',
    needs: 'rights',
    run(machine) {
      const home = machine.directory('other');
      chmodSync(home, 0o777);
      const cwd = machine.directory('read-only');
      chmodSync(cwd, 0o555);
      const env = machine.environment(home);
      // Where our executable lies may be closed to others.
      chmodSync(installed(machine), 0o755);
      for (const path of [['.throughline'], ['.throughline', 'bin']])
        chmodSync(machine.file(...path), 0o755);
      // Root may write everywhere.
      const user = process.getuid?.() === 0 ? { uid: OTHER_USER } : {};
      const surroundings = { cwd, env, ...user, file: installed(machine) };
      const window = machine.conversation(FIRST, surroundings);
      window.start('startup');
      const words = ['sessions', '--all'];
      equal(machine.json<{ sessions: unknown[] }>(words, surroundings).sessions.length, 0);
      equal(readdirSync(cwd).join(), '');
    },
  },
  {
    name: 'prints more than a pipe holds, the same to a file',
    run(machine) {
      const piped = machine.run(['--licenses'], { stdout: 'pipe' });
      equal(piped.length > 65_536, true);
      equal(machine.run(['--licenses'], { stdout: 'file' }) === piped, true);
    },
  },
  {
    name: 'takes back what it registered, byte for byte',
    run(machine) {
      machine.run(['uninstall'], { file: installed(machine) });
      equal(readFileSync(machine.file('.claude', 'settings.json'), 'utf8'), SETTINGS);
    },
  },
];

function installed(machine: SmokeMachine): string {
  const [plain, windows] = ['throughline-bin', 'throughline-bin.exe'].map((name) =>
    machine.file('.throughline', 'bin', name),
  ) as [string, string];
  return existsSync(windows) ? windows : plain;
}

function expectTurn(
  machine: SmokeMachine,
  session: string,
  env: Readonly<Record<string, string>> = machine.environment(),
): void {
  const { turns } = machine.json<{ turns: { request: string; answer: string }[] }>(
    ['recall', '--session', session],
    { env },
  );
  equal(turns.map(({ request, answer }) => [request, answer]).join('\n'), `${PROMPT},${ANSWER}`);
}

function equal(found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${String(found)} instead of ${String(expected)}`);
}

function includes(text: string, part: string): void {
  if (!text.includes(part)) throw new Error(`no "${part}" in ${text.slice(0, 500)}`);
}
