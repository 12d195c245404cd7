import type { RegistrationState } from '../registration-host.ts';
import {
  ignoredFiles,
  readAllSettings,
  registrationIn,
  type Surroundings,
} from '../registration-reading.ts';
import { grokRecall } from './recall.ts';
import { grokPlaces } from './registration-places.ts';
import { grokFormat } from './settings.ts';
import { grokFault } from './settings-grammar.ts';

/**
 * What Grok will run of ours. It ignores a file with comments, trailing commas, a byte order mark or
 * anything it does not expect whole (seen in 1.0.41).
 */
export function grokRegistrationOf(environment: Surroundings): RegistrationState {
  const files = (['user', 'project'] as const).map(
    (scope) => grokPlaces(environment, scope).settings,
  );
  const readings = readAllSettings(files, grokFormat);
  return {
    ...registrationIn(readings, grokFormat, environment, {
      permission: grokRecall,
      files: [grokPlaces(environment, 'user').rules],
    }),
    ignored: ignoredFiles(readings, { mark: 'ignored', faultOf: grokFault }),
  };
}
