import type { Detail } from '../core/turn.ts';

/** Leaves data of images and files out; called as `JSON.stringify` calls one. */
type Replacer = (this: unknown, key: string, value: unknown) => unknown;

/** @param sourceId unique in its session */
export const detail = (
  sourceId: string,
  kind: Detail['kind'],
  toolName: string,
  input: string | null,
  output: string | null,
): Detail => ({ sourceId, kind, toolName, input, output });

/** What a tool was given or gave, as JSON; null for nothing. */
export function jsonText(value: unknown, replacer?: Replacer): string | null {
  try {
    return JSON.stringify(value, replacer) ?? null;
  } catch {
    return '[too deep]'; /* RangeError: nested deeper than the stack */
  }
}

/** The same, but a text as it is. */
export const textOrJson = (value: unknown, replacer?: Replacer): string | null =>
  typeof value === 'string' ? value : jsonText(value, replacer);
