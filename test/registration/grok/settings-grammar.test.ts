import { expect, it } from 'vitest';
import { grokFault } from '../../../src/hosts/grok/settings-grammar.ts';
import { parseJsonTree } from '../../../src/hosts/json-tree.ts';

/** Why `grok inspect` of Grok 1.0.41 showed no hook of such a file. */
type Refused = readonly [text: string, kind: string, key: string];

const OWN = '{"hooks":[{"type":"command","command":"true","timeout":10}]}';
const beside = (group: string): string => `{"hooks":{"Stop":[${OWN},${group}]}}`;
const handler = (fields: string): string => beside(`{"hooks":[${fields}]}`);
const under = (members: string): string => `{"hooks":{${members},"PreToolUse":[${OWN}]}}`;
const FIRST = 'hooks.Stop[1].hooks[0]';

function faultIn(text: string) {
  const tree = parseJsonTree(text);
  return tree.ok ? grokFault(tree.value, text) : expect.fail(tree.error.kind);
}

it.for([
  `{"version":1,"description":5,"hooks":{"Stop":[${OWN}]}}`,
  `{"hooks":{},"hooks":{"Stop":[${OWN}]}}`,
  under('"Interrupt":5,"STOP":5,"userPromptSubmit":5'),
  under('"Foo":[{"hooks":[{"type":"command","timeout":1.5}]}]'),
])('Grok takes a file with the content %s', (text) => {
  expect(faultIn(text)).toBeNull();
});

it.for<Refused>([
  [`{"zzz":1e999,"hooks":{"Stop":[${OWN}]}}`, 'number', 'zzz'],
  [`{"zzz":"\\ud800","hooks":{"Stop":[${OWN}]}}`, 'escape', 'zzz'],
  [under('"PreCompact":null'), 'list', 'hooks.PreCompact'],
  [under('"pre_compact":5'), 'list', 'hooks.pre_compact'],
  [under('"stopFailure":5'), 'list', 'hooks.stopFailure'],
  [under('"beforeMCPExecution":5'), 'list', 'hooks.beforeMCPExecution'],
])('Grok ignores a file with the content %s, for the fault "%s" at %s', ([text, kind, key]) => {
  expect(faultIn(text)).toEqual({ kind, key });
});

it.for(['{"matcher":"a","matcher":"b","hooks":[],"zz":5}'])('Grok takes the group %s', (text) => {
  expect(faultIn(beside(text))).toBeNull();
});

it.for<Refused>([
  ['null', 'object', 'hooks.Stop[1]'],
  ['{}', 'missing', 'hooks.Stop[1].hooks'],
  ['{"hooks":null}', 'list', 'hooks.Stop[1].hooks'],
  ['{"matcher":3,"hooks":[]}', 'text', 'hooks.Stop[1].matcher'],
])('Grok ignores a file with the group %s, for the fault "%s" at %s', ([text, kind, key]) => {
  expect(faultIn(beside(text))).toEqual({ kind, key });
});

it.for([
  '{"type":"http","url":"http://x"}',
  '{"type":"command","command":null}',
  '{"type":"command","timeout":18446744073709551615}',
  '{"type":"command","timeout":1.5,"timeout":6}',
  '{"type":"command","env":{"A":"5"},"async":"yes","statusMessage":5}',
])('Grok takes the handler %s', (text) => {
  expect(faultIn(handler(text))).toBeNull();
});

it.for<Refused>([
  ['null', 'object', FIRST],
  ['{"command":"a"}', 'missing', `${FIRST}.type`],
  ['{"type":null,"command":"a"}', 'text', `${FIRST}.type`],
  ['{"type":"command","command":5}', 'text', `${FIRST}.command`],
  ['{"type":"prompt","timeout":1.5}', 'whole', `${FIRST}.timeout`],
  ['{"type":"command","timeout":-0}', 'whole', `${FIRST}.timeout`],
  ['{"type":"command","timeout":18446744073709551616}', 'whole', `${FIRST}.timeout`],
  ['{"type":"command","env":5}', 'object', `${FIRST}.env`],
  ['{"type":"command","env":{"A":5}}', 'text', `${FIRST}.env.A`],
  ['{"type":"command","url":5}', 'text', `${FIRST}.url`],
])('Grok ignores a file with the handler %s, for the fault "%s" at %s', ([text, kind, key]) => {
  expect(faultIn(handler(text))).toEqual({ kind, key });
});
