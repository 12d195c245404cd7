import { getNodeValue } from 'jsonc-parser';
import { isString } from '../core/value-shape.ts';
import type { Draft } from './json-draft.ts';
import { appendElement, appendMember } from './json-insert.ts';
import { removeChild } from './json-remove.ts';
import { childrenOf, type JsonNode, memberOf, memberValue, parseJsonTree } from './json-tree.ts';
import type { RuleAddition, RuleList } from './recall-permission.ts';

const OUTER = 'permissions';
const INNER = 'permissions.allow';

/** `permissions.allow` in a file that holds a JSON object already. */
export const jsonRules: RuleList = {
  read: (text) =>
    childrenOf(listIn(text)?.list)
      .map((node): unknown => getNodeValue(node))
      .filter(isString),
  add: (draft, rules) =>
    rules.reduce<RuleAddition | null>((done, rule) => done && addRule(done, rule), {
      draft,
      added: [],
    }),
  remove(draft, rules, containers) {
    const mayGo = (name: string): boolean => containers === null || containers.has(name);
    const rest = rules.reduce(removeRule, draft);
    const inner = mayGo(INNER) ? removeEmpty(rest, 'inner') : rest;
    return mayGo(OUTER) ? removeEmpty(inner, 'outer') : inner;
  },
};

/** As far as it is there. */
interface RuleNodes {
  readonly root: JsonNode;
  /** The member `permissions` and its object. */
  readonly outer: JsonNode | undefined;
  readonly object: JsonNode | undefined;
  /** The member `allow` and its list. */
  readonly inner: JsonNode | undefined;
  readonly list: JsonNode | undefined;
}

/** Null where the text is no object, or something else stands in the place of ours. */
function listIn(text: string): RuleNodes | null {
  const parsed = parseJsonTree(text);
  const root = parsed.ok ? parsed.value : undefined;
  if (root?.type !== 'object') return null;
  const outer = memberOf(root, 'permissions');
  const object = memberValue(outer);
  const inner = memberOf(object, 'allow');
  const list = memberValue(inner);
  const fits = (object?.type ?? 'object') === 'object' && (list?.type ?? 'array') === 'array';
  return fits ? { root, outer, object, inner, list } : null;
}

function addRule({ draft, added }: RuleAddition, rule: string): RuleAddition | null {
  const nodes = listIn(draft.text);
  if (nodes === null) return null;
  const { root, object, list } = nodes;
  if (list) return { draft: appendElement(draft, list, rule), added };
  if (object)
    return { draft: appendMember(draft, object, 'allow', [rule]), added: [...added, INNER] };
  const permissions = { allow: [rule] };
  return {
    draft: appendMember(draft, root, 'permissions', permissions),
    added: [...added, OUTER, INNER],
  };
}

function removeRule(draft: Draft, rule: string): Draft {
  const list = listIn(draft.text)?.list;
  const found = childrenOf(list).find((node) => node.value === rule);
  return list && found ? removeRule(removeChild(draft, list, found), rule) : draft;
}

function removeEmpty(draft: Draft, which: 'inner' | 'outer'): Draft {
  const nodes = listIn(draft.text);
  if (nodes === null) return draft;
  const { root, outer, object, inner, list } = nodes;
  const [container, member, value] =
    which === 'inner' ? [object, inner, list] : [root, outer, object];
  const isEmpty = value !== undefined && childrenOf(value).length === 0;
  return container && member && isEmpty ? removeChild(draft, container, member) : draft;
}
