import { EMPTY } from './contenders.ts';
import type { Result } from './rounds.ts';

const HEAD = [
  'whole process',
  'median ms',
  'least',
  'most',
  '× empty',
  '× least',
  'read KB',
  'peak MB',
  'limit',
];

/** A Markdown table of all results, each with its limits and whether they hold. */
export function resultTable(results: readonly Result[]): string {
  const empty = medianOf(results, EMPTY);
  const leastEmpty = results.find(({ contender }) => contender.name === EMPTY)?.least ?? Number.NaN;
  const rows = results.map((result) => {
    const { contender, median, least, most, bytesRead, peakMemory } = result;
    return [
      contender.name,
      ...[median, least, most].map((value) => value.toFixed(1)),
      (median / empty).toFixed(2),
      (least / leastEmpty).toFixed(2),
      bytesRead === null ? '' : (bytesRead / 1024).toFixed(0),
      peakMemory === null ? '' : (peakMemory / 1024 ** 2).toFixed(0),
      verdicts(result, results).join('; '),
    ];
  });
  return table([HEAD, ...rows]);
}

/** Aligned for people who read it as it is; the first column is text, the others are numbers. */
export function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]): string => {
    const padded = cells.map((cell, column) => {
      const width = widths[column] ?? 0;
      const isText = column === 0 || column === head.length - 1;
      return isText ? cell.padEnd(width) : cell.padStart(width);
    });
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map((width, column) =>
    column === 0 || column === head.length - 1 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...body.map(line)].join('\n');
}

export const verdict = (holds: boolean): string => (holds ? 'ok' : 'OVER');

function verdicts(
  { contender, median, peakMemory }: Result,
  results: readonly Result[],
): readonly string[] {
  const ratios = contender.limits.map(({ ratio, to }) => {
    const found = median / medianOf(results, to);
    const name = to === EMPTY ? '' : ' of the small one';
    return `≤ ${ratio}${name}: ${found.toFixed(2)} ${verdict(found <= ratio)}`;
  });
  const { memoryLimit } = contender;
  if (memoryLimit === undefined || peakMemory === null) return ratios;
  return [...ratios, `≤ ${memoryLimit / 1024 ** 2} MB: ${verdict(peakMemory <= memoryLimit)}`];
}

const medianOf = (results: readonly Result[], name: string): number =>
  results.find(({ contender }) => contender.name === name)?.median ?? Number.NaN;
