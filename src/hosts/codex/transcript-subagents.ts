import { dirname, join } from 'node:path';
import type { TranscriptCursor } from '../../core/cursor.ts';
import type { SubagentReading } from '../../core/reading.ts';
import { isRecord } from '../../core/record.ts';
import type { Detail } from '../../core/turn.ts';
import { isString } from '../../core/value-shape.ts';
import { namesIn } from '../../platform/directory-names.ts';
import { BoundedMap } from '../bounded-map.ts';
import { MOST_TOOLS } from '../reader-state.ts';
import { readSubagent, type Subagent, type SubagentRows } from '../subagent-reading.ts';
import { readerState } from '../transcript-reading.ts';
import { itemDetails, subagentDetail } from './transcript-details.ts';
import { mayHoldRow } from './transcript-lines.ts';
import { type Fields, type ItemRow, parseRow, type SpawnedThread } from './transcript-rows.ts';
import { parseState } from './transcript-state.ts';
import { messageText, userWords } from './transcript-words.ts';
import { uuidTime } from './uuid-time.ts';

const DAY_MS = 86_400_000;
const ROLLOUT = /^rollout-.+-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/;

/**
 * What is new in the rollouts of the threads that this thread's tool calls have started, as far as
 * the turns that hold these calls are covered by its cursor. Threads without news are left out.
 * @param cursorOf where an earlier reading of that file ended
 */
export function* readCodexSubagents(
  transcriptPath: string,
  cursorOf: (path: string) => TranscriptCursor | null,
): Iterable<SubagentReading> {
  const state = readerState({ parseState }, cursorOf(transcriptPath));
  if (state === null || state.children.length === 0) return;
  const paths = pathsOf(state.children, dirname(transcriptPath));
  for (const child of state.children) {
    const path = paths.get(child.thread);
    if (path === undefined) continue;
    const news = readSubagent(path, cursorOf(path), () => subagent(child));
    if (news !== null) yield news;
  }
}

/** A rollout lies under the local day of its birth, which its id tells to within a day. */
function pathsOf(
  children: readonly SpawnedThread[],
  directory: string,
): ReadonlyMap<string, string> {
  const wanted = new Set(children.map(({ thread }) => thread));
  const found = new Map<string, string>();
  for (const day of daysOf(wanted, directory)) {
    for (const name of namesIn(day)) {
      const [, thread] = ROLLOUT.exec(name) ?? [];
      if (thread !== undefined && wanted.delete(thread)) found.set(thread, join(day, name));
    }
    if (wanted.size === 0) break;
  }
  return found;
}

function daysOf(threads: ReadonlySet<string>, directory: string): ReadonlySet<string> {
  const sessions = dirname(dirname(dirname(directory)));
  const days = [...threads].flatMap((thread) => {
    const born = uuidTime(thread);
    return born === null ? [] : [0, -DAY_MS, DAY_MS].map((shift) => dayPath(born + shift));
  });
  return new Set([directory, ...days.map((day) => join(sessions, day))]);
}

const dayPath = (at: number): string => join(...new Date(at).toISOString().slice(0, 10).split('-'));

const subagent = ({ thread, call }: SpawnedThread): Subagent => ({
  toolUseId: call,
  mayHoldRow,
  startRows(before) {
    const turnId = isRecord(before) && isString(before.turnId) ? before.turnId : null;
    return new ThreadRows(thread, turnId);
  },
});

/** The rows of a thread. It may begin with a copy of its parent's turns, which are older than itself. */
class ThreadRows implements SubagentRows {
  readonly #thread: string;
  /** The turn that is running decides whose rows they are. */
  #turnId: string | null;

  constructor(thread: string, turnId: string | null) {
    this.#thread = thread;
    this.#turnId = turnId;
  }

  get state(): unknown {
    return { turnId: this.#turnId };
  }

  detailsOf(value: Fields, place: string): readonly Detail[] {
    const row = parseRow(value, place);
    if (row?.kind === 'started' || row?.kind === 'called') this.#turnId = row.turnId;
    return row?.kind === 'item' && this.#isOwn(row) ? subagentDetails(row, this.#thread) : [];
  }

  #isOwn({ turnId: named }: ItemRow): boolean {
    const at = uuidTime(named ?? this.#turnId ?? '');
    return at === null || at >= (uuidTime(this.#thread) ?? 0);
  }
}

/** What it was told (input) and what it said, did and saw. Its thinking is left out. */
function subagentDetails(row: ItemRow, thread: string): readonly Detail[] {
  const { item, source } = row;
  const make = (input: string | null, output: string | null): readonly Detail[] =>
    (input ?? output ?? '').trim() === ''
      ? []
      : [subagentDetail(`${thread}:${source}`, 'subagent', input, output)];
  if (item.type === 'message') {
    if (item.role === 'user') return make(userWords(item).request, null);
    return item.role === 'assistant' && !row.summary ? make(null, messageText(item)) : [];
  }
  return itemDetails(row, new BoundedMap([], MOST_TOOLS)).flatMap((one) => {
    if (one.kind === 'thinking') return [];
    const call = one.kind === 'tool_input' ? `${one.toolName} ${one.input ?? ''}`.trimEnd() : null;
    return make(call, call === null ? one.output : null);
  });
}
