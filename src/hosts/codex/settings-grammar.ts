import type { SettingsFault } from '../../core/settings-fault.ts';
import {
  boolean,
  faultyScalar,
  listOf,
  nullable,
  object,
  objectOf,
  type Shape,
  text,
  whole,
} from '../json-shape.ts';
import { type JsonNode, memberOf, memberValue } from '../json-tree.ts';

/** Events that Codex reads; what stands under another name it passes over (0.171). */
const EVENTS = [
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PreCompact',
  'PostCompact',
  'SessionStart',
  'UserPromptSubmit',
  'SubagentStart',
  'SubagentStop',
  'Stop',
  'Interrupt',
  'SessionEnd',
];

/** Above it the search for hooks breaks off, so that none runs at all. */
const LARGEST = 2n ** 63n - 1n;

/** `-0` counts as 0. */
const number: Shape = (value) =>
  value.text.startsWith('-0', value.node.offset) && value.node.length === 2
    ? null
    : nullable(whole(LARGEST))(value);

const COMMON = { type: text, timeout: number, statusMessage: nullable(text) };

/** By `type`. Of a kind that is known but not run yet nothing is read. */
const HANDLERS: Readonly<Record<string, Shape>> = {
  command: objectOf({
    of: {
      ...COMMON,
      command: text,
      commandWindows: nullable(text),
      command_windows: nullable(text),
      async: boolean,
      additionalContextLimit: number,
    },
    required: ['command'],
    aliases: { command_windows: 'commandWindows' },
    twice: 'refused',
  }),
  mcp_tool: objectOf({
    of: { ...COMMON, server: text, tool: text, input: object },
    required: ['server', 'tool'],
    twice: 'refused',
  }),
  prompt: object,
  agent: object,
};

const handler: Shape = (value) => {
  /* A list is taken for an object whose keys were left out. */
  if (value.node.type === 'array') return null;
  const key = `${value.key}.type`;
  if (value.node.type !== 'object') return { kind: 'object', key: value.key };
  const type = memberValue(memberOf(value.node, 'type'));
  if (!type) return { kind: 'missing', key };
  const kind: unknown = type.value;
  const shape =
    typeof kind === 'string' && Object.hasOwn(HANDLERS, kind) ? HANDLERS[kind] : undefined;
  return shape ? shape(value) : { kind: 'hook', key };
};

const group: Shape = (value) =>
  value.node.type === 'array'
    ? null
    : objectOf({
        of: { matcher: nullable(text), hooks: listOf(handler) },
        twice: 'refused',
      })(value);

const file: Shape = objectOf({
  of: {
    description: nullable(text),
    hooks: objectOf({
      of: Object.fromEntries(EVENTS.map((event) => [event, listOf(group)])),
      twice: 'refused',
    }),
  },
  others: 'refused',
  twice: 'refused',
});

/** What makes Codex refuse the whole of `hooks.json` (0.171, asked by `hooks/list`); null for nothing. */
export const codexFault = (root: JsonNode, content: string): SettingsFault | null =>
  faultyScalar(root, { numbers: 'any' }) ?? file({ node: root, text: content, key: '' });
