import { tlCommand } from '../../core/text/claude-files.ts';
import type { RegistrationHost } from '../registration-host.ts';
import { filesOfOtherJson, readSettings, registrationIn } from '../registration-reading.ts';
import { grokPlaces } from './registration-places.ts';
import { grokFormat } from './settings.ts';

export const grokRegistration: RegistrationHost = {
  title: 'Grok',
  word: '/tl',
  remembersClear: false,
  runsAlso: ['Claude Code', 'Cursor'],
  format: grokFormat,
  ignores: 'comments-or-mark',
  off: null,
  places: grokPlaces,
  agentShell: 'powershell',
  wordFile: tlCommand,
  state(environment) {
    const readings = (['user', 'project'] as const).map((scope) =>
      readSettings(grokPlaces(environment, scope).settings, grokFormat),
    );
    return {
      ...registrationIn(readings, grokFormat, environment),
      ignored: filesOfOtherJson(readings, { mark: 'ignored' }),
    };
  },
  notes: ({ scope }) => (scope === 'project' ? [{ kind: 'folder-trust' }] : []),
};
