import { writeSync } from 'node:fs';
import process from 'node:process';

/** Milliseconds between two updates. */
const PERIOD = 100;

/** One line on stderr that is overwritten, for a person who waits; nothing where no terminal is. */
export interface ProgressLine {
  /** There is a terminal. */
  readonly isShown: boolean;
  show(text: string): void;
  /** Removes the line. */
  clear(): void;
}

export function progressLine(): ProgressLine {
  const shown = { at: -PERIOD };
  const write = (text: string): void => {
    if (process.stderr.isTTY) writeSync(2, `\r\u001b[K${text}`);
  };
  return {
    isShown: process.stderr.isTTY === true,
    show(text) {
      const now = performance.now();
      if (now - shown.at < PERIOD) return;
      shown.at = now;
      write(text);
    },
    clear: () => write(''),
  };
}
