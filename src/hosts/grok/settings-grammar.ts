import type { SettingsFault } from '../../core/settings-fault.ts';
import {
  faultyScalar,
  listOf,
  nullable,
  objectOf,
  type Shape,
  text,
  whole,
} from '../json-shape.ts';
import { childrenOf, type JsonNode, keyOf } from '../json-tree.ts';

/** Events that Grok reads; what stands under another name it passes over (1.0.41). */
const EVENTS = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PreCompact',
  'PostCompact',
  'SessionStart',
  'UserPromptSubmit',
  'SubagentStart',
  'SubagentStop',
  'Stop',
  'StopFailure',
  'StopCancelled',
  'SessionEnd',
  'Notification',
  'PermissionDenied',
];

/** Cursor's own, in its spelling alone. */
const CURSOR_EVENTS = [
  'beforeSubmitPrompt',
  'beforeShellExecution',
  'afterShellExecution',
  'beforeMCPExecution',
  'afterMCPExecution',
  'beforeReadFile',
  'afterFileEdit',
  'afterAgentResponse',
  'afterAgentThought',
];

const LARGEST = 2n ** 64n - 1n;

const handler: Shape = objectOf({
  of: {
    type: text,
    command: nullable(text),
    url: nullable(text),
    timeout: nullable(whole(LARGEST)),
    env: nullable((value) =>
      objectOf({
        of: Object.fromEntries(childrenOf(value.node).map((property) => [keyOf(property), text])),
        twice: 'last',
      })(value),
    ),
  },
  required: ['type'],
  twice: 'last',
});

const group: Shape = (value) =>
  /* A list is taken for an object whose keys were left out. */
  value.node.type === 'array'
    ? null
    : objectOf({
        of: { matcher: nullable(text), hooks: listOf(handler) },
        required: ['hooks'],
        twice: 'last',
      })(value);

/** Cursor has another name for the prompt: `userPromptSubmit` is none. */
const spellings = (event: string): readonly string[] => [
  event,
  ...(event === 'UserPromptSubmit' ? [] : [event.charAt(0).toLowerCase() + event.slice(1)]),
  event.replace(/\B[A-Z]/g, '_$&').toLowerCase(),
];

const file: Shape = objectOf({
  of: {
    hooks: objectOf({
      of: Object.fromEntries(
        [...EVENTS.flatMap(spellings), ...CURSOR_EVENTS].map((event) => [event, listOf(group)]),
      ),
      twice: 'last',
    }),
  },
  twice: 'last',
});

/** What makes Grok ignore a whole file of hooks (1.0.41, asked by `grok inspect`); null for nothing. */
export const grokFault = (root: JsonNode, content: string): SettingsFault | null =>
  faultyScalar(root, { numbers: 'finite' }) ?? file({ node: root, text: content, key: '' });
