import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What Claude Code 2.1.332 prints for `--help`, as far as it matters here. */
const HELP = `Options:
  --bg, --background                    Start the session in the background and
                                        return immediately.`;

/** What a user has on the path under Claude Code's name; it is never started for a conversation. */
export interface ClaudeProgram {
  readonly help?: string;
  /** Exit code of `--help`. */
  readonly status?: number;
}

/**
 * Puts a program `claude` into a directory.
 * @returns the directory, for the path
 */
export function claudeProgram(directory: string, { help = HELP, status = 0 }: ClaudeProgram = {}) {
  mkdirSync(directory, { recursive: true });
  const program = join(directory, 'claude');
  writeFileSync(
    program,
    `#!/bin/sh\n[ "$1" = --version ] && echo '1.0.60 (Claude Code)' && exit 0\necho '${help}'\nexit ${status}\n`,
  );
  chmodSync(program, 0o755);
  return directory;
}
