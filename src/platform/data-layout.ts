import { join } from 'node:path';
import { HANDOFF_HOST } from '../core/auto-handoff.ts';
import type { SessionRef } from '../core/session.ts';

/** Where things are kept below the data directory. */
export interface DataLayout {
  readonly root: string;
  readonly database: string;
  /** The index of the memory; made anew when it is not there. */
  readonly search: string;
  readonly run: string;
  readonly windows: string;
  readonly spool: string;
  readonly logs: string;
  readonly failures: string;
  readonly backups: string;
  readonly key: string;
  /** Result and time of the last integrity check. */
  readonly integrity: string;
  readonly bin: string;
  /** The user's settings. */
  readonly config: string;
  /** What was done about a damaged memory. */
  readonly recovery: string;
  /** There while maintenance is wanted or runs; names the process. */
  readonly maintenance: string;
  /** Settings of auto-handoff for Claude Code. */
  readonly handoffConfig: string;
  /** A file for each of its conversations that is handed over. */
  readonly handoffs: string;
}

export const dataLayout = (root: string): DataLayout => ({
  root,
  database: join(root, 'memory.db'),
  search: join(root, 'search.db'),
  run: join(root, 'run'),
  windows: join(root, 'run', 'windows'),
  spool: join(root, 'spool'),
  logs: join(root, 'logs'),
  failures: join(root, 'logs', 'failures'),
  backups: join(root, 'backups'),
  key: join(root, 'key'),
  integrity: join(root, 'integrity.json'),
  bin: join(root, 'bin'),
  config: join(root, 'config.json'),
  recovery: join(root, 'recovery.json'),
  maintenance: join(root, 'maintenance.json'),
  handoffConfig: join(root, 'auto-handoff', `${HANDOFF_HOST}.json`),
  handoffs: join(root, 'auto-handoff', HANDOFF_HOST),
});

/** A session's own directory of marks. The host is part of the name, a session id is a safe name. */
export const sessionDirectory = (layout: DataLayout, { host, id }: SessionRef): string =>
  join(layout.run, `${host}-${id}`);
