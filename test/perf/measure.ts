import { join } from 'node:path';
import { type AgentsResult, runAgents } from './agents.ts';
import { codexContenders } from './codex-contenders.ts';
import {
  baselines,
  type Contender,
  nodeSqliteContender,
  plainHooks,
  readers,
  storeContenders,
} from './contenders.ts';
import { Conversation } from './conversation.ts';
import { transcriptBytesRead } from './cursor-reading.ts';
import { type Executables, makeExecutables } from './executables.ts';
import { type Home, makeHome, newHome, withOwnMemory } from './home.ts';
import { measureImport } from './import-measure.ts';
import { indexRate } from './index-rate.ts';
import { MadeUpText } from './made-up-text.ts';
import { resultTable, table, verdict } from './report.ts';
import { runRounds } from './rounds.ts';

/** Bytes. */
export interface BenchSize {
  readonly database: number;
  readonly transcript: number;
  /** Of a long conversation's rollout. */
  readonly rollout: number;
  /** Of the memory that eight agents share. */
  readonly agents: number;
}

const KB = 1024;
const MB = 1024 * KB;
const SMALL = { database: 2 * MB, transcript: 200 * KB };
const AGENTS = 8;

/**
 * @param stage an empty directory to work in
 * @returns everything that was measured, as Markdown
 */
export async function measure(
  stage: string,
  size: BenchSize,
  effort: { readonly rounds: number; readonly seconds: number },
  note: (step: string) => void,
): Promise<string> {
  note('making executables');
  const executables = await makeExecutables(stage);
  note('making memories');
  const text = new MadeUpText(1);
  const homeNamed = (name: string): Home => newHome(join(stage, name));
  const small = memory(stage, 'small', SMALL);
  const large = memory(stage, 'large', size);
  const label = `${size.database / MB} MB and a ${size.transcript / MB} MB transcript`;
  const contenders: readonly Contender[] = [
    ...baselines(executables, small),
    ...plainHooks(executables, homeNamed),
    ...withNodeSqlite(executables, { home: small, label: 'small' }, stage, text),
    ...withNodeSqlite(executables, { home: large, label, base: 'small' }, stage, text),
    ...codexContenders(executables, homeNamed, size.rollout, text),
  ];
  note('measuring');
  const results = runRounds(contenders, effort.rounds);
  const reading = await readingOf(executables, large, text);
  const index = await indexRate(large);
  note('eight agents');
  const transcripts = Array.from({ length: AGENTS }, () => 2 * MB);
  const shared = makeHome(join(stage, 'agents'), { database: size.agents, transcripts });
  const agents = await runAgents(executables, shared, text, effort.seconds);
  note('imports');
  const imports = measureImport(executables.product, stage, size, text);
  return [resultTable(results), reading, index, agentsTable(agents, size), imports].join('\n\n');
}

/** @returns what reading a small and a large memory takes, searching before all, as Markdown */
export async function measureSearch(
  stage: string,
  size: BenchSize,
  { rounds }: { readonly rounds: number },
  note: (step: string) => void,
): Promise<string> {
  note('making executables');
  const executables = await makeExecutables(stage);
  note('making memories');
  const small = memory(stage, 'small-to-search', SMALL);
  const large = memory(stage, 'large-to-search', size);
  note('measuring');
  const contenders = [
    ...baselines(executables, small),
    ...readers(executables.product, { home: small, label: 'small' }),
    ...readers(executables.product, { home: large, label: `${size.database / MB} MB` }),
  ];
  return [resultTable(runRounds(contenders, rounds)), await indexRate(large)].join('\n\n');
}

/** @returns what imports take, as Markdown */
export async function measureImports(
  stage: string,
  size: BenchSize,
  note: (step: string) => void,
): Promise<string> {
  note('making executables');
  const { product } = await makeExecutables(stage);
  note('imports');
  return measureImport(product, stage, size, new MadeUpText(1));
}

/** A home with one conversation for our hooks, and one for the same hooks on another engine. */
const memory = (
  stage: string,
  name: string,
  { database, transcript }: { readonly database: number; readonly transcript: number },
): Home => makeHome(join(stage, name), { database, transcripts: [transcript, transcript] });

function withNodeSqlite(
  executables: Executables,
  memory: Parameters<typeof storeContenders>[1],
  stage: string,
  text: MadeUpText,
): readonly Contender[] {
  const { home, label } = memory;
  const own = withOwnMemory(home, join(stage, `${label}-node-sqlite`));
  return [
    ...storeContenders(executables, memory, text),
    nodeSqliteContender(executables, own, label, text),
  ];
}

async function readingOf(executables: Executables, home: Home, text: MadeUpText): Promise<string> {
  const [file] = home.transcripts;
  if (file === undefined) return '';
  const { newBytes } = new Conversation(home, file, text, executables.product).answer('');
  const read = await transcriptBytesRead(home, file.path);
  const holds = read <= newBytes + 64 * KB;
  return `Of the large transcript a hook reads ${read} bytes when ${newBytes} are new (≤ new + 65,536: ${verdict(holds)}).`;
}

function agentsTable(
  { agents, hooks, p50, p95, most, failures }: AgentsResult,
  size: BenchSize,
): string {
  const numbers = [p50, p95, most].map((value) => value.toFixed(0));
  return table([
    [
      `${agents} agents, a hook a second each`,
      'hooks',
      'p50 ms',
      'p95 ms',
      'most',
      'failures',
      'limit',
    ],
    [
      `${size.agents / MB} MB`,
      String(hooks),
      ...numbers,
      String(failures),
      `p95 ≤ 200: ${verdict(p95 <= 200)}; no failure: ${verdict(failures === 0)}`,
    ],
  ]);
}
