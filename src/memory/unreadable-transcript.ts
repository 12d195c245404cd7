import { errorCode } from '../platform/error-code.ts';

export interface UnreadableTranscript {
  readonly path: string;
  /** The system's name for what is wrong (`EACCES`), `damaged`, or `gone`. */
  readonly reason: string;
}

/**
 * One file that cannot be read must not keep the others out.
 * @param path where the error names none
 * @throws what is no refusal of the system
 */
export function unreadable(error: unknown, path: string): UnreadableTranscript {
  if (!(error instanceof Error && 'syscall' in error)) throw error;
  const named = 'path' in error && typeof error.path === 'string' ? error.path : path;
  return { path: named, reason: errorCode(error) ?? error.message };
}
