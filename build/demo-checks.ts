import assert from 'node:assert/strict';
import { type DemoHost, type HookCall, replyOf } from './demo-host.ts';
import type { RecordedTurn } from './demo-recording.ts';

/** Every turn is stored word for word, with all that its tools printed. */
export function checkStored(
  host: DemoHost,
  session: string,
  recorded: readonly RecordedTurn[],
): void {
  const { turns } = read<Recalled>(host, 'recall', '--session', session, '--last', '99');
  assert.deepEqual(
    turns.map(({ state, request, answer }) => [state, request, answer]),
    recorded.map(({ prompt, answer }) => ['complete', prompt, answer]),
  );
  for (const [index, { outputs }] of recorded.entries()) {
    const [whole] = read<Detailed>(host, 'detail', String(turns[index]?.id)).turns;
    const stored = whole?.details.map(({ output }) => output);
    const missing = outputs.filter((output) => !stored?.includes(output));
    assert.deepEqual(missing, []);
  }
}

export interface Injection {
  readonly text: string;
  readonly notice: string;
}

export function injectionOf(prompt: HookCall): Injection {
  const { systemMessage: notice, hookSpecificOutput } = replyOf(prompt);
  const text = hookSpecificOutput?.additionalContext;
  assert(text && notice, 'the memory is given to the next prompt');
  return { text, notice };
}

/** The newest turns are in it whole; what did not fit is named. */
export function checkInjection(text: string, turns: readonly RecordedTurn[]): void {
  assert(text.length <= 9500, 'it fits what Claude Code takes from a hook');
  const shown = turns.filter(
    ({ prompt, answer }) => text.includes(prompt) && text.includes(answer),
  );
  assert(shown.length > 1 && shown.at(-1) === turns.at(-1));
  assert.match(text, new RegExp(`${turns.length - shown.length} turns? before these`));
}

interface Recalled {
  readonly turns: readonly {
    readonly id: number;
    readonly state: string;
    readonly request: string;
    readonly answer: string | null;
  }[];
}

interface Detailed {
  readonly turns: readonly { readonly details: readonly { readonly output: string | null }[] }[];
}

export interface Status {
  readonly failures: object;
  readonly hosts: {
    readonly claude: {
      readonly registered: boolean;
      readonly turns: number;
      readonly lastDeliveryAt: string | null;
    };
  };
}

export interface Sessions {
  readonly sessions: readonly {
    readonly id: string;
    readonly turns: number;
    readonly continues: string | null;
  }[];
}

/** What a command answers with `--json`. */
export const read = <T>(host: DemoHost, ...args: readonly string[]): T =>
  JSON.parse(host.run(...args, '--json')) as T;
