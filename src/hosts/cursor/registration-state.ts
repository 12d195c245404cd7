import type { RegistrationState } from '../registration-host.ts';
import { readAllSettings, registrationIn, type Surroundings } from '../registration-reading.ts';
import { cursorRecall } from './recall.ts';
import { cursorPlaces } from './registration-places.ts';
import { cursorFormat } from './settings.ts';

/** What Cursor will run of ours: it takes the user's hooks and the project's. */
export function cursorRegistrationOf(environment: Surroundings): RegistrationState {
  const files = (['user', 'project'] as const).map(
    (scope) => cursorPlaces(environment, scope).settings,
  );
  return registrationIn(readAllSettings(files, cursorFormat), cursorFormat, environment, {
    permission: cursorRecall,
    files: [cursorPlaces(environment, 'user').rules],
  });
}
