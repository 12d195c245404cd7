import { dirname, join } from 'node:path';
import type { TranscriptCursor } from '../../core/cursor.ts';
import type { SubagentReading } from '../../core/reading.ts';
import { isRecord } from '../../core/record.ts';
import type { Detail } from '../../core/turn.ts';
import { namesIn } from '../../platform/directory-names.ts';
import { BoundedMap } from '../bounded-map.ts';
import { MOST_TOOLS } from '../cursor-state.ts';
import { type OpenTranscript, readTranscriptFile } from '../transcript-file.ts';
import { objectsOfLine } from '../transcript-line.ts';
import { readerState } from '../transcript-reading.ts';
import { itemDetails, subagentDetail } from './transcript-details.ts';
import { mayHoldRow } from './transcript-lines.ts';
import { type ItemRow, parseRow, type Row, type SpawnedThread } from './transcript-rows.ts';
import { parseState } from './transcript-state.ts';
import { messageText, userWords } from './transcript-words.ts';
import { uuidTime } from './uuid-time.ts';

const DAY_MS = 86_400_000;
const ROLLOUT = /^rollout-.+-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/;

/** The threads of one reading: which turn is running decides whose rows they are. */
interface ChildState {
  readonly turnId: string | null;
  readonly thread: string;
}

/**
 * What is new in the rollouts of the threads that this thread's tool calls have started, as far as
 * the turns that hold these calls are covered by its cursor. Threads without news are left out.
 * @param cursorOf where an earlier reading of that file ended
 */
export function readCodexSubagents(
  transcriptPath: string,
  cursorOf: (path: string) => TranscriptCursor | null,
): readonly SubagentReading[] {
  const state = readerState({ parseState }, cursorOf(transcriptPath));
  if (state === null || state.children.length === 0) return [];
  const paths = pathsOf(state.children, dirname(transcriptPath));
  return state.children.flatMap((child) => {
    const path = paths.get(child.thread);
    return path === undefined ? [] : (readChild(path, child, cursorOf(path)) ?? []);
  });
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

function readChild(
  path: string,
  { thread, call }: SpawnedThread,
  cursor: TranscriptCursor | null,
): SubagentReading | null {
  return readTranscriptFile(path, cursor, (file) => {
    const before = file.resumed ? childState(cursor?.state, thread) : { turnId: null, thread };
    const { details, state } = newDetails(file, before);
    const news = cursor === null || !file.resumed || file.end().offset > cursor.offset;
    return news ? { path, toolUseId: call, details, cursor: { ...file.end(), state } } : null;
  });
}

function childState(value: unknown, thread: string): ChildState {
  const turnId = isRecord(value) && typeof value.turnId === 'string' ? value.turnId : null;
  return { turnId, thread };
}

function newDetails(
  file: OpenTranscript,
  before: ChildState,
): { readonly details: readonly Detail[]; readonly state: ChildState } {
  const details: Detail[] = [];
  let state = before;
  for (const { bytes, offset } of file.lines()) {
    if (!mayHoldRow(bytes)) continue;
    for (const [index, value] of objectsOfLine(bytes.toString('utf8')).entries()) {
      const row = parseRow(value, `@${offset}.${index}`);
      state = stateAfter(state, row);
      if (row?.kind === 'item' && isOwn(row, state)) details.push(...childDetails(row, state));
    }
  }
  return { details, state };
}

const stateAfter = (state: ChildState, row: Row | null): ChildState =>
  row?.kind === 'started' || row?.kind === 'called' ? { ...state, turnId: row.turnId } : state;

/** A thread may begin with a copy of its parent's turns, which are older than itself. */
function isOwn({ turnId: named }: ItemRow, { turnId, thread }: ChildState): boolean {
  const at = uuidTime(named ?? turnId ?? '');
  return at === null || at >= (uuidTime(thread) ?? 0);
}

/** What it was told (input) and what it said, did and saw. Its thinking is left out. */
function childDetails(row: ItemRow, { thread }: ChildState): readonly Detail[] {
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
