import { printable } from '../core/printable.ts';

/** One thing that was looked at. `todo` says what to do about it; null where nothing is to be done. */
export interface Check {
  readonly id: string;
  /** `skipped`: there was nothing to look at, which is no fault. */
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly text: string;
  readonly todo: string | null;
}

export const passed = (id: string, text: string): Check => ({ id, state: 'ok', text, todo: null });

export const warned = (id: string, text: string, todo: string | null = null): Check => ({
  id,
  state: 'warning',
  text,
  todo,
});

export const failed = (id: string, text: string, todo: string | null = null): Check => ({
  id,
  state: 'failed',
  text,
  todo,
});

export const skipped = (id: string, text: string): Check => ({
  id,
  state: 'skipped',
  text,
  todo: null,
});

const WORDS = { ok: 'ok', warning: 'warning', failed: 'FAILED', skipped: 'skipped' } as const;

/** One line, whatever the names of files hold. */
export const checkLine = ({ id, state, text, todo }: Check): string =>
  printable(
    `${WORDS[state].padEnd(8)}${id}: ${todo === null ? text : `${text.replace(/\.$/, '')}. To do: ${todo}`}`,
  ).replaceAll('\n', ' ');

/** `3 s`, `5 min`, `7 h`, `2 days`; an age below zero (a clock that went back) counts as none. */
export function span(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800
    ? `${Math.round(seconds / 3600)} h`
    : `${Math.round(seconds / 86_400)} days`;
}
