import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { CompactionEvent } from '../core/event.ts';
import { relocatedTo } from '../hosts/claude/relocation.ts';
import { projectPlace } from '../platform/project.ts';
import { readDecision, readPending } from '../platform/session-marks.ts';
import type { HookContext, Place } from './hook-context.ts';

/**
 * Where a conversation of Claude Code works now, and its successor will: where its user has moved it
 * to, else where it began if that is still there, else what the host says.
 */
export function placeNow(context: HookContext, event: CompactionEvent): Place {
  const { layout, environment } = context;
  const moved = event.transcriptPath === null ? null : relocatedTo(event.transcriptPath);
  if (moved !== null) return placeAt(context, moved);
  const known = readPending(layout, event.session) ?? readDecision(layout, event.session);
  if (known !== null && existsSync(known.directory))
    return { root: known.root, directory: known.directory };
  const { CLAUDE_PROJECT_DIR: project = '' } = environment.variables;
  return placeAt(context, isAbsolute(project) ? project : event.cwd);
}

/** In the system's own spelling. */
const placeAt = ({ environment }: HookContext, path: string): Place =>
  projectPlace(resolve(path), environment.home);
