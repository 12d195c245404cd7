import { tlCommand } from '../../core/text/claude-files.ts';
import type { RegistrationHost } from '../registration-host.ts';
import { filesOfOtherJson, readSettings, registrationIn } from '../registration-reading.ts';
import { codexPlaces } from './registration-places.ts';
import { codexFormat } from './settings.ts';

/** A project's hooks are in one file, which the whole team shares. */
export const codexRegistration: RegistrationHost = {
  title: 'Codex',
  word: '$tl',
  remembersClear: true,
  runsAlso: [],
  format: codexFormat,
  off: null,
  places: (environment, scope) => (scope === 'user' ? codexPlaces(environment) : null),
  agentShell: 'powershell',
  wordFile: tlCommand,
  state(environment) {
    const readings = [readSettings(codexPlaces(environment).settings, codexFormat)];
    return {
      ...registrationIn(readings, codexFormat, environment),
      ignored: filesOfOtherJson(readings, { mark: 'ignored' }),
    };
  },
  notes: () => [{ kind: 'review' }],
};
