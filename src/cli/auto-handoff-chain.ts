import type { HandoffRecord } from '../core/auto-handoff.ts';
import { HANDOFF_HOST } from '../core/auto-handoff.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { projectRoot } from '../platform/project.ts';
import type { HandoffWords } from './auto-handoff.ts';
import { currentHandoffs } from './auto-handoff-status.ts';
import type { CommandResult } from './command.ts';

/** Where a session goes on: every session of its chain, and the one that is worked in now. */
export function chainOf({ session }: HandoffWords, environment: Environment): CommandResult {
  const records = currentHandoffs(dataLayout(environment.dataDirectory), environment.now());
  const first = session ?? newestIn(records, environment);
  const chain = first === null ? [] : following(records, first);
  const last = chain.at(-1) ?? null;
  const end = last?.successor?.session ?? null;
  const shortId = last?.successor?.shortId ?? null;
  const attach = shortId === null ? null : `claude attach ${shortId}`;
  return {
    text: last === null ? nothing(session) : [...chain.map(lineOf), attach ?? ''].join('\n').trim(),
    json: {
      schema: 'throughline.auto-handoff-successor.v1',
      host: HANDOFF_HOST,
      status: last === null ? 'none' : 'ready',
      chain: chain.map(({ id, source, state, successor }) => ({
        handoff_id: id,
        source_session_id: source,
        state,
        successor_session_id: successor?.session ?? null,
        successor_short_id: successor?.shortId ?? null,
      })),
      current: last === null ? null : { session_id: end, short_id: shortId, attach },
    },
  };
}

const nothing = (session: string | null): string =>
  session === null
    ? 'No session of this project was handed over.'
    : `Session ${session} was not handed over.`;

const lineOf = ({ source, state, successor }: HandoffRecord): string =>
  `${source} -> ${successor?.session ?? successor?.shortId ?? '?'}  ${state}`;

/** The beginning of the chain that the newest handoff of the project is in. */
function newestIn(records: readonly HandoffRecord[], { cwd, home }: Environment): string | null {
  const root = projectRoot(cwd, home);
  const newest = records.findLast(({ directory }) => projectRoot(directory, home) === root);
  if (newest === undefined) return null;
  let first = newest;
  for (let steps = 0; steps < records.length; steps += 1) {
    const before = records.find(({ successor }) => successor?.session === first.source);
    if (before === undefined) break;
    first = before;
  }
  return first.source;
}

function following(records: readonly HandoffRecord[], session: string): readonly HandoffRecord[] {
  const chain: HandoffRecord[] = [];
  let at: string | null = session;
  while (at !== null) {
    const from: string = at;
    const next = records.find((record) => isOf(record, from) && !chain.includes(record));
    if (next === undefined) break;
    chain.push(next);
    at = next.successor?.session ?? null;
  }
  return chain;
}

/** The beginning of an id is enough. */
const isOf = ({ source }: HandoffRecord, session: string): boolean => source.startsWith(session);
