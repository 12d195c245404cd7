const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/**
 * A size for people, as disks are sold: `12 kB`, `3.4 MB`, `1.0 GB`.
 * @param bytes not negative; what is not zero is at least `1 kB`
 */
export function byteSize(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1000);
  if (kilobytes < 1000) return `${kilobytes} ${UNITS[0]}`;
  /* 999.96 MB would read as 1000.0 MB. */
  const step = UNITS.findIndex((_, index) => index > 0 && bytes < 999.95 * 1000 ** (index + 1));
  const power = step < 0 ? UNITS.length - 1 : step;
  return `${(bytes / 1000 ** (power + 1)).toFixed(1)} ${UNITS[power]}`;
}
