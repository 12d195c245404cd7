/** A field by its path (`hosts[].files[].path`, `failures.<code>.count`) and its value or type. */
export type Field = readonly [path: string, value: unknown];

/** Objects whose keys are data. */
const MAPS: Readonly<Record<string, string>> = { failures: '<code>' };
const HOSTS = ['claude', 'codex', 'grok', 'cursor'];

/** Every value of an answer that is no object; an empty list counts as a field too. */
export const fieldsOf = (answer: unknown): Field[] => fieldsAt('', answer);

function fieldsAt(path: string, value: unknown): Field[] {
  if (Array.isArray(value)) {
    const items = value.flatMap((item) => fieldsAt(`${path}[]`, item));
    return value.length === 0 ? [[`${path}[]`, undefined]] : items;
  }
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => {
    const isHost = path === 'hosts' && HOSTS.includes(key);
    const name = isHost ? '<host>' : (MAPS[path] ?? key);
    return fieldsAt(path === '' ? name : `${path}.${name}`, inner);
  });
}

/** The rows of a command's table in docs/json.md: field and type. */
export function documentedFields(text: string, command: string): [string, string][] {
  const section = text.split(/^## /m).find((part) => part.startsWith(`\`${command}\`\n`)) ?? '';
  return [...section.matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].map(([, field = '', type = '']) => [
    field,
    type.trim(),
  ]);
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  object: () => false,
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isSafeInteger,
  bytes: Number.isSafeInteger,
  string: (value) => typeof value === 'string',
  path: (value) => typeof value === 'string' && /^(?:\/|[A-Z]:)/.test(value),
  time: (value) => typeof value === 'string' && TIME.test(value),
};

/** @param type words of {@link CHECKS} joined by ` or `, or the possible strings in backticks */
export const typeFits = (type: string, value: unknown): boolean =>
  value === undefined ||
  type
    .split(' or ')
    .some((word) => CHECKS[word]?.(value) ?? (word.startsWith('`') && word === `\`${value}\``));
