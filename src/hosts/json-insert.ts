import { type Draft, insert } from './json-draft.ts';
import { childrenOf, endOf, gapBetween, type JsonNode, parseJsonTree } from './json-tree.ts';

/** Appends an element to an array, in the layout the file already has. Only adds text. */
export const appendElement = (draft: Draft, array: JsonNode, value: unknown): Draft =>
  append(draft, array, { key: null, value });

/** Appends a member to an object, in the layout the file already has. Only adds text. */
export const appendMember = (draft: Draft, object: JsonNode, key: string, value: unknown): Draft =>
  append(draft, object, { key, value });

/** A whole new document: two spaces, a final newline. */
export const newDocument = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

interface Entry {
  readonly key: string | null;
  readonly value: unknown;
}

interface Layout {
  readonly eol: string;
  /** One level of indentation. */
  readonly unit: string;
  /** The whole file stands on one line, and is more than an empty object. */
  readonly oneLine: boolean;
}

function append(draft: Draft, container: JsonNode, entry: Entry): Draft {
  const last = childrenOf(container).at(-1);
  const layout = layoutOf(draft.text);
  return last
    ? appendBehind(draft, container, last, entry, layout)
    : appendFirst(draft, container, entry, layout);
}

function appendFirst(draft: Draft, container: JsonNode, entry: Entry, layout: Layout): Draft {
  const { text } = draft;
  const start = container.offset + 1;
  if (layout.oneLine) return insert(draft, start, compact(entry));
  const base = lineIndent(text, container.offset);
  const inner = base + layout.unit;
  const close = text.slice(start, endOf(container)).includes('\n') ? '' : layout.eol + base;
  return insert(draft, start, layout.eol + inner + expanded(entry, inner, layout) + close);
}

function appendBehind(
  draft: Draft,
  container: JsonNode,
  last: JsonNode,
  entry: Entry,
  layout: Layout,
): Draft {
  const end = endOf(last);
  const indent = ownLineIndent(draft.text, last.offset);
  if (indent === null) return insert(draft, end, (layout.oneLine ? ',' : ', ') + compact(entry));
  const { comma, comments, lineEnd } = gapBetween(draft.text, end, endOf(container) - 1);
  const sameLine = comments.filter(({ offset }) => offset < lineEnd).map((comment) => comment.end);
  const behind = Math.max(end, comma === null ? end : comma + 1, ...sameLine);
  const body = layout.eol + indent + expanded(entry, indent, layout);
  if (comma !== null) return insert(draft, behind, `${body},`);
  return behind === end
    ? insert(draft, end, `,${body}`)
    : insert(insert(draft, behind, body), end, ',');
}

const compact = ({ key, value }: Entry): string =>
  (key === null ? '' : `${JSON.stringify(key)}:`) + JSON.stringify(value);

const expanded = ({ key, value }: Entry, indent: string, { eol, unit }: Layout): string =>
  (key === null ? '' : `${JSON.stringify(key)}: `) +
  JSON.stringify(value, null, unit).replaceAll('\n', eol + indent);

function layoutOf(text: string): Layout {
  const tree = parseJsonTree(text);
  const [first] = tree.ok ? childrenOf(tree.value) : [];
  const indent = first ? ownLineIndent(text, first.offset) : null;
  const eol = /\r?\n/.exec(text)?.[0];
  return {
    eol: eol ?? '\n',
    unit: indent || '  ',
    oneLine: first !== undefined && indent === null && !text.trim().includes('\n'),
  };
}

/** The white space before `offset` when nothing else precedes it on its line, else null. */
function ownLineIndent(text: string, offset: number): string | null {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return offset > before.length && /^[ \t]*$/.test(before) ? before : null;
}

const lineIndent = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? '';
