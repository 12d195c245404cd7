import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataLayout } from '../../src/platform/data-layout.ts';
import { pause } from '../../src/platform/pause.ts';
import { CursorWriter } from './cursor-writer.ts';
import { environmentOf, type Home, newHome } from './home.ts';
import type { MadeUpText } from './made-up-text.ts';
import { table, verdict } from './report.ts';
import { RolloutWriter } from './rollout-writer.ts';
import { TranscriptWriter } from './transcript-writer.ts';
import { UpdatesWriter } from './updates-writer.ts';
import { type Command, peakMemory, runWhole } from './whole-process.ts';

const MB = 1024 * 1024;
/** Of an import: bytes a second, and bytes of resident memory. */
const LEAST_RATE = 40 * MB;
const LARGEST_MEMORY = 250 * MB;
const LONGEST_WAIT_MS = 600_000;

/** Bytes of one long conversation of each agent; Claude Code's besides many short ones. */
export interface ImportSize {
  readonly transcript: number;
  readonly rollout: number;
}

/**
 * Imports of everything an agent has written, into no memory, and again.
 * @param stage an empty directory to work in
 */
export function measureImport(
  product: string,
  stage: string,
  { transcript, rollout }: ImportSize,
  text: MadeUpText,
): string {
  const rows = [
    importOf(product, newHome(join(stage, 'import-claude')), 'Claude Code', (home) => {
      const short = Array.from({ length: 50 }, () => claudeFile(home, transcript / 100, text));
      return [...short, claudeFile(home, transcript, text)];
    }),
    importOf(product, newHome(join(stage, 'import-codex')), 'Codex', (home) =>
      filled(new RolloutWriter(home, text), rollout),
    ),
    importOf(product, newHome(join(stage, 'import-grok')), 'Grok', (home) =>
      filled(new UpdatesWriter(home, text), transcript),
    ),
    importOf(product, newHome(join(stage, 'import-cursor')), 'Cursor', (home) =>
      filled(new CursorWriter(home, text), transcript),
    ),
  ];
  const head = [
    'import',
    'files',
    'MB',
    'seconds',
    'MB/s',
    'indexed after s',
    'again ms',
    'peak MB',
    'limit',
  ];
  return table([head, ...rows]);
}

function filled(
  writer: { readonly path: string; fillTo(bytes: number): void },
  bytes: number,
): readonly string[] {
  writer.fillTo(bytes);
  return [writer.path];
}

function claudeFile({ directory, project }: Home, bytes: number, text: MadeUpText): string {
  const session = randomUUID();
  const path = join(directory, '.claude', 'projects', '-project', `${session}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  const writer = new TranscriptWriter({ path, session, cwd: project, newest: null }, text);
  while (statSync(path).size < bytes) writer.append();
  return path;
}

function importOf(
  product: string,
  home: Home,
  name: string,
  write: (home: Home) => readonly string[],
): readonly string[] {
  const files = write(home);
  const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
  const first = runWhole(into(product, home, 'memory'));
  const indexed = untilIndexed(home, 'memory');
  const again = runWhole(into(product, home, 'memory'));
  const peak = peakMemory(into(product, home, 'peak'));
  untilIndexed(home, 'peak');
  const rate = bytes / (first.milliseconds / 1000);
  const limits = [`≥ ${LEAST_RATE / MB} MB/s: ${verdict(rate >= LEAST_RATE)}`];
  if (peak !== null) limits.push(`≤ ${LARGEST_MEMORY / MB} MB: ${verdict(peak <= LARGEST_MEMORY)}`);
  return [
    name,
    String(files.length),
    (bytes / MB).toFixed(0),
    (first.milliseconds / 1000).toFixed(2),
    (rate / MB).toFixed(0),
    (indexed / 1000).toFixed(2),
    again.milliseconds.toFixed(0),
    peak === null ? '' : (peak / MB).toFixed(0),
    limits.join('; '),
  ];
}

/** Milliseconds until the maintenance that an import starts is over; nothing else runs meanwhile. */
function untilIndexed(home: Home, data: string): number {
  const { maintenance } = dataLayout(join(home.directory, data));
  const began = performance.now();
  while (existsSync(maintenance)) {
    if (performance.now() - began > LONGEST_WAIT_MS) throw new Error(`${maintenance} stays`);
    pause(5);
  }
  return performance.now() - began;
}

const into = (product: string, home: Home, data: string): Command => ({
  file: product,
  args: ['import', '--json', '--data-dir', join(home.directory, data)],
  input: '/dev/null',
  env: environmentOf(home),
  cwd: home.project,
});
