/** Epoch milliseconds as `--json` writes them: ISO 8601 UTC; null where there is no time. */
export const isoTime = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString();
