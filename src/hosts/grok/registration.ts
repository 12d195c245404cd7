import { tlCommand } from '../../core/text/claude-files.ts';
import type { RegistrationHost } from '../registration-host.ts';
import { ignoredFiles, readAllSettings, registrationIn } from '../registration-reading.ts';
import { grokPlaces } from './registration-places.ts';
import { grokFormat } from './settings.ts';
import { grokFault } from './settings-grammar.ts';

export const grokRegistration: RegistrationHost = {
  title: 'Grok',
  word: '/tl',
  remembersClear: false,
  runsAlso: ['Claude Code', 'Cursor'],
  format: grokFormat,
  places: grokPlaces,
  agentShell: 'powershell',
  wordFile: tlCommand,
  state(environment) {
    const files = (['user', 'project'] as const).map(
      (scope) => grokPlaces(environment, scope).settings,
    );
    const readings = readAllSettings(files, grokFormat);
    return {
      ...registrationIn(readings, grokFormat, environment),
      ignored: ignoredFiles(readings, { mark: 'ignored', faultOf: grokFault }),
    };
  },
  notes: ({ scope }) => (scope === 'project' ? [{ kind: 'folder-trust' }] : []),
};
