import { getNodeValue } from 'jsonc-parser';
import { err, ok, type Result } from '../../core/result.ts';
import { UserError } from '../../core/user-error.ts';
import {
  childrenOf,
  type JsonNode,
  keyOf,
  memberOf,
  memberValue,
  parseJsonTree,
} from '../json-tree.ts';
import { HOOK_EVENTS } from './commands.ts';

/** One hook handler in a settings file, with every container on the way to it. */
export interface FoundHandler {
  readonly event: string;
  readonly value: unknown;
  readonly handler: JsonNode;
  /** The `hooks` array of the group. */
  readonly list: JsonNode;
  readonly group: JsonNode;
  readonly groups: JsonNode;
  readonly eventProperty: JsonNode;
  /** True when the group runs for every occurrence of the event. */
  readonly unrestricted: boolean;
}

export interface HookTree {
  readonly root: JsonNode;
  readonly hooksProperty: JsonNode | undefined;
  /** Every handler of every event, in file order. */
  readonly handlers: readonly FoundHandler[];
}

/**
 * Reads a settings text for editing.
 * @param file named in errors
 * @throws {UserError} when it cannot be parsed, or is not shaped so that our entries have a place
 */
export function readHookTree(text: string, file: string): HookTree {
  const tree = parseHookTree(text);
  if (tree.ok) return tree.value;
  throw new UserError(`${file} was left unchanged: ${tree.error}. Correct it and run this again.`);
}

/** The same without a claim on the file: the error is the reason alone, e.g. `it is not a JSON object`. */
export function parseHookTree(text: string): Result<HookTree> {
  const parsed = parseJsonTree(text);
  if (!parsed.ok) return err(`it is not valid JSON (${parsed.error})`);
  const root = parsed.value;
  if (root.type !== 'object') return err('it is not a JSON object');
  const hooksProperty = memberOf(root, 'hooks');
  const hooks = memberValue(hooksProperty);
  if (hooksProperty && hooks?.type !== 'object') return err('"hooks" is not an object');
  const misshapen = HOOK_EVENTS.find((event) => {
    const groups = memberValue(memberOf(hooks, event));
    return groups && groups.type !== 'array';
  });
  if (misshapen !== undefined) return err(`"hooks.${misshapen}" is not a list`);
  return ok({ root, hooksProperty, handlers: childrenOf(hooks).flatMap(handlersOfEvent) });
}

export const groupsOf = (tree: HookTree, event: string): JsonNode | undefined =>
  memberValue(memberOf(memberValue(tree.hooksProperty), event));

/** Entries of other shapes are someone else's business: they are passed over. */
function handlersOfEvent(eventProperty: JsonNode): FoundHandler[] {
  const groups = memberValue(eventProperty);
  if (groups?.type !== 'array') return [];
  return childrenOf(groups).flatMap((group) => {
    const list = memberValue(memberOf(group, 'hooks'));
    if (list?.type !== 'array') return [];
    const matcher: unknown = memberValue(memberOf(group, 'matcher'))?.value;
    const unrestricted = matcher === undefined || matcher === '' || matcher === '*';
    return childrenOf(list).map((handler) => ({
      event: keyOf(eventProperty),
      value: getNodeValue(handler) as unknown,
      handler,
      list,
      group,
      groups,
      eventProperty,
      unrestricted,
    }));
  });
}
