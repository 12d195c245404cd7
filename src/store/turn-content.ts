import type { Detail } from '../core/turn.ts';
import type { SqlConnection } from './connection.ts';
import { prunedAt } from './prune.ts';
import { textValue } from './text-value.ts';

/** A request or an answer, in place of the one before. */
export function putBody(
  db: SqlConnection,
  turnId: number,
  role: 'user' | 'assistant',
  body: string,
): void {
  db.run(
    'INSERT OR REPLACE INTO bodies (turn_id, role, text, token_count) VALUES (?, ?, CAST(? AS TEXT), ?)',
    turnId,
    role,
    textValue(body),
    tokens(body),
  );
}

/** Details that are there already stay as they are, and what was pruned does not come back. */
export function putDetails(db: SqlConnection, turnId: number, details: readonly Detail[]): void {
  if (details.length === 0) return;
  const isPruned = prunedAt(db, turnId) !== null;
  const wanted = isPruned ? details.filter(({ kind }) => kind === 'utterance') : details;
  for (const { sourceId, kind, toolName, input, output } of wanted) {
    db.run(
      `INSERT OR IGNORE INTO details (turn_id, source_id, kind, tool_name, input_text, output_text, token_count)
       VALUES (?, ?, ?, ?, CAST(? AS TEXT), CAST(? AS TEXT), ?)`,
      turnId,
      sourceId,
      kind,
      toolName,
      textValue(input),
      textValue(output),
      tokens(input, output),
    );
  }
}

/** The turn's one-line summary. */
export const putSkeleton = (db: SqlConnection, turnId: number, summary: string): void =>
  db.run('INSERT OR REPLACE INTO skeletons (turn_id, summary) VALUES (?, ?)', turnId, summary);

/** The agent went on after its answer: what it said first is kept among the details. */
export function keepAnswer(db: SqlConnection, turnId: number, number: number): void {
  db.run(
    `INSERT OR IGNORE INTO details (turn_id, source_id, kind, tool_name, input_text, output_text, token_count)
     SELECT turn_id, ?, 'utterance', 'utterance', NULL, text, token_count FROM bodies
     WHERE turn_id = ? AND role = 'assistant'`,
    `answer:${number}`,
    turnId,
  );
}

/** Length of a text in tokens, roughly; the original's measure. */
const tokens = (...texts: readonly (string | null)[]): number =>
  Math.round(texts.reduce((sum, value) => sum + (value?.length ?? 0), 0) / 4);
