/** What the bytes read so far hold. */
export type JsonProgress =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'invalid' };

const OPENING = /[{[]/;

/**
 * The first complete JSON object or array at the start of `text`. Hosts do not always close the
 * pipe and Windows puts one or two byte order marks before the value, so neither end of input nor
 * the first character can be relied on.
 */
export function firstJsonValue(text: string): JsonProgress {
  const body = text.replace(/^[\uFEFF\s]+/, '');
  if (body === '') return { kind: 'incomplete' };
  if (!OPENING.test(body.charAt(0))) return { kind: 'invalid' };
  const end = endOfValue(body);
  if (end === null) return { kind: 'incomplete' };
  try {
    return { kind: 'value', value: JSON.parse(body.slice(0, end)) };
  } catch {
    return { kind: 'invalid' }; /* SyntaxError: the brackets match, what is between them does not */
  }
}

/** Index after the bracket that closes the first one, or null. Brackets in strings do not count. */
function endOfValue(body: string): number | null {
  let depth = 0;
  let at: number | null = 0;
  do {
    const found = nextMatch(/["{}[\]]/g, body, at);
    if (found === null) return null;
    at = found.text === '"' ? endOfString(body, found.end) : found.end;
    if (found.text !== '"') depth += OPENING.test(found.text) ? 1 : -1;
  } while (at !== null && depth > 0);
  return at;
}

function endOfString(body: string, from: number): number | null {
  let found = nextMatch(/\\[\s\S]|"/g, body, from);
  while (found !== null && found.text !== '"') found = nextMatch(/\\[\s\S]|"/g, body, found.end);
  return found?.end ?? null;
}

function nextMatch(
  pattern: RegExp,
  body: string,
  from: number,
): { readonly text: string; readonly end: number } | null {
  pattern.lastIndex = from;
  const match = pattern.exec(body);
  return match === null ? null : { text: match[0], end: pattern.lastIndex };
}
