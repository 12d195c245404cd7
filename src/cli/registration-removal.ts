import { FileRefusal } from '../core/file-refusal.ts';
import { UserError } from '../core/user-error.ts';
import { companionPaths } from '../hosts/registration-host.ts';
import { registrationHosts } from '../hosts/registration-hosts.ts';
import { type RegistrationRecord, readRecord } from '../hosts/registration-record.ts';
import type { Environment } from '../platform/environment.ts';
import { linkTarget } from '../platform/file-change.ts';
import {
  type Choice,
  chooseHosts,
  isHere,
  type RegistrationOptions,
  type Target,
  titlesOf,
} from './registration-options.ts';

/**
 * The named hosts, or each one that is there or that we remember to have registered with; for a user
 * also where it was registered under another setting (`CODEX_HOME`), wherever that is.
 * @throws {UserError} (3) when a named one has no settings for a project
 */
export function hostsToRemove(
  read: RegistrationOptions,
  environment: Environment,
): Pick<Choice, 'targets' | 'without'> {
  const record = readRecord(environment.dataDirectory);
  const { targets, without } = chooseHosts(
    read,
    environment,
    (target) => isHere(target.side, environment) || isRecorded(target, record),
  );
  if (read.named !== null && targets.length === 0 && without.length > 0)
    throw new UserError(read.text.noProjectSettings(titlesOf(without)), 3);
  return {
    targets: [...targets, ...elsewhere(read, record, targets)],
    without: read.named === null ? [] : without,
  };
}

const isRecorded = ({ places }: Target, record: RegistrationRecord): boolean =>
  [places.settings, ...companionPaths(places)].some((path) => {
    const end = reached(path);
    return end !== null && Object.hasOwn(record, end);
  });

/** Where a path ends; null where that cannot be seen, which is told when its host is dealt with. */
function reached(path: string): string | null {
  try {
    return linkTarget(path);
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    return null;
  }
}

/** Recorded registrations of the user that are not among the places of today. */
function elsewhere(
  { named, scope }: RegistrationOptions,
  record: RegistrationRecord,
  targets: readonly Target[],
): readonly Target[] {
  if (scope === 'project') return [];
  const known = targets.map(({ places }) => reached(places.settings));
  return Object.entries(record).flatMap(([path, { registered }]) => {
    if (!registered || known.includes(path)) return [];
    const { host, places } = registered;
    return named === null || named.includes(host)
      ? [{ host, side: registrationHosts[host], places }]
      : [];
  });
}
