import {
  createScanner,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { JsonFault, SyntaxFault } from '../core/file-fault.ts';
import { err, ok, type Result } from '../core/result.ts';

export type JsonNode = Node;

/** Token kinds of jsonc-parser's scanner. Its own enum is `const`, which single-file compilers cannot read. */
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const END = 17;

/** Parses JSON with comments and trailing commas. */
export function parseJsonTree(text: string): Result<JsonNode, JsonFault> {
  const errors: ParseError[] = [];
  let root: JsonNode | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true });
  } catch {
    return err({ kind: 'deep' }); /* RangeError: deeper than the stack */
  }
  const [first] = errors;
  if (first) {
    const line = text.slice(0, first.offset).split('\n').length;
    const fault = FAULTS[printParseErrorCode(first.error)] ?? 'other';
    return err({ kind: 'syntax', fault, line });
  }
  return root ? ok(root) : err({ kind: 'empty' });
}

/** By the parser's names. */
const FAULTS: Readonly<Record<string, SyntaxFault>> = {
  InvalidSymbol: 'symbol',
  InvalidNumberFormat: 'number',
  PropertyNameExpected: 'name',
  ValueExpected: 'value',
  ColonExpected: 'colon',
  CommaExpected: 'comma',
  CloseBraceExpected: 'brace',
  CloseBracketExpected: 'bracket',
  EndOfFileExpected: 'end',
  UnexpectedEndOfComment: 'open-comment',
  UnexpectedEndOfString: 'open-text',
  UnexpectedEndOfNumber: 'open-number',
  InvalidUnicode: 'escape',
  InvalidEscapeCharacter: 'escape',
  InvalidCharacter: 'character',
};

export const endOf = (node: JsonNode): number => node.offset + node.length;

export const childrenOf = (node: JsonNode | undefined): readonly JsonNode[] => node?.children ?? [];

/** The member of that name as `JSON.parse` would take it: the last of several. */
export const memberOf = (node: JsonNode | undefined, key: string): JsonNode | undefined =>
  node?.type === 'object'
    ? childrenOf(node).findLast((property) => keyOf(property) === key)
    : undefined;

export const keyOf = (property: JsonNode): string => String(childrenOf(property)[0]?.value ?? '');

export const memberValue = (property: JsonNode | undefined): JsonNode | undefined =>
  childrenOf(property)[1];

/** What stands between two values: a comma, comments, and where the first line break is. */
export interface Gap {
  /** Offset of the comma, or null. */
  readonly comma: number | null;
  readonly comments: readonly { readonly offset: number; readonly end: number }[];
  /** Offset of the first line break, or `end` of the gap. */
  readonly lineEnd: number;
}

/** Reads the text between two nodes (or a node and a bracket). */
export function gapBetween(text: string, start: number, end: number): Gap {
  const scanner = createScanner(text.slice(start, end), false);
  const comments: { offset: number; end: number }[] = [];
  let comma: number | null = null;
  let lineEnd: number | null = null;
  for (let kind = scanner.scan(); kind !== END; kind = scanner.scan()) {
    const offset = start + scanner.getTokenOffset();
    if (kind === COMMA) comma ??= offset;
    if (kind === LINE_BREAK) lineEnd ??= offset;
    if (kind === LINE_COMMENT || kind === BLOCK_COMMENT)
      comments.push({ offset, end: offset + scanner.getTokenLength() });
  }
  return { comma, comments, lineEnd: lineEnd ?? end };
}

/** Whether a node has a comment anywhere outside `except`, which stands inside it. */
export function hasCommentAround(text: string, node: JsonNode, except: JsonNode): boolean {
  const outside = [
    text.slice(node.offset, except.offset),
    text.slice(endOf(except), endOf(node)),
  ] as const;
  return outside.some((part) => {
    const scanner = createScanner(part, false);
    for (let kind = scanner.scan(); kind !== END; kind = scanner.scan())
      if (kind === LINE_COMMENT || kind === BLOCK_COMMENT) return true;
    return false;
  });
}
