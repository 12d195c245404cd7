import { closeSync, fstatSync, readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { isRecord } from '../core/record.ts';
import type { SupplementSection } from '../core/render/handoff-context.ts';
import { UserError } from '../core/user-error.ts';
import type { Environment } from '../platform/environment.ts';
import { openRegularFile } from '../platform/regular-file.ts';

const SCHEMA = 'throughline.handoff_supplement.v1';
/** Bytes; what it says must fit into 9,500 characters. */
const LONGEST = 1024 * 1024;

/** What a launcher adds before a memory, checked. */
export interface SupplementFile {
  /** Absolute. */
  readonly projectPath: string;
  readonly sections: readonly SupplementSection[];
  readonly disclosure: 'visible' | 'silent';
}

/** @throws {UserError} exit 1 */
export function readSupplement(path: string, { cwd }: Environment): SupplementFile {
  const supplement = parse(contentOf(resolve(cwd, path)));
  if (supplement === null) throw new UserError(`The supplement file is not ${SCHEMA}.`);
  return supplement;
}

function contentOf(path: string): unknown {
  try {
    return JSON.parse(textOf(path).replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new UserError('The supplement file could not be read.', 1, { cause });
  }
}

/** Waits for no pipe and reads no endless device; empty for these. */
function textOf(path: string): string {
  const fd = openRegularFile(path);
  if (fd === null) return '';
  try {
    return fstatSync(fd).size > LONGEST ? '' : readFileSync(fd, 'utf8');
  } finally {
    closeSync(fd);
  }
}

function parse(value: unknown): SupplementFile | null {
  if (!isRecord(value) || value.schema !== SCHEMA) return null;
  const { projectPath, handoffDisclosure: disclosure = 'visible', sections } = value;
  if (disclosure !== 'visible' && disclosure !== 'silent') return null;
  if (typeof projectPath !== 'string' || !isAbsolute(projectPath)) return null;
  if (!Array.isArray(sections) || sections.length === 0 || !sections.every(isSection)) return null;
  return { projectPath, sections, disclosure };
}

const isSection = (value: unknown): value is SupplementSection =>
  isRecord(value) && isText(value.title) && isText(value.content);

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
