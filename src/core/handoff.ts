/** The user's word (`/tl`) that the next session of the directory continues this one. */
export interface Baton {
  /** Spelled id of the session that gave it. */
  readonly session: string;
  readonly root: string;
  readonly directory: string;
  readonly window: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * Milliseconds from the word to the birth of the successor, not to its first prompt.
 * @internal exported for its test
 */
export const BATON_LIFETIME_MS = 3_600_000;

/** A session at its first prompt. Sessions are named by their spelled ids. */
export interface Newborn {
  readonly session: string;
  /** Epoch milliseconds. */
  readonly bornAt: number;
  readonly directory: string;
  /** The session the same window was on before a `/clear`, or that was handed over to this one. */
  readonly predecessor: string | null;
  /** The predecessor was full and this session was started to go on with its work; left out: not so. */
  readonly handedOver?: boolean;
  /** False where the user wants nothing to go on over a `/clear` but by a baton; left out: it does. */
  readonly goesOn?: boolean;
}

/** Which session another one goes on from, and how. */
export interface Succession {
  readonly predecessor: string;
  /** `baton`, `auto`: the work goes on. `clear`: background for whatever the user does now. */
  readonly why: 'baton' | 'clear' | 'auto';
}

/** The batons that a session born at that moment (epoch milliseconds) can be given. */
export const livingBatons = (batons: readonly Baton[], bornAt: number): readonly Baton[] =>
  batons.filter(({ at }) => at <= bornAt && bornAt - at <= BATON_LIFETIME_MS);

/**
 * Which session a newborn one goes on from. Its own window's predecessor comes before any baton, so
 * that a word given in another window is not taken away by a `/clear` here, nor by an auto-handoff; a
 * baton goes to a fresh start in the directory in which it was given.
 */
export function successionOf(newborn: Newborn, batons: readonly Baton[]): Succession | null {
  const alive = livingBatons(batons, newborn.bornAt);
  const { predecessor, goesOn = true, handedOver = false } = newborn;
  if (predecessor !== null) {
    if (handedOver) return { predecessor, why: 'auto' };
    const given = alive.some((baton) => baton.session === predecessor);
    if (!given && !goesOn) return null;
    return { predecessor, why: given ? 'baton' : 'clear' };
  }
  const fitting = alive
    .filter(
      ({ session, directory }) => session !== newborn.session && directory === newborn.directory,
    )
    .sort((a, b) => b.at - a.at);
  return fitting[0] === undefined ? null : { predecessor: fitting[0].session, why: 'baton' };
}
