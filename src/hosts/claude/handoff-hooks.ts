import type { FileFault } from '../../core/file-fault.ts';
import { eventsWith, type FoundHandler } from '../hook-tree.ts';
import { type Invocation, invocationIn } from '../registration-command.ts';
import { planRegistration } from '../registration-files.ts';
import { carriedRecord } from '../registration-location.ts';
import type { RegistrationPlan } from '../registration-plan.ts';
import { ownIn, readAllSettings, type Surroundings } from '../registration-reading.ts';
import type { SettingsReading } from '../settings-reading.ts';
import { claudePaths } from './paths.ts';
import { claudeRegistration } from './registration.ts';
import { claudeFormat } from './settings.ts';

/** The hooks of a user's settings by which conversations are handed over. */
export interface HandoffHooks {
  /** Every hook of ours that is needed for anything is there. */
  readonly installed: boolean;
  /** Both hooks of auto-handoff are there, each once. */
  readonly registered: boolean;
  /** One of them is. */
  readonly some: boolean;
  /** What the first hook of ours is started by; null where there is none. */
  readonly invocation: Invocation | null;
  /** Why the file cannot be read, if it cannot; nothing else is then known. */
  readonly problem: FileFault | null;
}

/** Read-only, never throws for the content of the file. */
export function handoffHooks(environment: Surroundings): HandoffHooks {
  const readings = userSettings(environment);
  const own = ownHandlers(readings, environment);
  const entries = claudeFormat.handoff ?? [];
  const found = entries.map(({ event }) => own.filter((handler) => handler.event === event));
  const [first] = own;
  return {
    installed: eventsWith(own, claudeFormat).length === claudeFormat.entries.length,
    registered: found.every(
      (handlers, index) =>
        handlers.length === 1 &&
        eventsWith(handlers, { ...claudeFormat, entries: entries.slice(index, index + 1) })
          .length === 1,
    ),
    some: found.some((handlers) => handlers.length > 0),
    invocation: first ? invocationIn(first.value, environment.platform) : null,
    problem: readings.find(({ problem }) => problem !== null)?.problem ?? null,
  };
}

/**
 * Plans to put them in, or to take them out; everything else stays as it is, also what somebody took
 * out.
 * @param invocation what the hooks that are there are started by
 * @throws {FileRefusal} when the settings cannot be edited
 */
export function planHandoffHooks(
  environment: Surroundings,
  invocation: Invocation,
  handsOver: boolean,
): RegistrationPlan {
  const places = claudePaths(environment, 'user');
  const present = eventsWith(ownHandlers(userSettings(environment), environment), claudeFormat);
  const entries = claudeFormat.entries.filter(({ event }) => present.includes(event));
  const { files } = planRegistration(
    { ...claudeRegistration, format: { ...claudeFormat, entries } },
    places,
    invocation,
    carriedRecord(places, environment),
    { replaceOriginal: false, scope: 'user', pages: null, recall: 'keep', handsOver },
  );
  /* The settings come last, behind files that are not of the matter. */
  return { files: files.slice(-1), directories: [] };
}

const userSettings = (environment: Surroundings): readonly SettingsReading[] =>
  readAllSettings([claudePaths(environment, 'user').settings], claudeFormat);

const ownHandlers = (
  readings: readonly SettingsReading[],
  environment: Surroundings,
): readonly FoundHandler[] =>
  readings.flatMap((reading) => {
    const isOwn = ownIn(reading, claudeFormat.host, environment);
    return reading.tree?.handlers.filter(({ value }) => isOwn(value)) ?? [];
  });
