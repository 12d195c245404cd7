import { columnsIn } from '../core/columns.ts';
import { printable } from '../core/printable.ts';
import type { Said, Words } from './words.ts';

/** One thing that was looked at. `todo` says what to do about it; null where nothing is to be done. */
export interface Check {
  readonly id: string;
  /** `skipped`: there was nothing to look at, which is no fault. */
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly text: string;
  readonly todo: string | null;
}

/** A check before it is said in anyone's language. */
export interface Finding extends Pick<Check, 'id' | 'state'> {
  readonly text: Said;
  readonly todo: Said | null;
}

export const passed = (id: string, text: Said): Finding => ({ id, state: 'ok', text, todo: null });

export const warned = (id: string, text: Said, todo: Said | null = null): Finding => ({
  id,
  state: 'warning',
  text,
  todo,
});

export const failed = (id: string, text: Said, todo: Said | null = null): Finding => ({
  id,
  state: 'failed',
  text,
  todo,
});

export const skipped = (id: string, text: Said): Finding => ({
  id,
  state: 'skipped',
  text,
  todo: null,
});

/** What is the same in every language: a path, a command, what the system said. */
export const asIs =
  (text: string): Said =>
  () =>
    text;

export const checkIn = ({ id, state, text, todo }: Finding, words: Words): Check => ({
  id,
  state,
  text: text(words),
  todo: todo?.(words) ?? null,
});

/** One line, whatever the names of files hold. */
export function checkLine({ id, state, text, todo }: Check, { doctor }: Words): string {
  const line = todo === null ? text : doctor.line(text, todo);
  return printable(`${padded(doctor.states[state])}${id}: ${line}`).replaceAll('\n', ' ');
}

/** Wide enough for each state in each language. */
const STATE_COLUMNS = 8;
const padded = (word: string): string => word + ' '.repeat(STATE_COLUMNS - columnsIn(word));
