import { writeSync } from 'node:fs';
import { errorCode } from './error-code.ts';
import { pause } from './pause.ts';

/** Writes a text to stderr, as far as there is one. */
export function writeError(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    /* EPIPE, EBADF, ENOSPC, EAGAIN: nobody listens, and there is nowhere else to say it */
  }
}

/**
 * Writes a text to stdout whole, also into a pipe that takes it in pieces only. A reader that went
 * away (`| head`) is no failure.
 * @returns whether somebody reads on
 */
export function writeOutput(text: string): boolean {
  const bytes = Buffer.from(text, 'utf8');
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(1, bytes, done);
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EPIPE') return false;
      if (code !== 'EAGAIN') throw error;
      pause(1);
    }
  }
  return true;
}
