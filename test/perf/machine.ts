import { arch, cpus, loadavg, release, totalmem, type } from 'node:os';
import { NODE_VERSION } from '../../build/targets.ts';
import manifest from '../../package.json' with { type: 'json' };
import { SQLITE_VERSION } from '../../src/store/sqljs/self-check.ts';

/** What the numbers were measured on, as Markdown. */
export function machineLines({ rounds }: { readonly rounds: number }): string {
  const [cpu] = cpus();
  const date = new Date().toISOString().slice(0, 10);
  const memory = Math.round(totalmem() / 1024 ** 3);
  const load = loadavg()[0]?.toFixed(1);
  return [
    `Measured on ${date} with version ${manifest.version}, Node ${NODE_VERSION}, SQLite ${SQLITE_VERSION}, ${rounds} rounds,`,
    `on ${type()} ${release().split('.', 2).join('.')} (${arch()}), ${cpus().length} × ${cpu?.model ?? 'unknown'}, ${memory} GB; load at the start ${load}.`,
  ].join('\n');
}
