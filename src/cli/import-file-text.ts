import { counted } from '../core/counted.ts';
import type { ImportReport } from '../memory/export-import.ts';
import type { BadLine } from '../memory/export-lines.ts';
import type { CommandResult } from './command.ts';

interface Told {
  readonly source: string;
  readonly dryRun: boolean;
  /** The first of them. */
  readonly bad: readonly BadLine[];
  /** All of them. */
  readonly count: number;
}

/** What came in of an export; exit 1 when lines of it were none. */
export function importFileText(report: ImportReport, told: Told): CommandResult {
  const { source, dryRun, bad, count } = told;
  return {
    text: [...lines(report, told), ...badLines(told)].join('\n'),
    json: {
      schema: 'throughline.import.v1',
      ...{ source, schemaVersion: null, dryRun, ...report, malformed: count, malformedLines: bad },
    },
    exitCode: count > 0 ? 1 : 0,
  };
}

function lines(report: ImportReport, { source, dryRun }: Told): readonly string[] {
  const { sessions, turns, details, grown, known, forgotten } = report;
  return [
    `${dryRun ? 'Would bring in' : 'Brought in'} ${counted(turns, 'turn')} of ${counted(sessions, 'new session')}, with ${counted(details, 'detail')}.`,
    ...(grown === 0
      ? []
      : [
          `${counted(grown, 'turn')} had more than is stored here, and ${dryRun ? 'would be' : 'were'} completed.`,
        ]),
    ...(known === 0
      ? []
      : [`${counted(known, 'turn')} of it ${known === 1 ? 'is' : 'are'} here already.`]),
    ...(forgotten === 0
      ? []
      : [`Left out ${counted(forgotten, 'turn')}: forgotten here, or said while memory was off.`]),
    `From ${source}, which stays as it is.`,
  ];
}

function badLines({ bad, count }: Told): readonly string[] {
  if (count === 0) return [];
  const shown = bad.map(({ line, why }) => `  line ${line}: ${why}`);
  const more = count > bad.length ? [`  and ${count - bad.length} more`] : [];
  return [`${counted(count, 'line')} could not be read; all others were:`, ...shown, ...more];
}
