import { isDeepStrictEqual } from 'node:util';
import { getNodeValue } from 'jsonc-parser';
import { isRecord } from '../core/record.ts';
import { eventsOf, type HookEntry, type HookFormat, type HookHandler } from './hook-format.ts';
import { type FoundHandler, fitsEntry, type HookTree, listOf, readHookTree } from './hook-tree.ts';
import { type Draft, insert, replace } from './json-draft.ts';
import { appendElement, appendMember, newDocument } from './json-insert.ts';
import { removeChild } from './json-remove.ts';
import {
  childrenOf,
  hasCommentAround,
  type JsonNode,
  keyOf,
  memberOf,
  memberValue,
} from './json-tree.ts';
import {
  type Invocation,
  isOriginalHandler,
  isOwnHandler,
  type OwnMarks,
} from './registration-command.ts';

/** `hooks`, `hooks.<event>` or `version`: a container or member that exists because of us. */
type Container = string;

/** A flat file has to say which shape it is of. */
const VERSION = { key: 'version', value: 1 } as const;

export interface Registration {
  readonly draft: Draft;
  /** Containers we added, besides those known before. */
  readonly added: readonly Container[];
}

/** What to register, and where. */
export interface Registrand {
  readonly format: HookFormat;
  readonly invocation: Invocation;
  /** Also remove the hooks of the Node product of the same name. */
  readonly replaceOriginal: boolean;
  /** By what ours are known again. */
  readonly marks: OwnMarks;
  /** Named in errors. */
  readonly file: string;
  /** The only containers that may go with ours; null when it is not known who added them. */
  readonly containers: ReadonlySet<Container> | null;
}

type Place = Pick<Registrand, 'file' | 'format' | 'marks'>;

/**
 * Writes our handlers into a settings text: present ones are corrected in place, missing ones are
 * appended last, ours in other events go. Equal input gives equal output.
 * @throws {FileRefusal} when the text cannot be edited
 */
export function register(draft: Draft, registrand: Registrand): Registration {
  const { format, file, replaceOriginal } = registrand;
  const { entries, shape } = format;
  if (draft.text.trim() === '') return registerFresh(draft, registrand);
  const isSurplus = (found: FoundHandler, tree: HookTree): boolean =>
    (isOwn(found, registrand) && !isKept(tree, found, registrand)) ||
    (replaceOriginal && isOriginalHandler(found.value));
  const mayGo = (found: FoundHandler) => (isOwn(found, registrand) ? registrand.containers : null);
  let next = removeHandlers(draft, registrand, isSurplus, mayGo);
  const added: Container[] = [];
  for (const entry of entries) {
    const tree = readHookTree(next.text, file, format);
    const found =
      keptOf(tree, entry, registrand) ?? (format.keepsPlaces && keptPlace(next, tree, entry));
    if (found) {
      next = align(next, found, entry, registrand);
      continue;
    }
    if (!tree.hooksProperty) added.push('hooks');
    if (!listOf(tree, entry.event)) added.push(`hooks.${entry.event}`);
    next = appendHandler(next, tree, entry, registrand);
  }
  const { root } = readHookTree(next.text, file, format);
  if (shape === 'nested' || memberOf(root, VERSION.key)) return { draft: next, added };
  const { key, value } = VERSION;
  return { draft: appendMember(next, root, key, value), added: [...added, key] };
}

function registerFresh(draft: Draft, { format, invocation }: Registrand): Registration {
  const added = ['hooks', ...new Set(eventsOf(format).map((event) => `hooks.${event}`))];
  return {
    draft: insert(draft, draft.text.length, freshSettings(format, invocation)),
    added: format.shape === 'flat' ? [VERSION.key, ...added] : added,
  };
}

/**
 * Removes our handlers and whatever container they leave empty. The version that we added to a flat
 * file goes when no handler is left that needs it.
 * @param containers the only ones that may go; null when it is not known who added them
 */
export function unregister(
  draft: Draft,
  place: Place,
  containers: ReadonlySet<Container> | null,
): Draft {
  const { file, format } = place;
  const rest = removeHandlers(
    draft,
    place,
    (found) => isOwn(found, place),
    () => containers,
  );
  if (!containers?.has(VERSION.key)) return rest;
  const { root, handlers } = readHookTree(rest.text, file, format);
  const version = memberOf(root, VERSION.key);
  const isAsMade = memberValue(version)?.value === VERSION.value;
  return version && isAsMade && handlers.length === 0 ? removeChild(rest, root, version) : rest;
}

const isOwn = ({ value }: FoundHandler, { format, marks }: Place): boolean =>
  isOwnHandler(value, format.host, marks);

const freshSettings = (format: HookFormat, invocation: Invocation): string => {
  const { entries, shape } = format;
  const hooks = Object.fromEntries(
    eventsOf(format).map((event) => [
      event,
      entries
        .filter((entry) => entry.event === event)
        .map((entry) => element(format, entry, invocation)),
    ]),
  );
  return newDocument(shape === 'flat' ? { [VERSION.key]: VERSION.value, hooks } : { hooks });
};

/** What stands in an event's list: the handler, or a group that holds it alone. */
function element(format: HookFormat, entry: HookEntry, invocation: Invocation): object {
  const handler = format.handler(entry, invocation, null);
  if (format.shape === 'flat') return handler;
  return entry.matcher === undefined
    ? { hooks: [handler] }
    : { matcher: entry.matcher, hooks: [handler] };
}

/** The one handler of ours that stays for an entry: the first that runs for every occurrence. */
const keptOf = (tree: HookTree, entry: HookEntry, place: Place): FoundHandler | undefined =>
  tree.handlers.find((found) => fitsEntry(found, entry) && isOwn(found, place));

/** Where ours stood before somebody else's: they go back there, and are trusted as before. */
const keptPlace = (draft: Draft, tree: HookTree, entry: HookEntry): FoundHandler | undefined =>
  tree.handlers.find(
    (found) =>
      fitsEntry(found, entry) &&
      isBeforeOthers(found) &&
      draft.text.startsWith(JSON.stringify(PLACE_HOLDER), found.handler.offset),
  );

const isKept = (tree: HookTree, found: FoundHandler, place: Place): boolean =>
  place.format.entries.some((entry) => keptOf(tree, entry, place) === found);

function appendHandler(
  draft: Draft,
  tree: HookTree,
  entry: HookEntry,
  { format, invocation }: Registrand,
): Draft {
  const list = listOf(tree, entry.event);
  const added = element(format, entry, invocation);
  if (list) return appendElement(draft, list, added);
  const hooks = memberValue(tree.hooksProperty);
  return hooks
    ? appendMember(draft, hooks, entry.event, [added])
    : appendMember(draft, tree.root, 'hooks', { [entry.event]: [added] });
}

/** Makes the kept handler's members what they should be, one difference at a time. */
function align(draft: Draft, found: FoundHandler, entry: HookEntry, registrand: Registrand): Draft {
  const { format, invocation, file } = registrand;
  const present = isRecord(found.value) ? found.value : null;
  const next = alignMember(draft, found.handler, format.handler(entry, invocation, present));
  if (next === draft) return draft;
  const again = keptOf(readHookTree(next.text, file, format), entry, registrand);
  return again ? align(next, again, entry, registrand) : next;
}

/** The same draft when nothing differs. */
function alignMember(draft: Draft, node: JsonNode, handler: HookHandler): Draft {
  const surplus = childrenOf(node).find((property) => !Object.hasOwn(handler, keyOf(property)));
  if (surplus) return removeChild(draft, node, surplus);
  for (const [key, value] of Object.entries(handler)) {
    const member = memberValue(memberOf(node, key));
    if (!member) return appendMember(draft, node, key, value);
    if (isDeepStrictEqual(getNodeValue(member), value)) continue;
    return replaceNode(draft, member, value);
  }
  return draft;
}

function removeHandlers(
  draft: Draft,
  { file, format }: Place,
  isDoomed: (found: FoundHandler, tree: HookTree) => boolean,
  mayGo: (found: FoundHandler) => ReadonlySet<Container> | null,
): Draft {
  let next = draft;
  for (;;) {
    const tree = readHookTree(next.text, file, format);
    /* From behind: what is ours too needs no place to be kept for it. */
    const found = tree.handlers.findLast((handler) => isDoomed(handler, tree));
    if (!found) return next;
    if (format.keepsPlaces && isBeforeOthers(found)) {
      next = replaceNode(next, found.handler, PLACE_HOLDER);
      continue;
    }
    const [parent, child] = outermost(next.text, found, format, mayGo(found));
    next = removeChild(next, parent, child);
  }
}

/** Codex passes over it, with a warning at each start, and counts it: those behind it stay trusted. */
const PLACE_HOLDER = { type: 'command', command: '' } as const;

/** In a group of several, with somebody else's behind it. */
const isBeforeOthers = ({ handler, levels: [within] }: FoundHandler): boolean =>
  within !== undefined && childrenOf(within.container).at(-1) !== handler;

const replaceNode = (draft: Draft, { offset, length }: JsonNode, value: unknown): Draft =>
  replace(draft, { offset, length, content: JSON.stringify(value) });

/** The largest node that holds nothing but this handler and may go, with the container it is in. */
function outermost(
  text: string,
  { levels }: FoundHandler,
  { keepsPlaces }: HookFormat,
  containers: ReadonlySet<Container> | null,
): readonly [JsonNode, JsonNode] {
  const mayGo = (name: Container | null): boolean =>
    name === null || containers === null || containers.has(name);
  const at = levels.findIndex(({ container, child, whole, name }, index) => {
    const isAlone = childrenOf(container).length === 1 && !hasCommentAround(text, whole, child);
    const above = levels[index + 1];
    if (!above || !isAlone || !mayGo(name)) return true;
    // An empty group holds the places of those behind it.
    return keepsPlaces && name === null && childrenOf(above.container).at(-1) !== above.child;
  });
  const level = levels[at];
  if (!level) throw new Error('a handler without hooks');
  return [level.container, level.child];
}
