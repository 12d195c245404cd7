/**
 * One process, told apart from every other that has had or will have its number. A field is the
 * empty string where the system does not tell (no /proc: macOS, Windows).
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks after boot, as /proc spells them. */
  readonly startTime: string;
  readonly bootId: string;
  /** Inode of the pid namespace. */
  readonly pidNamespace: string;
  /** At most 64 characters of `A-Z a-z 0-9 _ . -`. */
  readonly hostName: string;
}
