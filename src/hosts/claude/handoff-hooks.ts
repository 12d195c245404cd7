import { eventsWith } from '../hook-tree.ts';
import { type Invocation, invocationIn } from '../registration-command.ts';
import { planRegistration } from '../registration-files.ts';
import { carriedRecord } from '../registration-location.ts';
import type { RegistrationPlan } from '../registration-plan.ts';
import { ownIn, readAllSettings, type Surroundings } from '../registration-reading.ts';
import { claudePaths } from './paths.ts';
import { claudeRegistration } from './registration.ts';
import { claudeFormat } from './settings.ts';

/** The hooks of a user's settings by which conversations are handed over. */
export interface HandoffHooks {
  readonly settingsPath: string;
  /** Every hook of ours that is needed for anything is there. */
  readonly installed: boolean;
  /** Both hooks of auto-handoff are there, each once. */
  readonly registered: boolean;
  /** One of them is. */
  readonly some: boolean;
  /** What the first hook of ours is started by; null where there is none. */
  readonly invocation: Invocation | null;
}

/** Read-only, never throws for the content of the file. */
export function handoffHooks(environment: Surroundings): HandoffHooks {
  const { settings } = claudePaths(environment, 'user');
  const own = readAllSettings([settings], claudeFormat).flatMap((reading) => {
    const isOwn = ownIn(reading, claudeFormat.host, environment);
    return reading.tree?.handlers.filter(({ value }) => isOwn(value)) ?? [];
  });
  const entries = claudeFormat.handoff ?? [];
  const found = entries.map(({ event }) => own.filter((handler) => handler.event === event));
  const [first] = own;
  return {
    settingsPath: settings,
    installed: eventsWith(own, claudeFormat).length === claudeFormat.entries.length,
    registered: found.every(
      (handlers, index) =>
        handlers.length === 1 &&
        eventsWith(handlers, { ...claudeFormat, entries: entries.slice(index, index + 1) })
          .length === 1,
    ),
    some: found.some((handlers) => handlers.length > 0),
    invocation: first ? invocationIn(first.value, environment.platform) : null,
  };
}

/**
 * Plans to put them in, or to take them out; everything else stays as it is.
 * @param invocation what the hooks that are there are started by
 * @throws {FileRefusal} when the settings cannot be edited
 */
export function planHandoffHooks(
  environment: Surroundings,
  invocation: Invocation,
  handsOver: boolean,
): RegistrationPlan {
  const places = claudePaths(environment, 'user');
  return planRegistration(
    claudeRegistration,
    places,
    invocation,
    carriedRecord(places, environment),
    {
      replaceOriginal: false,
      scope: 'user',
      pages: null,
      recall: 'keep',
      handsOver,
    },
  );
}
