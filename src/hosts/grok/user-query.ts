const OPEN = /^\s*<user_query>\n?/i;
const CLOSES = /\n?<\/user_query>/gi;
const NOTICE = /^\s*<system-reminder>\n?([\s\S]*?)\n?<\/system-reminder>\s*$/;

interface Query {
  readonly words: string;
  readonly behind: string;
}

/** What a person typed, without the element it may be wrapped in as a whole; one that is quoted stays. */
export function unwrapQuery(text: string): string {
  const query = queryAtStart(text);
  return query === null || query.behind.trim() !== '' ? text : query.words;
}

/** The same in the model's view, where Grok itself wraps, and puts notes of its own behind the element. */
export const queryOfRow = (text: string): string => queryAtStart(text)?.words ?? text;

/** Up to the last end of the element: a person may have written one too. */
function queryAtStart(text: string): Query | null {
  const open = OPEN.exec(text)?.[0];
  if (open === undefined) return null;
  const inside = text.slice(open.length);
  const close = [...inside.matchAll(CLOSES)].at(-1);
  if (close === undefined) return null;
  const behind = inside.slice(close.index + close[0].length);
  return { words: inside.slice(0, close.index), behind };
}

/** What the host itself says in place of a person: a background task or subagent ended. */
export const unwrapNotice = (text: string): string => NOTICE.exec(text)?.[1] ?? text;
