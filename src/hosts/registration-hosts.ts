import type { Host } from '../core/session.ts';
import { claudeRegistration } from './claude/registration.ts';
import { codexRegistration } from './codex/registration.ts';
import { cursorRegistration } from './cursor/registration.ts';
import { grokRegistration } from './grok/registration.ts';
import type { RegistrationHost } from './registration-host.ts';

/** The hosts that can start us. For the command line only: no hook loads this. */
export const registrationHosts: Readonly<Record<Host, RegistrationHost>> = {
  claude: claudeRegistration,
  codex: codexRegistration,
  grok: grokRegistration,
  cursor: cursorRegistration,
};
