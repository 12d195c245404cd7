/** What the system calls an error, e.g. `ENOENT`; undefined for errors that are not the system's. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
