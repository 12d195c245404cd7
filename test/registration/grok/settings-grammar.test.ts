import { expect, it } from 'vitest';
import { grokFault } from '../../../src/hosts/grok/settings-grammar.ts';
import { parseJsonTree } from '../../../src/hosts/json-tree.ts';

/** What `grok inspect` of Grok 1.0.41 showed of such a file: its hooks, or none for this. */
type Case = readonly [text: string, kind: string | null, key?: string];

const OWN = '{"hooks":[{"type":"command","command":"true","timeout":10}]}';
const beside = (group: string): string => `{"hooks":{"Stop":[${OWN},${group}]}}`;
const handler = (fields: string): string => beside(`{"hooks":[${fields}]}`);
const under = (members: string): string => `{"hooks":{${members},"PreToolUse":[${OWN}]}}`;
const FIRST = 'hooks.Stop[1].hooks[0]';

function faultIn(text: string) {
  const tree = parseJsonTree(text);
  return tree.ok ? grokFault(tree.value, text) : expect.fail(tree.error);
}

it.for<Case>([
  [`{"version":1,"description":5,"hooks":{"Stop":[${OWN}]}}`, null],
  [`{"hooks":{},"hooks":{"Stop":[${OWN}]}}`, null],
  [`{"zzz":1e999,"hooks":{"Stop":[${OWN}]}}`, 'number', 'zzz'],
  [`{"zzz":"\\ud800","hooks":{"Stop":[${OWN}]}}`, 'escape', 'zzz'],
  [under('"PreCompact":null'), 'list', 'hooks.PreCompact'],
  [under('"pre_compact":5'), 'list', 'hooks.pre_compact'],
  [under('"stopFailure":5'), 'list', 'hooks.stopFailure'],
  [under('"beforeMCPExecution":5'), 'list', 'hooks.beforeMCPExecution'],
  [under('"Interrupt":5,"STOP":5,"userPromptSubmit":5'), null],
  [under('"Foo":[{"hooks":[{"type":"command","timeout":1.5}]}]'), null],
])('%s: %s %s', ([text, kind, key]) => {
  expect(faultIn(text)).toEqual(kind === null ? null : { kind, key });
});

it.for<Case>([
  ['null', 'object', 'hooks.Stop[1]'],
  ['{}', 'missing', 'hooks.Stop[1].hooks'],
  ['{"hooks":null}', 'list', 'hooks.Stop[1].hooks'],
  ['{"matcher":3,"hooks":[]}', 'text', 'hooks.Stop[1].matcher'],
  ['{"matcher":"a","matcher":"b","hooks":[],"zz":5}', null],
])('the group %s: %s %s', ([text, kind, key]) => {
  expect(faultIn(beside(text))).toEqual(kind === null ? null : { kind, key });
});

it.for<Case>([
  ['null', 'object', FIRST],
  ['{"command":"a"}', 'missing', `${FIRST}.type`],
  ['{"type":null,"command":"a"}', 'text', `${FIRST}.type`],
  ['{"type":"http","url":"http://x"}', null],
  ['{"type":"command","command":null}', null],
  ['{"type":"command","command":5}', 'text', `${FIRST}.command`],
  ['{"type":"prompt","timeout":1.5}', 'whole', `${FIRST}.timeout`],
  ['{"type":"command","timeout":-0}', 'whole', `${FIRST}.timeout`],
  ['{"type":"command","timeout":18446744073709551615}', null],
  ['{"type":"command","timeout":18446744073709551616}', 'whole', `${FIRST}.timeout`],
  ['{"type":"command","timeout":1.5,"timeout":6}', null],
  ['{"type":"command","env":5}', 'object', `${FIRST}.env`],
  ['{"type":"command","env":{"A":5}}', 'text', `${FIRST}.env.A`],
  ['{"type":"command","env":{"A":"5"},"async":"yes","statusMessage":5}', null],
  ['{"type":"command","url":5}', 'text', `${FIRST}.url`],
])('the handler %s: %s %s', ([text, kind, key]) => {
  expect(faultIn(handler(text))).toEqual(kind === null ? null : { kind, key });
});
