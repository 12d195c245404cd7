import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../core/record.ts';
import { err, ok, type Result } from '../core/result.ts';
import { isListOf, isString } from '../core/value-shape.ts';
import { privateDirectory, writeFileAtomic } from './atomic-file.ts';
import type { DataLayout } from './data-layout.ts';
import type { ProjectPlace } from './project.ts';

/** Where conversations of Claude Code go on in a successor instead of being compacted. */
export interface HandoffConfig {
  readonly enabled: boolean;
  /** Absolute paths as the file system spells them; none: every project. */
  readonly projects: readonly string[];
}

const SCHEMA = 'throughline.claude-auto-handoff.v1';
const OFF: HandoffConfig = { enabled: false, projects: [] };

type Layout = Pick<DataLayout, 'handoffConfig'>;

/** What the user has set; off where nothing is. A file that says anything else is no answer. */
export function readHandoffConfig({
  handoffConfig: path,
}: Layout): Result<HandoffConfig, 'invalid'> {
  if (!existsSync(path)) return ok(OFF);
  const stored = parsed(path);
  if (!isRecord(stored) || stored.schema !== SCHEMA) return err('invalid');
  const { enabled, projects } = stored;
  if (typeof enabled !== 'boolean' || !isListOf(projects, isString)) return err('invalid');
  return projects.every(isAbsolute) ? ok({ enabled, projects }) : err('invalid');
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null; /* SyntaxError, EISDIR, EACCES */
  }
}

/** What is set already is not written again. */
export function writeHandoffConfig(
  layout: Pick<DataLayout, 'root' | 'handoffConfig'>,
  { enabled, projects }: HandoffConfig,
): void {
  const known = readHandoffConfig(layout);
  if (known.ok && isDeepStrictEqual(known.value, { enabled, projects })) return;
  privateDirectory(layout.root);
  privateDirectory(dirname(layout.handoffConfig));
  const content = JSON.stringify({ schema: SCHEMA, enabled, projects }, null, 2);
  writeFileAtomic(layout.handoffConfig, `${content}\n`, { durable: true });
}

/** Whether it is switched on for the project of a conversation. Where the file is no answer, it is not. */
export function isHandoffEnabled(layout: Layout, { root, directory }: ProjectPlace): boolean {
  const config = readHandoffConfig(layout);
  if (!config.ok || !config.value.enabled) return false;
  const { projects } = config.value;
  return projects.length === 0 || projects.includes(root) || projects.includes(directory);
}
