import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './tool.ts';

/** One turn of a recorded conversation. */
export interface RecordedTurn {
  readonly prompt: string;
  readonly promptId: string;
  /** The last thing the agent said. */
  readonly answer: string;
  /** Names of the tools it used, in order. */
  readonly tools: readonly string[];
  /** What they printed. */
  readonly outputs: readonly string[];
  /** The rows as Claude Code writes them, one JSON object each, without line ends. */
  readonly rows: readonly string[];
}

interface Recording {
  readonly session: string;
  readonly turns: readonly RecordedTurn[];
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly name?: string;
  readonly content?: string;
}

interface Row {
  readonly type: string;
  readonly sessionId: string;
  readonly promptId?: string;
  readonly timestamp: string;
  readonly message?: { readonly content: string | readonly Block[] };
}

const RECORDED_HOME = '/home/dev';
const INJECTED = JSON.stringify('@injected');

/**
 * A recording of `test/fixtures/demo`, moved to this home and in time, so that it ends now.
 * @param now epoch milliseconds
 */
export function readRecording(name: string, home: string, now: number): Recording {
  const text = readFileSync(join(root, 'test', 'fixtures', 'demo', `${name}.jsonl`), 'utf8');
  const moved = text.replaceAll(RECORDED_HOME, JSON.stringify(home).slice(1, -1));
  const recorded = moved
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  const delay = now - Date.parse(recorded.at(-1)?.timestamp ?? '');
  const rows = recorded.map((row) => ({
    ...row,
    timestamp: new Date(Date.parse(row.timestamp) + delay).toISOString(),
  }));
  const starts = rows.flatMap((row, index) => (promptOf(row) === null ? [] : [index]));
  return {
    session: rows[0]?.sessionId ?? '',
    turns: starts.map((start, index) => turnOf(rows.slice(start, starts[index + 1]))),
  };
}

/** The row with the place for a hook's context filled in. */
export const withContext = (row: string, context: string): string =>
  row.replace(INJECTED, () => JSON.stringify(context));

const promptOf = ({ type, message }: Row): string | null =>
  type === 'user' && typeof message?.content === 'string' ? message.content : null;

function turnOf(rows: readonly Row[]): RecordedTurn {
  const [first] = rows;
  const blocks = rows.flatMap(({ message }): readonly Block[] =>
    typeof message?.content === 'object' ? message.content : [],
  );
  return {
    prompt: (first && promptOf(first)) ?? '',
    promptId: first?.promptId ?? '',
    answer: blocks.findLast(({ type }) => type === 'text')?.text ?? '',
    tools: blocks.flatMap(({ type, name }) => (type === 'tool_use' && name ? [name] : [])),
    outputs: blocks.flatMap(({ type, content }) =>
      type === 'tool_result' && content ? [content] : [],
    ),
    rows: rows.map((row) => JSON.stringify(row)),
  };
}
