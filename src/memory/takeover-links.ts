import type { LinkToTakeOver } from '../store/takeover.ts';

/** A session of the original as links need it. */
export interface MergedSession {
  readonly id: string;
  /** The session that took its rows over; null for none. */
  readonly mergedInto: string | null;
  readonly newestTurn: LinkToTakeOver['until'];
}

/**
 * Links for the merges of the original. There a merge moves rows, so that a session may have taken
 * over several; here each goes on from one, so the later of them come first and the others behind
 * the last of the chain. Chains without a turn give no links; a chain that leads back to itself
 * stays one.
 */
export function linksOf(sessions: readonly MergedSession[]): readonly LinkToTakeOver[] {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const merges = mergesWithTurns(sessions, byId);
  merges.sort((a, b) => newestOf(b) - newestOf(a));
  const predecessors = new Map<string, string>();
  const further: Merge[] = [];
  for (const merge of merges) {
    if (predecessors.has(merge.mergedInto)) further.push(merge);
    else predecessors.set(merge.mergedInto, merge.id);
  }
  for (const merge of further) {
    const end = endOfChain(merge.mergedInto, predecessors);
    const known = end === null || [...chainOf(merge.mergedInto, predecessors)].includes(merge.id);
    if (!known) predecessors.set(end, merge.id);
  }
  return [...predecessors].map(([successor, predecessor]) => ({
    successor,
    predecessor,
    until: byId.get(predecessor)?.newestTurn ?? null,
  }));
}

type Merge = MergedSession & { readonly mergedInto: string };

const newestOf = ({ newestTurn }: MergedSession): number => newestTurn?.startedAt ?? -1;

const isMerge = (session: MergedSession | undefined): session is Merge =>
  session !== undefined && session.mergedInto !== null && session.mergedInto !== session.id;

function mergesWithTurns(
  sessions: readonly MergedSession[],
  byId: ReadonlyMap<string, MergedSession>,
): Merge[] {
  const merges = new Map<string, Merge>();
  for (const session of sessions.filter(({ newestTurn }) => newestTurn !== null)) {
    let at: MergedSession | undefined = session;
    while (isMerge(at) && !merges.has(at.id)) {
      merges.set(at.id, at);
      at = byId.get(at.mergedInto);
    }
  }
  return [...merges.values()];
}

function* chainOf(from: string, predecessors: ReadonlyMap<string, string>): Generator<string> {
  const seen = new Set<string>();
  for (let at: string | undefined = from; at !== undefined && !seen.has(at); ) {
    seen.add(at);
    yield at;
    at = predecessors.get(at);
  }
}

/** Null for a circle. */
function endOfChain(from: string, predecessors: ReadonlyMap<string, string>): string | null {
  const end = [...chainOf(from, predecessors)].at(-1) ?? from;
  return predecessors.has(end) ? null : end;
}
