import type { SqlConnection } from './connection.ts';
import { integer, textOrNull } from './row.ts';
import { textValue } from './text-value.ts';

/**
 * Whether a finished turn's stored answer holds another one that a later look at the transcript gives:
 * the file lost its end, or the host reported several blocks as one answer.
 */
export function holdsAnswer(db: SqlConnection, turnId: number, answer: string): boolean {
  const stored = storedAnswer(db, turnId);
  return stored?.includes(answer) === true || isUtterance(db, turnId, answer);
}

export const storedAnswer = (db: SqlConnection, turnId: number): string | null =>
  textOrNull(
    db.get("SELECT text FROM bodies WHERE turn_id = ? AND role = 'assistant'", turnId) ?? {},
    'text',
  );

/** A finished turn's answer that gives way to another one is kept among the details, once. */
export function keepReplacedAnswer(db: SqlConnection, turnId: number): void {
  db.run(
    `INSERT OR IGNORE INTO details (turn_id, source_id, kind, tool_name, input_text, output_text, token_count)
     SELECT b.turn_id, 'replaced:' || t.raw_assistant_hash, 'utterance', 'utterance', NULL, b.text, b.token_count
     FROM bodies b JOIN turns t ON t.id = b.turn_id
     WHERE b.turn_id = ? AND b.role = 'assistant' AND t.raw_assistant_hash IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM details d WHERE d.turn_id = b.turn_id AND d.kind = 'utterance' AND d.output_text = b.text)`,
    turnId,
  );
}

const isUtterance = (db: SqlConnection, turnId: number, text: string): boolean =>
  integer(
    db.get(
      `SELECT count(*) AS n FROM details
       WHERE turn_id = ? AND kind = 'utterance' AND output_text = CAST(? AS TEXT)`,
      turnId,
      textValue(text),
    ) ?? {},
    'n',
  ) > 0;
