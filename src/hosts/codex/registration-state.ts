import type { FileFault } from '../../core/file-fault.ts';
import { FileRefusal } from '../../core/file-refusal.ts';
import { err, type Result } from '../../core/result.ts';
import type { RegistrationState } from '../registration-host.ts';
import { ignoredFiles, ownIn, registrationIn, type Surroundings } from '../registration-reading.ts';
import { readSettingsFile } from '../settings-file.ts';
import { readSettings } from '../settings-reading.ts';
import { type CodexConfig, parseCodexConfig } from './config-file.ts';
import { codexPaths } from './paths.ts';
import { codexRecall } from './recall.ts';
import { codexFormat } from './settings.ts';
import { codexFault } from './settings-grammar.ts';
import { trustOf } from './trust.ts';

/**
 * What Codex will run of ours, and what its user said of it. It ignores a file with comments,
 * trailing commas, a byte order mark or anything it does not expect whole (seen in 0.171).
 */
export function codexRegistrationOf(environment: Surroundings): RegistrationState {
  const paths = codexPaths(environment);
  const reading = readSettings(paths.hooks, codexFormat);
  const state = registrationIn([reading], codexFormat, environment, {
    permission: codexRecall,
    files: [paths.rules],
  });
  const ignored = ignoredFiles([reading], { mark: 'ignored', faultOf: codexFault });
  const config = readConfig(paths.config);
  const isRead = ignored.length === 0 && config.ok && reading.tree !== null;
  const text = isRead ? reading.file?.text : undefined;
  const off = config.ok ? config.value.off : null;
  const trust = trustOf({
    hooksFile: paths.hooks,
    hooks: text === undefined ? null : JSON.parse(text),
    config: config.ok ? config.value : NOTHING_SAID,
    platform: environment.platform,
    isOwn: ownIn(reading, 'codex', environment),
  });
  return {
    ...state,
    problem: state.problem ?? (config.ok ? null : config.error),
    stopped: !config.ok,
    disabled: off !== null,
    ...(off === null ? {} : { disabledBy: { setting: `${off} = false`, file: paths.config } }),
    ignored,
    trust: trust.map(({ event, trust: said }) => ({ event, trust: said })),
  };
}

/** With settings that cannot be read, Codex does not even start. */
const NOTHING_SAID: CodexConfig = { off: null, hooks: new Map() };

function readConfig(path: string): Result<CodexConfig, FileFault> {
  try {
    const parsed = parseCodexConfig(readSettingsFile(path).text);
    return parsed.ok ? parsed : err({ file: path, fault: { kind: 'toml', reason: parsed.error } });
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    return err(error);
  }
}
