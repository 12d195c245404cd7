import { join } from 'node:path';
import { TL_SKILL_POLICY, tlSkill } from '../../core/text/codex-files.ts';
import type { RegistrationHost } from '../registration-host.ts';
import { codexPlaces } from './registration-places.ts';
import { codexRegistrationOf } from './registration-state.ts';
import { codexFormat } from './settings.ts';

export const codexRegistration: RegistrationHost = {
  title: 'Codex',
  word: '$tl',
  remembersClear: true,
  runsAlso: [],
  format: codexFormat,
  ignores: 'comments-or-mark',
  off: { setting: '"hooks = false"', file: ({ directory }) => join(directory, 'config.toml') },
  places: (environment, scope) => (scope === 'user' ? codexPlaces(environment) : null),
  agentShell: 'powershell',
  wordFile: tlSkill,
  policyFile: TL_SKILL_POLICY,
  state: codexRegistrationOf,
  notes: ({ state: { trust = [] } }) =>
    trust.every((hook) => hook.trust === 'trusted') ? [] : [{ kind: 'review' }],
};
