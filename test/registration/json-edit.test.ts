import { expect, it } from 'vitest';
import { insert, replace, withoutInserted } from '../../src/hosts/json-draft.ts';
import { appendElement, appendMember } from '../../src/hosts/json-insert.ts';
import { removeChild } from '../../src/hosts/json-remove.ts';
import {
  childrenOf,
  type JsonNode,
  memberOf,
  memberValue,
  parseJsonTree,
} from '../../src/hosts/json-tree.ts';

const draftOf = (text: string) => ({ text, inserted: [] });

function rootOf(text: string): JsonNode {
  const parsed = parseJsonTree(text);
  expect(parsed).toMatchObject({ ok: true });
  return (parsed as { value: JsonNode }).value;
}

it.for([
  ['[]', '[\n  1\n]'],
  ['[ ]', '[\n  1\n ]'],
  ['[\n]', '[\n  1\n]'],
  ['[0]', '[0,1]'],
  ['[0,]', '[0,1,]'],
  ['[\n  0\n]', '[\n  0,\n  1\n]'],
  ['[\n  0,\n]', '[\n  0,\n  1,\n]'],
  ['[\n  0 // zero\n]', '[\n  0, // zero\n  1\n]'],
  ['[\n  0, // zero\n]', '[\n  0, // zero\n  1,\n]'],
  ['[\n  0 /* zero */ // nil\n  // last\n]', '[\n  0, /* zero */ // nil\n  1\n  // last\n]'],
  ['[\n  0\n  ,\n]', '[\n  0\n  ,\n  1,\n]'],
  ['[\r\n\t0\r\n]', '[\r\n\t0,\r\n\t1\r\n]'],
  ['[ // none\n]', '[\n  1 // none\n]'],
  ['[0 // zero\n]', '[0, 1 // zero\n]'],
] as const)('%j with one more element is %j', ([before, after]) => {
  const draft = appendElement(draftOf(before), rootOf(before), 1);
  expect(draft.text).toBe(after);
  expect(withoutInserted(draft)).toBe(before);
});

it.for([
  ['{}', '{\n  "a": [\n    1\n  ]\n}'],
  ['{"b":1}', '{"b":1,"a":[1]}'],
  ['{\n    "b": 1\n}', '{\n    "b": 1,\n    "a": [\n        1\n    ]\n}'],
  ['{ "b": 1,\n  "c": 2 }', '{ "b": 1,\n  "c": 2,\n  "a": [\n    1\n  ] }'],
] as const)('%j with one more member is %j', ([before, after]) => {
  const draft = appendMember(draftOf(before), rootOf(before), 'a', [1]);
  expect(draft.text).toBe(after);
  expect(withoutInserted(draft)).toBe(before);
});

it.for([
  ['[1]', 0, '[]'],
  ['[\n  1\n]', 0, '[]'],
  ['[1,]', 0, '[]'],
  ['[1, 2, 3]', 1, '[1, 3]'],
  ['[1, 2, 3]', 0, '[ 2, 3]'],
  ['[1, 2, 3]', 2, '[1, 2]'],
  ['[\n  1,\n  2,\n]', 1, '[\n  1,\n]'],
  ['[\n  1, // one\n  2 // two\n]', 1, '[\n  1 // one\n   // two\n]'],
  ['[\n  1, // one\n  2\n]', 1, '[\n  1 // one\n]'],
  ['[\n  1, // one\n  2 ]', 1, '[\n  1 // one\n   ]'],
  ['[ /* a */ 1 /* b */ ]', 0, '[ /* a */  /* b */ ]'],
  ['[// a\n1]', 0, '[// a\n]'],
] as const)('%j without element %i is %j', ([before, index, after]) => {
  const root = rootOf(before);
  const child = childrenOf(root)[index] as JsonNode;
  expect(removeChild(draftOf(before), root, child).text).toBe(after);
});

it('the last of several members of one name counts, as in JSON.parse', () => {
  expect(memberValue(memberOf(rootOf('{"a":1,"b":2,"a":3}'), 'a'))?.value).toBe(3);
});

it('spans of ours follow edits around, in and across them', () => {
  const draft = insert(draftOf('abcdef'), 3, 'XYZ');
  const edit = (offset: number, length: number, content: string): string =>
    withoutInserted(replace(draft, { offset, length, content }));
  expect(edit(0, 1, 'long')).toBe('longbcdef');
  expect(edit(4, 1, 'long')).toBe('abcdef');
  expect(edit(7, 1, '')).toBe('abcdf');
  expect(edit(2, 2, '')).toBe('abdef');
  expect(edit(5, 2, '')).toBe('abcef');
  expect(edit(2, 5, '')).toBe('abef');
});

it('text put into a span of ours belongs to it', () => {
  const draft = insert(insert(draftOf('ab'), 1, 'XX'), 2, 'YY');
  expect(draft.inserted).toEqual([{ offset: 1, length: 4 }]);
  expect(withoutInserted(draft)).toBe('ab');
});

it('an error names its line', () => {
  expect(parseJsonTree('{\n  "a": 1\n  "b": 2\n}')).toEqual({
    ok: false,
    error: { kind: 'syntax', fault: 'comma', line: 3 },
  });
});

it('text that is nested deeper than the stack is refused', () => {
  const text = `{"a":${'['.repeat(1e6)}${']'.repeat(1e6)}}`;
  expect(parseJsonTree(text)).toEqual({ ok: false, error: { kind: 'deep' } });
});
