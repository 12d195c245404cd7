import { tlCommand } from '../../core/text/claude-files.ts';
import type { RegistrationHost } from '../registration-host.ts';
import { claudePaths } from './paths.ts';
import { claudeRecall } from './recall.ts';
import { claudeRegistrationOf } from './registration-state.ts';
import { claudeFormat } from './settings.ts';

export const claudeRegistration: RegistrationHost = {
  title: 'Claude Code',
  word: '/tl',
  remembersClear: true,
  runsAlso: [],
  format: claudeFormat,
  recall: claudeRecall,
  places: claudePaths,
  agentShell: 'git-bash',
  wordFile: tlCommand,
  state: claudeRegistrationOf,
  notes: () => [],
};
