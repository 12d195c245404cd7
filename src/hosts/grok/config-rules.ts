import { isDeepStrictEqual } from 'node:util';
import { parse } from 'smol-toml';
import { isRecord } from '../../core/record.ts';
import { isString } from '../../core/value-shape.ts';
import { type Draft, insert, replace } from '../json-draft.ts';
import type { RuleList } from '../recall-permission.ts';

/**
 * `permission.allow` in `config.toml`. Beside it Grok leaves `permission.rules` out of account, what
 * they deny included (seen in 1.0.41): where there are any, nothing is added. What is edited is read
 * again, and taken only if nothing but our rules differs.
 */
export const grokRules: RuleList = {
  read: (text) => allowedIn(parsed(text)),
  silences(text) {
    const { permission } = parsed(text) ?? {};
    return isRecord(permission) && permission.rules !== undefined;
  },
  add(draft, rules) {
    const before = parsed(draft.text);
    const place = placeIn(draft.text, before);
    if (before === null || place === null) return null;
    const eol = /\r?\n/.exec(draft.text)?.[0] ?? '\n';
    const lines = rules.map((rule) => `${eol}  ${JSON.stringify(rule)},`).join('');
    const after = insert(draft, place.offset, place.around(lines, eol));
    const expected = withAllowed(before, [...rules, ...allowedIn(before)]);
    return isDeepStrictEqual(parsed(after.text), expected)
      ? { draft: after, added: place.container === null ? [] : [place.container] }
      : null;
  },
  remove(draft, rules, containers) {
    const before = parsed(draft.text);
    if (before === null) return draft;
    const left = allowedIn(before).filter((rule) => !rules.includes(rule));
    const expected = withAllowed(before, left);
    const rest = rules.reduce(withoutRule, draft);
    const isRight = ({ text }: Draft): boolean => {
      const now = parsed(text);
      return now !== null && isDeepStrictEqual(withAllowed(now, allowedIn(now)), expected);
    };
    return [withoutEmpty(rest, containers), rest].find(isRight) ?? draft;
  },
};

type Config = Readonly<Record<string, unknown>>;

function parsed(text: string): Config | null {
  try {
    /* The parser's objects have no prototype, which would make them differ from ours. */
    return structuredClone(parse(text, { integersAsBigInt: 'asNeeded' }));
  } catch {
    return null; /* TomlError: Grok cannot read it either */
  }
}

function allowedIn(config: Config | null): readonly string[] {
  const { permission } = config ?? {};
  const list: unknown = isRecord(permission) ? permission.allow : undefined;
  return Array.isArray(list) ? list.filter(isString) : [];
}

const withAllowed = (config: Config, allow: readonly string[]): Config => ({
  ...config,
  permission: { ...(isRecord(config.permission) ? config.permission : {}), allow },
});

interface Place {
  readonly offset: number;
  /** The table or list that has to be made, or null. */
  readonly container: string | null;
  around(lines: string, eol: string): string;
}

const TABLE = /^[ \t]*\[[ \t]*permission[ \t]*\][^\n]*$/m;
const LIST = /^[ \t]*allow[ \t]*=[ \t]*\[/m;

/** Rules go to the front of the list: where it ends need not be known. */
function placeIn(text: string, config: Config | null): Place | null {
  if (config === null) return null;
  const { permission } = config;
  if (permission === undefined) {
    const breaks = text.endsWith('\n') ? 1 : 2;
    const around = (lines: string, eol: string): string =>
      `${text === '' ? '' : eol.repeat(breaks)}[permission]${eol}allow = [${lines}${eol}]${eol}`;
    return { offset: text.length, container: 'permission', around };
  }
  const table = TABLE.exec(text);
  if (!isRecord(permission) || permission.rules !== undefined || !table) return null;
  const behind = table.index + table[0].replace(/\r$/, '').length;
  if (permission.allow === undefined)
    return {
      offset: behind,
      container: 'permission.allow',
      around: (lines, eol) => `${eol}allow = [${lines}${eol}]`,
    };
  const list = LIST.exec(text.slice(behind));
  if (!list) return null;
  const offset = behind + list.index + list[0].length;
  return { offset, container: null, around: (lines) => lines };
}

const withoutRule = (draft: Draft, rule: string): Draft =>
  without(draft, new RegExp(`\\s*${escaped(JSON.stringify(rule))}[ \\t]*,?`));

/** Without the table or the list that we made, once nothing is in it. */
function withoutEmpty(draft: Draft, containers: ReadonlySet<string> | null): Draft {
  if (containers?.has('permission') !== false)
    return without(draft, /(?:\r?\n)?^\[permission\]\r?\nallow = \[\s*\]\r?\n/m);
  return containers.has('permission.allow') ? without(draft, /\r?\nallow = \[\s*\]/) : draft;
}

function without(draft: Draft, pattern: RegExp): Draft {
  const found = pattern.exec(draft.text);
  return found
    ? replace(draft, { offset: found.index, length: found[0].length, content: '' })
    : draft;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
