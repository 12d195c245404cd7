import { statSync } from 'node:fs';
import { byteSize } from '../core/byte-size.ts';
import { counted } from '../core/counted.ts';
import type { ReadMemory } from '../memory/memory-access.ts';
import { findIndex, type PlaceFinding } from '../memory/search-place.ts';
import { MOST_FRESH } from '../memory/search-reading.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import { needsIndex } from '../platform/memory-size.ts';
import type { SqlConnection, SqlEngine } from '../store/connection.ts';
import { DatabaseBusyError, DatabaseUnwritableError } from '../store/errors.ts';
import { readDatabase } from '../store/open.ts';
import { readWatermark, type Watermark } from '../store/search-index.ts';
import { searchMigrations } from '../store/search-schema.ts';
import { countChangedAfter, isFollowed } from '../store/search-turns.ts';
import { type Check, passed, warned } from './doctor-check.ts';

const ID = 'search-index';
const RENEWED = 'nothing; it is made anew in the background when a turn has ended';
const IN_TIME = 'nothing; that is done in the background when a turn has ended';

/**
 * Whether `search` has an index, how large it is and how far behind. Never red: without it texts are
 * read. Nothing before there is a memory.
 */
export function searchChecks(
  engine: SqlEngine,
  layout: DataLayout,
  read: ReadMemory,
): readonly Check[] {
  try {
    const finding = findIndex(engine, layout.search, 'whole');
    const behind = read((memory) => turnsBehind(memory, watermarkIn(engine, layout, finding)));
    return behind === undefined ? [] : [report(finding, layout, behind)];
  } catch (error) {
    if (error instanceof DatabaseBusyError) {
      return [passed(ID, 'another process is writing it')];
    }
    if (!(error instanceof DatabaseUnwritableError)) throw error;
    const todo = `remove ${layout.search}, it is made anew`;
    return [warned(ID, `it cannot be read (${error.message})`, todo)];
  }
}

const watermarkIn = (
  engine: SqlEngine,
  { search }: DataLayout,
  { kind }: PlaceFinding,
): Watermark | null =>
  kind === 'sound'
    ? (readDatabase(engine, search, readWatermark, { migrations: searchMigrations }) ?? null)
    : null;

/** Turns that are not in the index; null when it was made of another memory. */
const turnsBehind = (memory: SqlConnection, watermark: Watermark | null): number | null =>
  watermark !== null && !isFollowed(memory, watermark)
    ? null
    : countChangedAfter(memory, watermark?.revision ?? 0, Number.MAX_SAFE_INTEGER);

function report(finding: PlaceFinding, layout: DataLayout, behind: number | null): Check {
  const { search } = layout;
  switch (finding.kind) {
    case 'absent':
    case 'empty':
      return needsIndex(layout)
        ? warned(ID, `there is none yet for ${counted(behind ?? 0, 'turn')}`, IN_TIME)
        : passed(ID, 'none is needed: the memory is small, every search reads it');
    case 'sound':
      return progress(search, behind);
    case 'damaged':
      return warned(ID, `${search} is damaged (${finding.problem}), searches read texts`, RENEWED);
    case 'older':
      return warned(ID, `an older version made ${search}, searches read texts`, RENEWED);
    case 'newer': {
      const text = `a newer version made ${search}, searches of this one read texts`;
      return warned(ID, text, 'use the newer executable');
    }
    case 'directory':
    case 'other': {
      const what = finding.kind === 'directory' ? 'a directory' : 'another database';
      const todo = `${RENEWED}, and what lies there gets another name`;
      return warned(ID, `${search} is ${what}, searches read texts`, todo);
    }
    default:
      return finding satisfies never;
  }
}

function progress(search: string, behind: number | null): Check {
  if (behind === null) {
    return warned(ID, `${search} was made of another memory, searches read texts`, RENEWED);
  }
  const size = `${search}, ${byteSize(statSync(search).size)}`;
  if (behind === 0) return passed(ID, `${size}, every turn is in it`);
  const text = `${size}, ${counted(behind, 'turn')} not in it yet`;
  return behind > MOST_FRESH
    ? warned(ID, `${text}, of which a search reads ${MOST_FRESH}`, IN_TIME)
    : passed(ID, `${text}, which a search reads`);
}
