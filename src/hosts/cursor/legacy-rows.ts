import type { Block, MessageRow } from './transcript-rows.ts';

/** A line that begins what one of both says. */
const SPEAKER = /^(user|assistant):\s*$/;
/** A line of an agent's part that begins something else than words. */
const MARK = /^\[(Tool call|Tool result|Thinking)\][ \t]*(.*)$/;

/** The messages of a transcript in plain text, in order. */
export function parseLegacyRows(text: string): MessageRow[] {
  const rows: MessageRow[] = [];
  let lines: string[] = [];
  let kind: MessageRow['kind'] | null = null;
  const finish = (): void => {
    if (kind === null) return;
    const blocks = kind === 'user' ? [textBlock(lines)] : agentBlocks(lines);
    rows.push({ kind, blocks, at: null, messageId: null });
  };
  for (const line of text.replace(/^\uFEFF+/, '').split(/\r?\n/)) {
    const speaker = SPEAKER.exec(line)?.[1];
    if (speaker === undefined) {
      lines.push(line);
      continue;
    }
    finish();
    kind = speaker === 'user' ? 'user' : 'assistant';
    lines = [];
  }
  finish();
  return rows;
}

const textBlock = (lines: readonly string[]): Block => ({
  type: 'text',
  text: lines.join('\n').trim(),
});

interface Part {
  /** Null for words. */
  readonly mark: string | null;
  readonly title: string;
  readonly lines: string[];
}

function agentBlocks(lines: readonly string[]): Block[] {
  const parts: Part[] = [{ mark: null, title: '', lines: [] }];
  for (const line of lines) {
    const [, mark, title = ''] = MARK.exec(line) ?? [];
    const last = parts.at(-1);
    if (mark !== undefined) parts.push({ mark, title: title.trim(), lines: [] });
    else if (last !== undefined && belongs(last, line)) last.lines.push(line);
    else parts.push({ mark: null, title: '', lines: [line] });
  }
  return parts.map(blockOf);
}

/** Arguments of a call are indented, a thought ends at an empty line, a result at the next mark. */
function belongs({ mark }: Part, line: string): boolean {
  if (mark === 'Tool call') return /^\s|^$/.test(line);
  return mark !== 'Thinking' || line.trim() !== '';
}

function blockOf({ mark, title, lines }: Part): Block {
  const text = lines.join('\n').replace(/\s+$/, '');
  switch (mark) {
    case 'Tool call':
      return { type: 'tool_use', id: null, name: title || 'unknown', input: text };
    case 'Tool result':
      return { type: 'tool_result', id: null, text };
    case 'Thinking':
      return { type: 'thinking', text: `${title}\n${text}`.trim() };
    default:
      return textBlock(lines);
  }
}
