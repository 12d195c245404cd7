import type { Host } from '../core/session.ts';
import { rehearsedImport } from '../memory/import-rehearsal.ts';
import { type ImportTarget, ImportWriter } from '../memory/import-writer.ts';
import { type ImportCounts, importTranscripts } from '../memory/transcript-import.ts';
import type { UnreadableTranscript } from '../memory/unreadable-transcript.ts';
import type { Environment } from '../platform/environment.ts';
import { type Interruption, watchInterruption } from '../platform/interruption.ts';
import type { CommandResult } from './command.ts';
import { chooseTranscripts, type HostTranscripts, type TranscriptChoice } from './import-choice.ts';
import { hashFor } from './import-hash.ts';
import { type ImportProgress, importProgress } from './import-progress.ts';
import { importText } from './import-text.ts';
import { memoryWriter } from './write-store.ts';

/** What one host's transcripts brought. */
export interface HostImport {
  readonly host: Host;
  /** Transcripts that were chosen, and their bytes. */
  readonly chosen: number;
  readonly bytes: number;
  readonly counts: ImportCounts;
  readonly unreadable: readonly UnreadableTranscript[];
}

export interface TranscriptsImport {
  readonly dryRun: boolean;
  /** Hosts with transcripts. */
  readonly hosts: readonly HostImport[];
  readonly interrupted: boolean;
}

/** Brings in the transcripts that the hosts wrote, hooks or not, and tells what was new. */
export async function importTranscriptsOf(
  choice: TranscriptChoice,
  dryRun: boolean,
  environment: Environment,
): Promise<CommandResult> {
  const chosen = chooseTranscripts(choice, environment).filter(hasSome);
  const interruption = watchInterruption();
  const hosts = await importAll(chosen, dryRun, environment, interruption);
  const done = { dryRun, hosts, interrupted: interruption.requested };
  const isWhole = !done.interrupted && hosts.every(({ unreadable }) => unreadable.length === 0);
  return { text: importText(done), json: report(done), exitCode: isWhole ? 0 : 1 };
}

const hasSome = ({ transcripts }: HostTranscripts): boolean => transcripts.length > 0;

async function importAll(
  chosen: readonly HostTranscripts[],
  dryRun: boolean,
  environment: Environment,
  interruption: Interruption,
): Promise<readonly HostImport[]> {
  if (chosen.length === 0) return [];
  const memory = await memoryWriter(environment, true);
  const hash = hashFor(environment, memory, dryRun);
  const target = dryRun
    ? rehearsedImport(memory, memory.scratch(), hash)
    : { read: memory.read, write: memory.write, hash };
  const progress = importProgress(chosen);
  const done: HostImport[] = [];
  try {
    for (const of of chosen) {
      if (interruption.requested) break;
      progress.begin(of);
      done.push(await importHost(of, { target, progress, interruption }));
    }
  } finally {
    progress.end();
    interruption.end();
  }
  return done;
}

interface Means {
  readonly target: ImportTarget;
  readonly progress: ImportProgress;
  readonly interruption: Interruption;
}

async function importHost(
  { host, transcripts }: HostTranscripts,
  { target, progress, interruption }: Means,
): Promise<HostImport> {
  const sink = new ImportWriter(target);
  const unreadable: UnreadableTranscript[] = [];
  for (const step of importTranscripts(transcripts, sink, target)) {
    if (step.unreadable !== null) unreadable.push(step.unreadable);
    progress.show(step);
    await interruption.breath();
    if (interruption.requested) break;
  }
  if (interruption.requested) sink.flush();
  return {
    host,
    chosen: transcripts.length,
    bytes: transcripts.reduce((sum, { bytes }) => sum + bytes, 0),
    counts: sink.counts,
    unreadable: [...unreadable, ...sink.unreadable],
  };
}

const report = ({ dryRun, hosts, interrupted }: TranscriptsImport): CommandResult['json'] => ({
  schema: 'throughline.import.v1',
  source: null,
  schemaVersion: null,
  sessions: hosts.reduce((sum, { counts }) => sum + counts.sessions, 0),
  turns: hosts.reduce((sum, { counts }) => sum + counts.turns, 0),
  dryRun,
  hosts: hosts.map(({ host, chosen, bytes, counts }) => ({
    host,
    transcripts: chosen,
    bytes,
    ...{ sessions: counts.sessions, turns: counts.turns, unchanged: chosen - counts.transcripts },
  })),
  unreadable: hosts.flatMap(({ unreadable }) => unreadable),
  interrupted,
});
