import type { Host } from '../core/session.ts';
import type { Environment } from '../platform/environment.ts';
import { claudeSettings } from './claude/paths.ts';
import { claudeFormat } from './claude/settings.ts';
import { codexPlaces } from './codex/registration-places.ts';
import { codexFormat } from './codex/settings.ts';
import { cursorPlaces } from './cursor/registration-places.ts';
import { cursorFormat } from './cursor/settings.ts';
import { grokPlaces } from './grok/registration-places.ts';
import { grokFormat } from './grok/settings.ts';
import type { HookFormat } from './hook-format.ts';
import { isOriginalHandler } from './registration-command.ts';
import { readSettings } from './settings-reading.ts';

/** By host: the Node product of the same name is registered too. Then ours only captures. */
export const originalIsRegistered: Readonly<Record<Host, (environment: Environment) => boolean>> = {
  claude: (environment) => isIn(claudeSettings(environment), claudeFormat),
  codex: (environment) => isIn([codexPlaces(environment).settings], codexFormat),
  grok: (environment) => isIn([grokPlaces(environment, 'user').settings], grokFormat),
  cursor: (environment) => isIn([cursorPlaces(environment, 'user').settings], cursorFormat),
};

const isIn = (files: readonly string[], format: HookFormat): boolean =>
  files.some((path) =>
    readSettings(path, format).tree?.handlers.some(({ value }) => isOriginalHandler(value)),
  );
