import { cleanUserText } from '../../src/hosts/claude/transcript-text.ts';
import { plainText } from '../../src/hosts/plain-text.ts';
import type { OriginalDatabase, OriginalDetailRow } from './original-database.ts';

interface RawBlock {
  readonly type?: string;
  readonly text?: string;
  readonly thinking?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly tool_use_id?: string;
  readonly content?: unknown;
}

interface RawRow {
  readonly type?: string;
  readonly uuid?: string;
  readonly timestamp?: string;
  readonly isSidechain?: boolean;
  readonly isCompactSummary?: boolean;
  readonly message?: { readonly role?: string; readonly content?: unknown };
  readonly attachment?: {
    readonly type?: string;
    readonly hookEvent?: string;
    readonly content?: unknown;
  };
}

interface Fragment {
  readonly number: number;
  readonly text: string;
  readonly at: number | null;
}

interface Group {
  readonly text: string;
  readonly at: number | null;
  readonly fragments: Fragment[];
}

const JUNK = ["You've hit your session limit", "You've reached your", 'API Error'];

/** What the original stores of a Claude transcript at a Stop: turns that are new to it, details of the last. */
export function stopOfOriginal(
  original: OriginalDatabase,
  session: string,
  lines: readonly string[],
  now: number,
): void {
  const rows = lines.flatMap(parse);
  const stored = new Set(
    original.db
      .prepare('SELECT DISTINCT turn_number AS n FROM bodies WHERE origin_session_id = ?')
      .all(session)
      .map(({ n }) => Number(n)),
  );
  const groups = groupsOf(rows).filter((group) => lastWord(group) !== undefined);
  for (const group of groups) {
    const answer = lastWord(group);
    if (answer === undefined || group.fragments.some(({ number }) => stored.has(number))) continue;
    original.turn(session, answer.number, {
      request: group.text,
      answer: answer.text,
      at: group.at ?? answer.at ?? now,
      endedAt: answer.at ?? now,
    });
  }
  const last = groups.at(-1);
  const number = last === undefined ? undefined : lastWord(last)?.number;
  if (number === undefined) return;
  for (const detail of detailsOfLast(rows)) original.detail(session, number, detail);
}

function parse(line: string): RawRow[] {
  try {
    return [JSON.parse(line) as RawRow];
  } catch {
    return []; /* SyntaxError: the line is not whole yet */
  }
}

const lastWord = ({ fragments }: Group): Fragment | undefined =>
  fragments.findLast(({ text }) => !JUNK.some((start) => text.startsWith(start)));

const blocksOf = (content: unknown): readonly RawBlock[] =>
  Array.isArray(content) ? (content as RawBlock[]) : [];

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return blocksOf(content)
    .map(({ type, text }) => (type === 'text' ? (text ?? '') : ''))
    .join('');
}

const timeOf = ({ timestamp }: RawRow): number | null =>
  timestamp === undefined ? null : Date.parse(timestamp);

function textOfRow(row: RawRow): string {
  const text = row.isSidechain === true ? '' : textOf(row.message?.content);
  if (row.type === 'assistant') return text;
  return row.type === 'user' ? cleanUserText(text) : '';
}

function groupsOf(rows: readonly RawRow[]): readonly Group[] {
  const groups: Group[] = [];
  let position = 0;
  for (const row of rows) {
    const text = textOfRow(row);
    if (text === '') continue;
    const number = position;
    position += 1;
    if (row.isCompactSummary === true) continue;
    if (row.type === 'user') groups.push({ text, at: timeOf(row), fragments: [] });
    else groups.at(-1)?.fragments.push({ number, text, at: timeOf(row) });
  }
  return groups;
}

function detailsOfLast(rows: readonly RawRow[]): readonly OriginalDetailRow[] {
  const hasText = (row: RawRow): boolean => textOf(row.message?.content).trim() !== '';
  const end = rows.findLastIndex((row) => row.type === 'assistant' && hasText(row));
  const start = rows
    .slice(0, end + 1)
    .findLastIndex((row) => row.type === 'user' && hasText(row) && row.isCompactSummary !== true);
  if (start < 0) return [];
  const names = new Map<string, string>();
  return rows.slice(start, end + 1).flatMap((row) => detailsOf(row, names));
}

function detailsOf(row: RawRow, names: Map<string, string>): readonly OriginalDetailRow[] {
  const { type = '', hookEvent, content } = row.attachment ?? {};
  if (row.type === 'attachment' && type !== '') {
    const tool = hookEvent === undefined ? type : `${type}:${hookEvent}`;
    const output = typeof content === 'string' ? content : JSON.stringify(row.attachment);
    return [{ kind: 'system', tool, sourceId: row.uuid ?? null, input: null, output }];
  }
  return blocksOf(row.message?.content).flatMap((block, index) => {
    const detail = blockDetail(block, row.uuid, index, names);
    return detail === null ? [] : [detail];
  });
}

function blockDetail(
  block: RawBlock,
  uuid: string | undefined,
  index: number,
  names: Map<string, string>,
): OriginalDetailRow | null {
  const { id = null, name = 'unknown', tool_use_id: of = '' } = block;
  switch (block.type) {
    case 'tool_use':
      names.set(id ?? '', name);
      return {
        ...{ kind: 'tool_input', tool: name, sourceId: id },
        ...{ input: JSON.stringify(block.input), output: null },
      };
    case 'thinking': {
      const sourceId = uuid === undefined ? null : `${uuid}:thinking:${index}`;
      const output = block.thinking ?? '';
      return { kind: 'thinking', tool: 'thinking', sourceId, input: null, output };
    }
    case 'image':
      return { kind: 'image', tool: 'image', sourceId: null, input: null, output: '[image]' };
    case 'tool_result': {
      const output = plainText(textOf(block.content));
      const tool = names.get(of) ?? 'unknown';
      return { kind: 'tool_output', tool, sourceId: `${of}:result`, input: null, output };
    }
    default:
      return null;
  }
}
