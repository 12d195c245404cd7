import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { machineLines } from '../test/perf/machine.ts';
import { measure, measureImports, measureSearch } from '../test/perf/measure.ts';
import { writeMeasured } from '../test/perf/performance-document.ts';
import { root } from './tool.ts';

// usage: bench.ts [search] [import] [--small] [--rounds N] [--seconds N] [--write]
// With a name only that is measured. Measures and reports; it never fails because something is slow.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    small: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '25' },
    seconds: { type: 'string', default: '30' },
    write: { type: 'boolean', default: false },
  },
});

const MB = 1024 * 1024;
const size = values.small
  ? { database: 25 * MB, transcript: 5 * MB, rollout: 20 * MB, agents: 10 * MB }
  : { database: 500 * MB, transcript: 100 * MB, rollout: 288 * MB, agents: 50 * MB };
const effort = { rounds: Number(values.rounds), seconds: Number(values.seconds) };

const stage = mkdtempSync(join(tmpdir(), 'throughline-bench-'));
try {
  const machine = machineLines(effort);
  const text = `${machine}\n\n${await measured()}\n`;
  process.stdout.write(`\n${text}`);
  if (values.write) writeMeasured(join(root, 'docs', 'performance.md'), text);
} finally {
  rmSync(stage, { recursive: true, force: true });
}

async function measured(): Promise<string> {
  if (positionals.length === 0) return measure(stage, size, effort, note);
  const tables: string[] = [];
  for (const name of positionals) tables.push(await measureOnly(name));
  return tables.join('\n\n');
}

function measureOnly(name: string): Promise<string> {
  if (name === 'search') return measureSearch(stage, size, effort, note);
  if (name === 'import') return measureImports(stage, size, note);
  throw new Error(`There is no part ${name}. There are: search, import.`);
}

function note(step: string): void {
  process.stderr.write(`${step} …\n`);
}
