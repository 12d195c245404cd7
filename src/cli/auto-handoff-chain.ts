import type { HandoffRecord } from '../core/auto-handoff.ts';
import { HANDOFF_HOST, isSuccessor } from '../core/auto-handoff.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { projectRoot } from '../platform/project.ts';
import type { HandoffWords } from './auto-handoff.ts';
import { currentHandoffs } from './auto-handoff-status.ts';
import type { CommandResult } from './command.ts';
import { wordsIn } from './words.ts';
import { projectHere } from './working-directory.ts';

type Records = readonly HandoffRecord[];

/** Where a session goes on: every session of its chain, and the one that is worked in now. */
export function chainOf({ session }: HandoffWords, environment: Environment): CommandResult {
  const records = currentHandoffs(dataLayout(environment.dataDirectory), environment.now());
  const first = session ?? newestIn(records, environment);
  const chain = first === null ? [] : following(records, first);
  const current = endOf(chain, records);
  const { noSuccessor } = wordsIn(environment.locale).autoHandoff;
  return {
    text:
      current === null
        ? noSuccessor(session)
        : [...chain.map(lineOf), current.attach ?? ''].join('\n').trim(),
    json: {
      schema: 'throughline.auto-handoff-successor.v1',
      host: HANDOFF_HOST,
      status: current === null ? 'none' : 'ready',
      chain: chain.map(({ id, source, state, successor }) => ({
        handoff_id: id,
        source_session_id: source,
        state,
        successor_session_id: successor?.session ?? null,
        successor_short_id: successor?.shortId ?? null,
      })),
      current,
    },
  };
}

/** Where the work is: in the last successor, or in the last session where it has none. */
function endOf(chain: Records, records: Records) {
  const last = chain.at(-1);
  if (last === undefined) return null;
  const before = records.find((record) => isSuccessor(record, last.source));
  const end = last.successor ?? {
    session: last.source,
    shortId: before?.successor?.shortId ?? null,
  };
  const { session, shortId } = end;
  const attach = shortId === null ? null : `claude attach ${shortId}`;
  return { session_id: session, short_id: shortId, attach };
}

const lineOf = ({ source, state, successor }: HandoffRecord): string =>
  `${source} -> ${successor?.session ?? successor?.shortId ?? '?'}  ${state}`;

/** The beginning of the chain that the newest handoff of the project is in. */
function newestIn(records: Records, environment: Environment): string | null {
  const root = projectHere(environment);
  const isHere = ({ directory }: HandoffRecord): boolean =>
    projectRoot(directory, environment.home) === root;
  let first = records.findLast(isHere)?.source ?? null;
  for (let steps = 0; first !== null && steps < records.length; steps += 1) {
    const after: string = first;
    first = records.find((record) => isSuccessor(record, after))?.source ?? null;
    if (first === null) return after;
  }
  return first;
}

/** @param session the beginning of its id is enough */
function following(records: Records, session: string): Records {
  const chain: HandoffRecord[] = [];
  let at: string | null = session;
  while (at !== null) {
    const from: string = at;
    const next = records.find(
      (record) => record.source.startsWith(from) && !chain.includes(record),
    );
    if (next === undefined) break;
    chain.push(next);
    at = next.successor?.session ?? next.successor?.shortId ?? null;
  }
  return chain;
}
