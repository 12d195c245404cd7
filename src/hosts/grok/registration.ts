import { tlCommand } from '../../core/text/claude-files.ts';
import type { RegistrationHost } from '../registration-host.ts';
import { grokRecall } from './recall.ts';
import { grokPlaces } from './registration-places.ts';
import { grokRegistrationOf } from './registration-state.ts';
import { grokFormat } from './settings.ts';

export const grokRegistration: RegistrationHost = {
  title: 'Grok',
  word: '/tl',
  remembersClear: false,
  runsAlso: ['Claude Code', 'Cursor'],
  format: grokFormat,
  recall: grokRecall,
  places: grokPlaces,
  agentShell: 'powershell',
  wordFile: tlCommand,
  state: grokRegistrationOf,
  notes: ({ scope }) => (scope === 'project' ? [{ kind: 'folder-trust' }] : []),
};
