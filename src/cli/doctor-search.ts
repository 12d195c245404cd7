import { statSync } from 'node:fs';
import { byteSize } from '../core/byte-size.ts';
import type { ReadMemory } from '../memory/memory-access.ts';
import { findIndex, type PlaceFinding } from '../memory/search-place.ts';
import { MOST_FRESH } from '../memory/search-reading.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import { needsIndex } from '../platform/memory-size.ts';
import type { SqlConnection, SqlEngine } from '../store/connection.ts';
import { DatabaseBusyError, DatabaseUnwritableError } from '../store/errors.ts';
import { readDatabase } from '../store/open.ts';
import { type IndexedPart, readWatermark } from '../store/search-index.ts';
import { searchMigrations } from '../store/search-schema.ts';
import { countChangedAfter, isFollowed } from '../store/search-turns.ts';
import { type Finding, passed, warned } from './doctor-check.ts';
import type { Said } from './words.ts';

const ID = 'search-index';
const RENEWED: Said = ({ doctorHosts }) => doctorHosts.renewed;
const IN_TIME: Said = ({ doctorHosts }) => doctorHosts.inTime;

/**
 * Whether `search` has an index, how large it is and how far behind. Never red: without it texts are
 * read. Nothing before there is a memory.
 */
export function searchChecks(
  engine: SqlEngine,
  layout: DataLayout,
  read: ReadMemory,
): readonly Finding[] {
  try {
    const finding = findIndex(engine, layout.search, 'whole');
    const behind = read((memory) => turnsBehind(memory, watermarkIn(engine, layout, finding)));
    return behind === undefined ? [] : [report(finding, layout, behind)];
  } catch (error) {
    if (error instanceof DatabaseBusyError) {
      return [passed(ID, ({ doctorHosts }) => doctorHosts.indexBusy)];
    }
    if (!(error instanceof DatabaseUnwritableError)) throw error;
    const { message } = error;
    return [
      warned(
        ID,
        ({ doctorHosts }) => doctorHosts.indexUnreadable(message),
        ({ doctorHosts }) => doctorHosts.removeIndex(layout.search),
      ),
    ];
  }
}

const watermarkIn = (
  engine: SqlEngine,
  { search }: DataLayout,
  { kind }: PlaceFinding,
): IndexedPart | null =>
  kind === 'sound'
    ? (readDatabase(engine, search, readWatermark, { migrations: searchMigrations }) ?? null)
    : null;

/** Turns that are not in the index; null when it was made of another memory. */
const turnsBehind = (memory: SqlConnection, watermark: IndexedPart | null): number | null =>
  watermark !== null && !isFollowed(memory, watermark)
    ? null
    : countChangedAfter(memory, watermark?.revision ?? 0, Number.MAX_SAFE_INTEGER);

function report(finding: PlaceFinding, layout: DataLayout, behind: number | null): Finding {
  const { search } = layout;
  switch (finding.kind) {
    case 'absent':
    case 'empty':
      return needsIndex(layout)
        ? warned(ID, ({ doctorHosts }) => doctorHosts.noIndexYet(behind ?? 0), IN_TIME)
        : passed(ID, ({ doctorHosts }) => doctorHosts.noIndexNeeded);
    case 'sound':
      return progress(search, behind);
    case 'damaged': {
      const { problem } = finding;
      return warned(
        ID,
        ({ doctorHosts: { indexUnused } }) => indexUnused.damaged(search, problem),
        RENEWED,
      );
    }
    case 'older':
      return warned(ID, ({ doctorHosts: { indexUnused } }) => indexUnused.older(search), RENEWED);
    case 'newer':
      return warned(
        ID,
        ({ doctorHosts: { indexUnused } }) => indexUnused.newer(search),
        ({ doctorHosts }) => doctorHosts.useNewer,
      );
    case 'directory':
    case 'other': {
      const { kind } = finding;
      return warned(
        ID,
        ({ doctorHosts: { indexUnused } }) => indexUnused[kind](search),
        ({ doctorHosts }) => doctorHosts.renamed,
      );
    }
    default:
      return finding satisfies never;
  }
}

function progress(search: string, behind: number | null): Finding {
  if (behind === null)
    return warned(ID, ({ doctorHosts: { indexUnused } }) => indexUnused.foreign(search), RENEWED);
  const size = byteSize(statSync(search).size);
  const isFar = behind > MOST_FRESH;
  const text: Said = ({ doctorHosts }) =>
    doctorHosts.index(search, size, behind, isFar ? MOST_FRESH : null);
  return isFar ? warned(ID, text, IN_TIME) : passed(ID, text);
}
