import type { HostEvent } from '../core/event.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { type ProjectPlace, projectPlace } from '../platform/project.ts';
import { readDecision, readPending } from '../platform/session-marks.ts';

/** What every hook is given. */
export interface HookContext {
  readonly environment: Environment;
  readonly layout: DataLayout;
}

/** One call of an entry in a host's settings. */
export interface HookCall extends HookContext {
  /** Which of several entries for one event it is, counted from 1: further ones give a memory's further blocks and do nothing else. */
  readonly page: number;
}

/** Where a conversation belongs: its project and the directory in which it began. */
export type Place = ProjectPlace;

/** A session keeps the place of its first event; a later `cd` does not move it. */
export function placeOf({ environment, layout }: HookContext, event: HostEvent): Place {
  const known = readPending(layout, event.session) ?? readDecision(layout, event.session);
  if (known !== null) return { root: known.root, directory: known.directory };
  return projectPlace(event.cwd, environment.home);
}
