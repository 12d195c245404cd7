import { type Draft, replace } from './json-draft.ts';
import { childrenOf, endOf, gapBetween, type JsonNode } from './json-tree.ts';

/**
 * Removes a child (an element, or a property of an object) with one comma and the white space
 * before it. Comments, also those beside the child, stay where they are.
 */
export function removeChild(draft: Draft, container: JsonNode, child: JsonNode): Draft {
  const { text } = draft;
  const siblings = childrenOf(container);
  const index = siblings.indexOf(child);
  const [previous, next] = [siblings[index - 1], siblings[index + 1]];
  const start = previous ? endOf(previous) : container.offset + 1;
  const end = next ? next.offset : endOf(container) - 1;
  const before = gapBetween(text, start, child.offset);
  const behind = gapBetween(text, endOf(child), end);

  let result = draft;
  if (behind.comma !== null) result = removeAt(result, behind.comma, 1);
  const rest = result.text.slice(endOf(child), endOf(child) + end - start);
  const anchor = Math.max(start, (before.comma ?? -1) + 1, ...before.comments.map((c) => c.end));
  // Behind a comment the line break may be what ends it, so it stays unless another follows at once.
  const keepsBlank = before.comments.some((c) => c.end === anchor) && !/^\r?\n/.test(rest);
  const from = keepsBlank ? child.offset : anchor;
  result = removeAt(result, from, endOf(child) - from);
  if (behind.comma === null && before.comma !== null) result = removeAt(result, before.comma, 1);
  return siblings.length === 1 ? collapse(result, container.offset + 1) : result;
}

const removeAt = (draft: Draft, offset: number, length: number): Draft =>
  replace(draft, { offset, length, content: '' });

/** Leaves `[]` or `{}` where nothing but white space is left after the opening bracket. */
function collapse(draft: Draft, start: number): Draft {
  const blank = /^\s*(?=[\]}])/.exec(draft.text.slice(start))?.[0] ?? '';
  return removeAt(draft, start, blank.length);
}
