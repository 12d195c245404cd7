import { join } from 'node:path';
import { movedPath } from '../core/moved-path.ts';
import { isRecord } from '../core/record.ts';
import { type SessionRef, spell } from '../core/session.ts';
import { readJsonFile, writeFileAtomic } from './atomic-file.ts';
import { type DataLayout, sessionDirectory } from './data-layout.ts';
import { namesIn } from './directory-names.ts';
import { isWindowSession } from './mark-shape.ts';
import { sessionDirectories } from './session-marks.ts';
import type { WindowSession } from './window-record.ts';

/** Project roots. */
export interface ProjectMove {
  readonly from: string;
  readonly to: string;
}

/**
 * Writes into the small files of conversations under way that their project has another root. What a
 * hook writes at the same moment may be lost to it: the database tells the root all the same.
 * @param sessions null for all of the project
 */
export function moveMarks(
  layout: DataLayout,
  move: ProjectMove,
  sessions: readonly SessionRef[] | null,
): void {
  const directories = sessions?.map((session) => sessionDirectory(layout, session));
  for (const directory of directories ?? sessionDirectories(layout)) {
    for (const name of namesIn(directory)) {
      if (HAS_PLACE.test(name)) moveMark(join(directory, name), move);
    }
  }
  const moved = sessions === null ? null : new Set(sessions.map(spell));
  for (const name of namesIn(layout.windows)) addToWindow(join(layout.windows, name), move, moved);
}

const HAS_PLACE = /^(?:pending\.json$|decided$|open-)/;

function moveMark(path: string, { from, to }: ProjectMove): void {
  const mark = readJsonFile(path);
  if (!isRecord(mark) || mark.root !== from || typeof mark.directory !== 'string') return;
  const directory = movedPath(mark.directory, from, to);
  writeFileAtomic(path, JSON.stringify({ ...mark, root: to, directory }));
}

/**
 * A window that is on a session of the other project too stays on that one. It is found under both
 * roots: an agent that was running when its directory was moved may go on calling it by the old name.
 */
function addToWindow(
  path: string,
  { from, to }: ProjectMove,
  moved: ReadonlySet<string> | null,
): void {
  const record = readJsonFile(path);
  if (!isRecord(record) || !isRecord(record.sessions)) return;
  const own = record.sessions[from];
  if (!isWindowSession(own) || to in record.sessions) return;
  const { session } = own as unknown as WindowSession;
  if (moved !== null && !moved.has(session)) return;
  writeFileAtomic(path, JSON.stringify({ ...record, sessions: { ...record.sessions, [to]: own } }));
}
