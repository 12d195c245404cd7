import { byteSize } from '../core/byte-size.ts';
import { counted } from '../core/counted.ts';
import { localMinute } from '../core/local-time.ts';
import { UserError } from '../core/user-error.ts';
import type { MemoryAccess } from '../memory/memory-access.ts';
import { outlook, pruneDetails } from '../memory/prune.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { progressLine } from '../platform/progress-line.ts';
import { askOnTerminal } from '../platform/terminal-question.ts';
import { backupsOf } from '../store/backup.ts';
import { knownRoot } from '../store/projects.ts';
import type { Prunable, PruneScope } from '../store/prune.ts';
import type { Command, RawOptions } from './command.ts';
import { isoTime } from './iso-time.ts';
import { refuseWords, wordOf } from './options.ts';
import { pastMoment } from './past-moment.ts';
import { type Compacted, cleanUp } from './prune-space.ts';
import { isStoredProject, refuseUnknownProject, scopeOptions, scopeRoot } from './scope-options.ts';
import { memoryWriter } from './write-store.ts';

export const prune: Command = {
  name: 'prune',
  summary: 'Drop the details of old turns for good; requests and answers stay',
  options: [
    { flag: '--details', description: 'What tools were given and printed, thinking, notes' },
    {
      flag: '--older-than <age>',
      description: 'Of turns older than that: 90d, 8w, 6m, 1y, 2026-01-31',
    },
    ...scopeOptions,
    { flag: '--dry-run', description: 'Only say what would go' },
    { flag: '--yes', description: 'Do not ask' },
  ],
  async run(positional, options, environment) {
    refuseWords(positional);
    const before = beforeOption(options, environment.now());
    const asked = scopeRoot(options, environment);
    const memory = await memoryWriter(environment);
    await refuseUnknownProject(
      options,
      environment,
      (path) => memory.read((db) => isStoredProject(db, path)) ?? false,
    );
    const root = asked && (memory.read((db) => knownRoot(db, asked)) ?? asked);
    const scope = { root, before };
    const found = outlook(memory, scope);
    const isDry = options.dryRun === true;
    if (isDry || found.turns === 0) return report(scope, found, { isDry, freed: null });
    await confirm(scope, found, options.yes === true, environment);
    drop(memory, scope, found, environment);
    const freed = await cleanUp(environment);
    return report(scope, found, { isDry, freed });
  },
};

/** @throws {UserError} exit 2 */
function beforeOption(options: RawOptions, now: number): number {
  if (options.details !== true)
    throw new UserError('Say what goes: prune --details --older-than 90d.', 2);
  const word = wordOf(options.olderThan);
  if (word === undefined)
    throw new UserError('Say of which turns: --older-than 90d, 8w, 6m, 1y or a date.', 2);
  return pastMoment(word, now);
}

/** @throws {UserError} (3) unless it is wanted */
async function confirm(
  scope: PruneScope,
  found: Prunable,
  isConfirmed: boolean,
  environment: Environment,
): Promise<void> {
  if (isConfirmed) return;
  const copies = backupsOf(dataLayout(environment.dataDirectory)).length;
  const also =
    copies === 0
      ? ''
      : ` ${counted(copies, 'copy', 'copies')} of the memory that hold them go too, and a new one is made.`;
  const what = `${whatGoes(found)} of ${whereOf(scope)} from before ${minuteOf(scope.before)}.${also}`;
  const answer = await askOnTerminal(`This drops ${what}\nDrop them for good? [y/N] `);
  if (answer === true) return;
  throw new UserError(
    answer === null
      ? `This would drop ${what} Nothing was dropped; add --yes to do it.`
      : 'Nothing was dropped.',
    3,
  );
}

function drop(
  memory: MemoryAccess,
  scope: PruneScope,
  found: Prunable,
  { now }: Environment,
): void {
  const progress = progressLine();
  const onProgress = (turns: number): void => progress.show(`${turns} of ${found.turns} turns`);
  try {
    pruneDetails(memory, scope, { now: now(), onProgress });
  } finally {
    progress.clear();
  }
}

const whatGoes = ({ turns, details, bytes }: Prunable): string =>
  `${counted(details, 'detail')} (${byteSize(bytes)}) of ${counted(turns, 'turn')}`;

const whereOf = ({ root }: PruneScope): string => root ?? 'every project';

const minuteOf = (at: number): string => localMinute(new Date(at));

function report(
  scope: PruneScope,
  found: Prunable,
  { isDry, freed }: { readonly isDry: boolean; readonly freed: Compacted | null },
) {
  const { turns, details, bytes } = found;
  const before = isoTime(scope.before);
  const text =
    turns === 0
      ? `Nothing of ${whereOf(scope)} from before ${minuteOf(scope.before)} has details to drop.`
      : [`${isDry ? 'Would drop' : 'Dropped'} ${whatGoes(found)}.`, ...freedLines(freed)].join(
          '\n',
        );
  return {
    text,
    json: {
      schema: 'throughline.prune.v1',
      ...{ project: scope.root, before, turns, details, bytes, dryRun: isDry },
      fileBytesBefore: freed?.bytesBefore ?? null,
      fileBytesAfter: freed?.bytesAfter ?? null,
      compacted: freed?.problem === null,
    },
  };
}

function freedLines(freed: Compacted | null): readonly string[] {
  if (freed === null) return [];
  const { bytesBefore, bytesAfter, problem } = freed;
  if (problem === null)
    return [`The memory takes ${byteSize(bytesAfter)} now, ${byteSize(bytesBefore)} before.`];
  return [
    `The memory still takes ${byteSize(bytesAfter)}, because it could not be made smaller now: ${problem}`,
    'The space is used again for new turns; the next prune that drops something gives it back.',
  ];
}
