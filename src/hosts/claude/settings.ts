import { isDeepStrictEqual } from 'node:util';
import { getNodeValue } from 'jsonc-parser';
import { type Draft, insert, replace } from '../json-draft.ts';
import { appendElement, appendMember, newDocument } from '../json-insert.ts';
import { removeChild } from '../json-remove.ts';
import {
  childrenOf,
  hasCommentAround,
  type JsonNode,
  keyOf,
  memberOf,
  memberValue,
} from '../json-tree.ts';
import { type HookHandler, isOriginalHandler, isOwnHandler } from './commands.ts';
import { type FoundHandler, groupsOf, type HookTree, readHookTree } from './hook-tree.ts';

/** `hooks` or `hooks.<event>`: a container that exists because of us. */
export type Container = string;

export interface Registration {
  readonly draft: Draft;
  /** Containers we added, besides those known before. */
  readonly added: readonly Container[];
}

/**
 * Writes our handlers into a settings text: present ones are corrected in place, missing ones are
 * appended last, ours in other events go. Equal input gives equal output.
 * @param options.file named in errors
 * @param options.replaceOriginal also remove the hooks of the Node product of the same name
 * @throws {UserError} when the text cannot be edited
 */
export function register(
  draft: Draft,
  handlers: ReadonlyMap<string, HookHandler>,
  options: { readonly file: string; readonly replaceOriginal: boolean },
): Registration {
  const { file, replaceOriginal } = options;
  if (draft.text.trim() === '') {
    const added = ['hooks', ...[...handlers.keys()].map((event) => `hooks.${event}`)];
    return { draft: insert(draft, draft.text.length, freshSettings(handlers)), added };
  }
  const isSurplus = (found: FoundHandler, tree: HookTree): boolean =>
    (isOwnHandler(found.value) && found !== keptOf(tree, found.event, handlers)) ||
    (replaceOriginal && isOriginalHandler(found.value));
  let next = removeHandlers(draft, file, isSurplus, null);
  const added: Container[] = [];
  for (const [event, handler] of handlers) {
    const tree = readHookTree(next.text, file);
    if (keptOf(tree, event, handlers)) {
      next = align(next, file, event, handlers);
      continue;
    }
    if (!tree.hooksProperty) added.push('hooks');
    if (!groupsOf(tree, event)) added.push(`hooks.${event}`);
    next = appendHandler(next, tree, event, handler);
  }
  return { draft: next, added };
}

const freshSettings = (handlers: ReadonlyMap<string, HookHandler>): string =>
  newDocument({
    hooks: Object.fromEntries([...handlers].map(([event, handler]) => [event, [group(handler)]])),
  });

/**
 * Removes our handlers and whatever container they leave empty.
 * @param containers the only ones that may go; null when it is not known who added them
 */
export const unregister = (
  draft: Draft,
  file: string,
  containers: ReadonlySet<Container> | null,
): Draft => removeHandlers(draft, file, ({ value }) => isOwnHandler(value), containers);

const group = (handler: HookHandler) => ({ hooks: [handler] });

/** The one handler of ours that stays in an event: the first that runs for every occurrence. */
const keptOf = (
  tree: HookTree,
  event: string,
  wanted: ReadonlyMap<string, unknown>,
): FoundHandler | undefined =>
  wanted.has(event)
    ? tree.handlers.find(
        (found) => found.event === event && found.unrestricted && isOwnHandler(found.value),
      )
    : undefined;

function appendHandler(draft: Draft, tree: HookTree, event: string, handler: HookHandler): Draft {
  const groups = groupsOf(tree, event);
  if (groups) return appendElement(draft, groups, group(handler));
  const hooks = memberValue(tree.hooksProperty);
  return hooks
    ? appendMember(draft, hooks, event, [group(handler)])
    : appendMember(draft, tree.root, 'hooks', { [event]: [group(handler)] });
}

/** Makes the kept handler's members what they should be, one difference at a time. */
function align(
  draft: Draft,
  file: string,
  event: string,
  wanted: ReadonlyMap<string, HookHandler>,
): Draft {
  const found = keptOf(readHookTree(draft.text, file), event, wanted);
  const handler = wanted.get(event);
  const next = found && handler ? alignMember(draft, found.handler, handler) : draft;
  return next === draft ? draft : align(next, file, event, wanted);
}

/** The same draft when nothing differs. */
function alignMember(draft: Draft, node: JsonNode, handler: HookHandler): Draft {
  const surplus = childrenOf(node).find((property) => !Object.hasOwn(handler, keyOf(property)));
  if (surplus) return removeChild(draft, node, surplus);
  for (const [key, value] of Object.entries(handler)) {
    const member = memberValue(memberOf(node, key));
    if (!member) return appendMember(draft, node, key, value);
    if (isDeepStrictEqual(getNodeValue(member), value)) continue;
    const { offset, length } = member;
    return replace(draft, { offset, length, content: JSON.stringify(value) });
  }
  return draft;
}

function removeHandlers(
  draft: Draft,
  file: string,
  isDoomed: (found: FoundHandler, tree: HookTree) => boolean,
  containers: ReadonlySet<Container> | null,
): Draft {
  let next = draft;
  for (;;) {
    const tree = readHookTree(next.text, file);
    const found = tree.handlers.find((handler) => isDoomed(handler, tree));
    if (!found) return next;
    const [parent, child] = outermost(next.text, tree, found, containers);
    next = removeChild(next, parent, child);
  }
}

/** The largest node that holds nothing but this handler and may go, with the container it is in. */
function outermost(
  text: string,
  tree: HookTree,
  found: FoundHandler,
  containers: ReadonlySet<Container> | null,
): readonly [JsonNode, JsonNode] {
  const { handler, list, group: parent, groups, eventProperty, event } = found;
  const mayGo = (name: Container): boolean => containers === null || containers.has(name);
  const isAlone = (container: JsonNode, whole: JsonNode, child: JsonNode): boolean =>
    childrenOf(container).length === 1 && !hasCommentAround(text, whole, child);
  if (!isAlone(list, parent, handler)) return [list, handler];
  if (!mayGo(`hooks.${event}`) || !isAlone(groups, eventProperty, parent)) return [groups, parent];
  const { hooksProperty, root } = tree;
  const hooks = memberValue(hooksProperty);
  if (!hooksProperty || !hooks) throw new Error('a handler without hooks');
  if (!mayGo('hooks') || !isAlone(hooks, hooksProperty, eventProperty))
    return [hooks, eventProperty];
  return [root, hooksProperty];
}
