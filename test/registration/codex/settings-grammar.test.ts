import { expect, it } from 'vitest';
import { codexFault } from '../../../src/hosts/codex/settings-grammar.ts';
import { parseJsonTree } from '../../../src/hosts/json-tree.ts';

/** Why `hooks/list` of Codex 0.171.0 refused such a file. */
type Refused = readonly [text: string, kind: string, key: string];

const OWN = '{"hooks":[{"type":"command","command":"true","timeout":10}]}';
const beside = (group: string): string => `{"hooks":{"Stop":[${OWN},${group}]}}`;
const handler = (fields: string): string => beside(`{"hooks":[${fields}]}`);
const command = (fields: string): string => handler(`{"type":"command","command":"a",${fields}}`);
const under = (members: string): string => `{"hooks":{${members},"Stop":[${OWN}]}}`;
const FIRST = 'hooks.Stop[1].hooks[0]';

function faultIn(text: string) {
  const tree = parseJsonTree(text);
  return tree.ok ? codexFault(tree.value, text) : expect.fail(tree.error.kind);
}

it.for([
  '{}',
  beside('{}'),
  `{"description":null,"hooks":{"Stop":[${OWN}]}}`,
  under('"Foo":[],"Foo":[1]'),
  under('"Foo":{}'),
  under('"StopFailure":[{"hooks":[{"type":"http"}]}]'),
])('Codex takes a file with the content %s', (text) => {
  expect(faultIn(text)).toBeNull();
});

it.for<Refused>([
  [`{"version":1,"hooks":{"Stop":[${OWN}]}}`, 'unknown', 'version'],
  [`{"description":5,"hooks":{"Stop":[${OWN}]}}`, 'text', 'description'],
  [`{"hooks":{},"hooks":{"Stop":[${OWN}]}}`, 'twice', 'hooks'],
  [`{"hooks":{"Stop":[],"St\\u006fp":[${OWN}]}}`, 'twice', 'hooks.Stop'],
  [under('"PreCompact":null'), 'list', 'hooks.PreCompact'],
])('Codex ignores a file with the content %s, for the fault "%s" at %s', ([text, kind, key]) => {
  expect(faultIn(text)).toEqual({ kind, key });
});

it.for(['["a",[]]', '{"hooks":[],"x":5}', '{"matcher":null,"hooks":[]}'])(
  'Codex takes the group %s',
  (text) => {
    expect(faultIn(beside(text))).toBeNull();
  },
);

it.for<Refused>([
  ['null', 'object', 'hooks.Stop[1]'],
  ['{"hooks":null}', 'list', 'hooks.Stop[1].hooks'],
  ['{"matcher":3,"hooks":[]}', 'text', 'hooks.Stop[1].matcher'],
  ['{"matcher":"a","matcher":"b","hooks":[]}', 'twice', 'hooks.Stop[1].matcher'],
])('Codex ignores a file with the group %s, for the fault "%s" at %s', ([text, kind, key]) => {
  expect(faultIn(beside(text))).toEqual({ kind, key });
});

it.for([
  '["command","a"]',
  '{"type":"prompt","timeout":1.5,"command":4}',
  '{"type":"agent"}',
  '{"type":"mcp_tool","server":"a","tool":"b"}',
  '{"type":"command","command":""}',
  '{"type":"command","command":"\\ud83d\\ude00"}',
])('Codex takes the handler %s', (text) => {
  expect(faultIn(handler(text))).toBeNull();
});

it.for<Refused>([
  ['null', 'object', FIRST],
  ['{"command":"a"}', 'missing', `${FIRST}.type`],
  ['{"type":"http","command":"a"}', 'hook', `${FIRST}.type`],
  ['{"type":5,"command":"a"}', 'hook', `${FIRST}.type`],
  ['{"type":"mcp_tool"}', 'missing', `${FIRST}.server`],
  ['{"type":"mcp_tool","server":"a","tool":"b","timeout":1.5}', 'whole', `${FIRST}.timeout`],
  ['{"type":"command"}', 'missing', `${FIRST}.command`],
  ['{"type":"command","command":5}', 'text', `${FIRST}.command`],
  ['{"type":"command","command":"\\ud800"}', 'escape', `${FIRST}.command`],
  ['{"type":"command","type":"command","command":"a"}', 'twice', `${FIRST}.type`],
])('Codex ignores a file with the handler %s, for the fault "%s" at %s', ([text, kind, key]) => {
  expect(faultIn(handler(text))).toEqual({ kind, key });
});

it.for([
  ...['null', '0', '-0', '10', '9223372036854775807'].map((value) => `"timeout":${value}`),
  '"timeoutSec":1.5',
  '"async":true',
  '"statusMessage":null',
  '"additionalContextLimit":null',
  '"x":1,"x":2',
])('Codex takes a command with %s', (text) => {
  expect(faultIn(command(text))).toBeNull();
});

it.for<Refused>([
  ...['1.5', '1.0', '1e1', '-1', '"10"', '9223372036854775808'].map(
    (value): Refused => [`"timeout":${value}`, 'whole', 'timeout'],
  ),
  ['"timeout":5,"timeout":6', 'twice', 'timeout'],
  ['"async":"yes"', 'boolean', 'async'],
  ['"async":null', 'boolean', 'async'],
  ['"statusMessage":5', 'text', 'statusMessage'],
  ['"commandWindows":5', 'text', 'commandWindows'],
  ['"command_windows":5', 'text', 'command_windows'],
  ['"additionalContextLimit":1.5', 'whole', 'additionalContextLimit'],
  ['"x":"\\ud800"', 'escape', 'x'],
])(
  'Codex ignores a file with a command that has %s, for the fault "%s" at %s',
  ([text, kind, key]) => {
    expect(faultIn(command(text))).toEqual({ kind, key: `${FIRST}.${key}` });
  },
);

it('Codex ignores a file in which one key is there under two names', () => {
  const text = command('"commandWindows":"a","command_windows":"b"');
  expect(faultIn(text)).toEqual({ kind: 'twice', key: `${FIRST}.commandWindows` });
});
