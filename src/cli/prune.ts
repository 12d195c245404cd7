import { byteSize } from '../core/byte-size.ts';
import { localMinute } from '../core/local-time.ts';
import type { ChangesText } from '../core/text/changes-en.ts';
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
import { type Words, wordsIn } from './words.ts';
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
    const words = wordsIn(environment.locale);
    if (isDry || found.turns === 0) return report(scope, found, { isDry, freed: null, words });
    await confirm(scope, found, options.yes === true, environment);
    drop(memory, scope, found, environment);
    const freed = await cleanUp(environment);
    return report(scope, found, { isDry, freed, words });
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
  const { changes } = wordsIn(environment.locale);
  const what = changes.whatGoes({
    ...droppedOf(found),
    where: scope.root ?? changes.everyProject,
    before: minuteOf(scope.before),
    copies: backupsOf(dataLayout(environment.dataDirectory)).length,
  });
  const answer = await askOnTerminal(changes.question(what));
  if (answer === true) return;
  throw new UserError(answer === null ? changes.unconfirmed(what) : changes.notDropped, 3);
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

const droppedOf = ({ turns, details, bytes }: Prunable) => ({
  turns,
  details,
  size: byteSize(bytes),
});

const minuteOf = (at: number): string => localMinute(new Date(at));

function report(
  scope: PruneScope,
  found: Prunable,
  {
    isDry,
    freed,
    words: { changes },
  }: { readonly isDry: boolean; readonly freed: Compacted | null; readonly words: Words },
) {
  const { turns, details, bytes } = found;
  const before = isoTime(scope.before);
  const text =
    turns === 0
      ? changes.nothingToDrop(scope.root ?? changes.everyProject, minuteOf(scope.before))
      : [changes.dropped(droppedOf(found), !isDry), ...freedLines(freed, changes)].join('\n');
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

function freedLines(freed: Compacted | null, changes: ChangesText): readonly string[] {
  if (freed === null) return [];
  const { bytesBefore, bytesAfter, problem } = freed;
  if (problem === null) return [changes.smaller(byteSize(bytesAfter), byteSize(bytesBefore))];
  return [changes.notSmaller(byteSize(bytesAfter), problem), changes.usedAgain];
}
