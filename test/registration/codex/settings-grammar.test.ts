import { expect, it } from 'vitest';
import { codexFault } from '../../../src/hosts/codex/settings-grammar.ts';
import { parseJsonTree } from '../../../src/hosts/json-tree.ts';

/** What `hooks/list` of Codex 0.171.0 said of such a file: taken, or refused for this. */
type Case = readonly [text: string, kind: string | null, key?: string];

const OWN = '{"hooks":[{"type":"command","command":"true","timeout":10}]}';
const beside = (group: string): string => `{"hooks":{"Stop":[${OWN},${group}]}}`;
const handler = (fields: string): string => beside(`{"hooks":[${fields}]}`);
const command = (fields: string): string => handler(`{"type":"command","command":"a",${fields}}`);
const under = (members: string): string => `{"hooks":{${members},"Stop":[${OWN}]}}`;
const FIRST = 'hooks.Stop[1].hooks[0]';

function faultIn(text: string) {
  const tree = parseJsonTree(text);
  return tree.ok ? codexFault(tree.value, text) : expect.fail(tree.error);
}

it.for<Case>([
  ['{}', null],
  [beside('{}'), null],
  [`{"description":null,"hooks":{"Stop":[${OWN}]}}`, null],
  [`{"version":1,"hooks":{"Stop":[${OWN}]}}`, 'unknown', 'version'],
  [`{"description":5,"hooks":{"Stop":[${OWN}]}}`, 'text', 'description'],
  [`{"hooks":{},"hooks":{"Stop":[${OWN}]}}`, 'twice', 'hooks'],
  [`{"hooks":{"Stop":[],"St\\u006fp":[${OWN}]}}`, 'twice', 'hooks.Stop'],
  [under('"Foo":[],"Foo":[1]'), null],
  [under('"PreCompact":null'), 'list', 'hooks.PreCompact'],
  [under('"Foo":{}'), null],
  [under('"StopFailure":[{"hooks":[{"type":"http"}]}]'), null],
])('%s: %s %s', ([text, kind, key]) => {
  expect(faultIn(text)).toEqual(kind === null ? null : { kind, key });
});

it.for<Case>([
  ['null', 'object', 'hooks.Stop[1]'],
  ['["a",[]]', null],
  ['{"hooks":null}', 'list', 'hooks.Stop[1].hooks'],
  ['{"hooks":[],"x":5}', null],
  ['{"matcher":3,"hooks":[]}', 'text', 'hooks.Stop[1].matcher'],
  ['{"matcher":null,"hooks":[]}', null],
  ['{"matcher":"a","matcher":"b","hooks":[]}', 'twice', 'hooks.Stop[1].matcher'],
])('the group %s: %s %s', ([text, kind, key]) => {
  expect(faultIn(beside(text))).toEqual(kind === null ? null : { kind, key });
});

it.for<Case>([
  ['null', 'object', FIRST],
  ['["command","a"]', null],
  ['{"command":"a"}', 'missing', `${FIRST}.type`],
  ['{"type":"http","command":"a"}', 'hook', `${FIRST}.type`],
  ['{"type":5,"command":"a"}', 'hook', `${FIRST}.type`],
  ['{"type":"prompt","timeout":1.5,"command":4}', null],
  ['{"type":"agent"}', null],
  ['{"type":"mcp_tool"}', 'missing', `${FIRST}.server`],
  ['{"type":"mcp_tool","server":"a","tool":"b"}', null],
  ['{"type":"mcp_tool","server":"a","tool":"b","timeout":1.5}', 'whole', `${FIRST}.timeout`],
  ['{"type":"command"}', 'missing', `${FIRST}.command`],
  ['{"type":"command","command":5}', 'text', `${FIRST}.command`],
  ['{"type":"command","command":""}', null],
  ['{"type":"command","command":"\\ud800"}', 'escape', `${FIRST}.command`],
  ['{"type":"command","command":"\\ud83d\\ude00"}', null],
  ['{"type":"command","type":"command","command":"a"}', 'twice', `${FIRST}.type`],
])('the handler %s: %s %s', ([text, kind, key]) => {
  expect(faultIn(handler(text))).toEqual(kind === null ? null : { kind, key });
});

it.for<Case>([
  ...['1.5', '1.0', '1e1', '-1', '"10"', '9223372036854775808'].map(
    (value): Case => [`"timeout":${value}`, 'whole', 'timeout'],
  ),
  ...['null', '0', '-0', '10', '9223372036854775807'].map(
    (value): Case => [`"timeout":${value}`, null],
  ),
  ['"timeout":5,"timeout":6', 'twice', 'timeout'],
  ['"timeoutSec":1.5', null],
  ['"async":"yes"', 'boolean', 'async'],
  ['"async":null', 'boolean', 'async'],
  ['"async":true', null],
  ['"statusMessage":5', 'text', 'statusMessage'],
  ['"statusMessage":null', null],
  ['"commandWindows":5', 'text', 'commandWindows'],
  ['"command_windows":5', 'text', 'command_windows'],
  ['"additionalContextLimit":1.5', 'whole', 'additionalContextLimit'],
  ['"additionalContextLimit":null', null],
  ['"x":1,"x":2', null],
  ['"x":"\\ud800"', 'escape', 'x'],
])('a command with %s: %s %s', ([text, kind, key]) => {
  expect(faultIn(command(text))).toEqual(
    kind === null ? null : { kind, key: `${FIRST}.${key ?? ''}` },
  );
});

it('two names of one key are one too many', () => {
  const text = command('"commandWindows":"a","command_windows":"b"');
  expect(faultIn(text)).toEqual({ kind: 'twice', key: `${FIRST}.commandWindows` });
});
