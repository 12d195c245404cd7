import type { Host } from '../core/session.ts';
import type { Environment } from '../platform/environment.ts';
import { registrationOf } from './claude/registration-state.ts';

/** By host: the Node product of the same name is registered too. Then ours only captures. */
export const originalIsRegistered: Readonly<
  Partial<Record<Host, (environment: Environment) => boolean>>
> = { claude: (environment) => registrationOf(environment).original };
