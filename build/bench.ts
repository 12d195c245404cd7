import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { machineLines } from '../test/perf/machine.ts';
import { measure } from '../test/perf/measure.ts';
import { writeMeasured } from '../test/perf/performance-document.ts';
import { root } from './tool.ts';

// usage: bench.ts [--small] [--rounds N] [--seconds N] [--write]
// Measures and reports; it never fails because something is slow.
const { values } = parseArgs({
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
  const text = `${machine}\n\n${await measure(stage, size, effort, note)}\n`;
  process.stdout.write(`\n${text}`);
  if (values.write) writeMeasured(join(root, 'docs', 'performance.md'), text);
} finally {
  rmSync(stage, { recursive: true, force: true });
}

function note(step: string): void {
  process.stderr.write(`${step} …\n`);
}
