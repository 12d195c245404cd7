import process from 'node:process';
import { createInterface } from 'node:readline/promises';

/** Asks on the terminal; null when no terminal can answer. Only `y` or `yes` is true. */
export async function askOnTerminal(question: string): Promise<boolean | null> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}
