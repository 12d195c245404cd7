import { TL_SKILL_POLICY, tlSkill } from '../../core/text/codex-files.ts';
import type { HookTrust, RegistrationHost } from '../registration-host.ts';
import { codexRecall } from './recall.ts';
import { codexPlaces } from './registration-places.ts';
import { codexRegistrationOf } from './registration-state.ts';
import { codexFormat } from './settings.ts';

export const codexRegistration: RegistrationHost = {
  title: 'Codex',
  word: '$tl',
  remembersClear: true,
  runsAlso: [],
  format: codexFormat,
  recall: codexRecall,
  places: (environment, scope) => (scope === 'user' ? codexPlaces(environment) : null),
  agentShell: 'powershell',
  wordFile: tlSkill,
  policyFile: TL_SKILL_POLICY,
  state: codexRegistrationOf,
  notes: ({ state: { trust = [], disabled } }) => {
    const says = (...words: readonly HookTrust['trust'][]): boolean =>
      !disabled && trust.some((hook) => words.includes(hook.trust));
    return [
      ...(says('untrusted', 'changed') ? [{ kind: 'review' } as const] : []),
      ...(says('disabled') ? [{ kind: 'turned-off' } as const] : []),
    ];
  },
};
