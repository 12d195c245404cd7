import { getNodeValue } from 'jsonc-parser';
import type { ContentFault } from '../core/file-fault.ts';
import { FileRefusal } from '../core/file-refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { eventsOf, type HookEntry, type HookFormat, MOST_PAGES, withPages } from './hook-format.ts';
import {
  childrenOf,
  type JsonNode,
  keyOf,
  memberOf,
  memberValue,
  parseJsonTree,
} from './json-tree.ts';
import { pageOf } from './registration-command.ts';

/** A node and the array or object it is in. `whole`, one level up, stands for `container` alone. */
interface HookLevel {
  readonly container: JsonNode;
  readonly child: JsonNode;
  readonly whole: JsonNode;
  /** Name of the container in the file's record; null for a group, which is ours when it holds ours alone. */
  readonly name: string | null;
}

/** One hook handler in a settings file. */
export interface FoundHandler {
  readonly event: string;
  readonly value: unknown;
  readonly handler: JsonNode;
  readonly matcher: unknown;
  /** From the handler itself up to `hooks`. */
  readonly levels: readonly HookLevel[];
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
 * @throws {FileRefusal} when it cannot be parsed, or is not shaped so that our entries have a place
 */
export function readHookTree(text: string, file: string, format: HookFormat): HookTree {
  const tree = parseHookTree(text, format);
  if (tree.ok) return tree.value;
  throw new FileRefusal({ file, fault: tree.error });
}

/** The same without a claim on the file. */
export function parseHookTree(
  text: string,
  format: Pick<HookFormat, 'shape' | 'entries'>,
): Result<HookTree, ContentFault> {
  const parsed = parseJsonTree(text);
  if (!parsed.ok) return parsed;
  const root = parsed.value;
  if (root.type !== 'object') return err({ kind: 'object', key: null });
  const hooksProperty = memberOf(root, 'hooks');
  const hooks = memberValue(hooksProperty);
  if (hooksProperty && hooks?.type !== 'object') return err({ kind: 'object', key: 'hooks' });
  const misshapen = format.entries.find(({ event }) => {
    const list = memberValue(memberOf(hooks, event));
    return list && list.type !== 'array';
  });
  if (misshapen !== undefined) return err({ kind: 'list', key: `hooks.${misshapen.event}` });
  if (!hooksProperty || !hooks) return ok({ root, hooksProperty, handlers: [] });
  const top: HookLevel = { container: root, child: hooksProperty, whole: root, name: null };
  const handlers = childrenOf(hooks).flatMap((property) => {
    const list = memberValue(property);
    if (list?.type !== 'array') return [];
    const event: HookLevel = {
      container: hooks,
      child: property,
      whole: hooksProperty,
      name: 'hooks',
    };
    return format.shape === 'flat'
      ? flatHandlers(property, list, [event, top])
      : nestedHandlers(property, list, [event, top]);
  });
  return ok({ root, hooksProperty, handlers });
}

/** The list that an event's groups or handlers are in. */
export const listOf = (tree: HookTree, event: string): JsonNode | undefined =>
  memberValue(memberOf(memberValue(tree.hooksProperty), event));

/** Whether a handler runs for every occurrence that the entry is for, and with its page. */
export const fitsEntry = ({ event, matcher, value }: FoundHandler, entry: HookEntry): boolean =>
  event === entry.event &&
  pageOf(value) === (entry.page ?? 1) &&
  (matcher === undefined || matcher === '' || matcher === '*' || matcher === entry.matcher);

/** The events that have a handler of that kind for every occurrence we need, in our order. */
export const eventsWith = (
  handlers: readonly FoundHandler[],
  format: HookFormat,
): readonly string[] => {
  const found = format.entries.filter((entry) => handlers.some((one) => fitsEntry(one, entry)));
  return eventsOf({ ...format, entries: found });
};

/** How many pages of a memory the given handlers carry, one after the other from the first. */
export function pagesIn(handlers: readonly FoundHandler[], format: HookFormat): number {
  const { entries } = withPages(format, MOST_PAGES);
  const places = entries.filter(({ event }) => event === format.delivery);
  const missing = places.findIndex((entry) => !handlers.some((one) => fitsEntry(one, entry)));
  return missing < 0 ? places.length : missing;
}

function flatHandlers(
  property: JsonNode,
  list: JsonNode,
  above: readonly HookLevel[],
): FoundHandler[] {
  const event = keyOf(property);
  return childrenOf(list).map((handler) => ({
    event,
    value: getNodeValue(handler) as unknown,
    handler,
    matcher: memberValue(memberOf(handler, 'matcher'))?.value as unknown,
    levels: [
      { container: list, child: handler, whole: property, name: `hooks.${event}` },
      ...above,
    ],
  }));
}

/** Entries of other shapes are someone else's business: they are passed over. */
function nestedHandlers(
  property: JsonNode,
  groups: JsonNode,
  above: readonly HookLevel[],
): FoundHandler[] {
  const event = keyOf(property);
  return childrenOf(groups).flatMap((group) => {
    const list = memberValue(memberOf(group, 'hooks'));
    if (list?.type !== 'array') return [];
    const matcher: unknown = memberValue(memberOf(group, 'matcher'))?.value;
    return childrenOf(list).map((handler) => ({
      event,
      value: getNodeValue(handler) as unknown,
      handler,
      matcher,
      levels: [
        { container: list, child: handler, whole: group, name: null },
        { container: groups, child: group, whole: property, name: `hooks.${event}` },
        ...above,
      ],
    }));
  });
}
