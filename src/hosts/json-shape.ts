import { wellFormed } from '../core/clip.ts';
import type { SettingsFault } from '../core/settings-fault.ts';
import { childrenOf, endOf, type JsonNode, keyOf, memberOf, memberValue } from './json-tree.ts';

/** A value in a settings file, and what it is called there. */
interface JsonValue {
  readonly node: JsonNode;
  /** Of the whole file: how a number is written decides. */
  readonly text: string;
  readonly key: string;
}

/** What a host takes for a value; the first fault, or null. */
export type Shape = (value: JsonValue) => SettingsFault | null;

const kindOf =
  (type: JsonNode['type'], kind: SettingsFault['kind']): Shape =>
  ({ node, key }) =>
    node.type === type ? null : { kind, key };

export const text = kindOf('string', 'text');
export const boolean = kindOf('boolean', 'boolean');
export const object = kindOf('object', 'object');

/** Digits alone, up to `max`: `10`, not `10.0`. */
export const whole =
  (max: bigint): Shape =>
  ({ node, text: file, key }) => {
    const written = file.slice(node.offset, endOf(node));
    const fits = node.type === 'number' && /^\d+$/.test(written) && BigInt(written) <= max;
    return fits ? null : { kind: 'whole', key };
  };

export const nullable =
  (shape: Shape): Shape =>
  (value) =>
    value.node.type === 'null' ? null : shape(value);

export const listOf =
  (shape: Shape): Shape =>
  ({ node, text: file, key }) =>
    node.type === 'array'
      ? firstFault(childrenOf(node), (child, index) =>
          shape({ node: child, text: file, key: `${key}[${index}]` }),
        )
      : { kind: 'list', key };

/** Which keys an object has. Others pass, unless they are refused. */
export interface Keys {
  readonly of: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly others?: 'refused';
  /** Other names of known keys, which have a shape of their own. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** A known key that is there twice: refused, or the last one counts. */
  readonly twice: 'refused' | 'last';
}

export const objectOf =
  (keys: Keys): Shape =>
  (value) =>
    value.node.type === 'object'
      ? (keyFault(value, keys) ?? memberFault(value, keys))
      : { kind: 'object', key: value.key };

/** A key that should not be there, is there once too often, or is not there. */
function keyFault(
  value: JsonValue,
  { of, required = [], others, aliases = {}, twice }: Keys,
): SettingsFault | null {
  const names = childrenOf(value.node).map(keyOf);
  const isKnown = (name: string): boolean => Object.hasOwn(of, name);
  const unknown = others === 'refused' ? names.find((name) => !isKnown(name)) : undefined;
  if (unknown !== undefined) return faultAt('unknown', value, unknown);
  const meant = names.map((name) => aliases[name] ?? name);
  const repeated = meant.find((name, index) => isKnown(name) && meant.indexOf(name) < index);
  if (repeated !== undefined && twice === 'refused') return faultAt('twice', value, repeated);
  const missing = required.find((name) => !names.includes(name));
  return missing === undefined ? null : faultAt('missing', value, missing);
}

const memberFault = (value: JsonValue, { of }: Keys): SettingsFault | null =>
  firstFault(Object.entries(of), ([name, shape]) => {
    const node = memberValue(memberOf(value.node, name));
    return node ? shape({ node, text: value.text, key: within(value, name) }) : null;
  });

const faultAt = (kind: SettingsFault['kind'], value: JsonValue, name: string): SettingsFault => ({
  kind,
  key: within(value, name),
});

const within = ({ key }: JsonValue, name: string): string => (key === '' ? name : `${key}.${name}`);

/** Half of a character (`\ud800`) anywhere, and where it is asked for a number beyond all. */
export function faultyScalar(
  node: JsonNode,
  options: { readonly numbers: 'any' | 'finite' },
  key = '',
): SettingsFault | null {
  const value: unknown = node.value;
  if (typeof value === 'string' && wellFormed(value) !== value) return { kind: 'escape', key };
  if (typeof value === 'number' && options.numbers === 'finite' && !Number.isFinite(value))
    return { kind: 'number', key };
  return firstFault(childrenOf(node), (child, index) =>
    faultyScalar(child, options, childKey(node, key, index)),
  );
}

function childKey(node: JsonNode, key: string, index: number): string {
  if (node.type === 'array') return `${key}[${index}]`;
  if (node.type !== 'object') return key;
  const name = keyOf(childrenOf(node)[index] ?? node);
  return wellFormed(key === '' ? name : `${key}.${name}`);
}

function firstFault<T>(
  items: readonly T[],
  of: (item: T, index: number) => SettingsFault | null,
): SettingsFault | null {
  for (const [index, item] of items.entries()) {
    const fault = of(item, index);
    if (fault) return fault;
  }
  return null;
}
