import { cursorCommand } from '../../core/text/cursor-files.ts';
import type { RegistrationHost } from '../registration-host.ts';
import { cursorRecall } from './recall.ts';
import { cursorPlaces } from './registration-places.ts';
import { cursorRegistrationOf } from './registration-state.ts';
import { cursorFormat } from './settings.ts';

export const cursorRegistration: RegistrationHost = {
  title: 'Cursor',
  word: '/tl',
  remembersClear: false,
  runsAlso: ['Claude Code'],
  format: cursorFormat,
  recall: cursorRecall,
  places: (environment, scope) => (scope === 'user' ? cursorPlaces(environment, scope) : null),
  agentShell: 'powershell',
  wordFile: cursorCommand,
  state: cursorRegistrationOf,
  notes: () => [],
};
