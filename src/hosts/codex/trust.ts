import { isRecord } from '../../core/record.ts';
import { sha256 } from '../../platform/sha256.ts';
import { stringOf } from '../payload-fields.ts';
import type { HookTrust } from '../registration-host.ts';
import type { CodexConfig } from './config-file.ts';

export interface TrustQuestion {
  /** As Codex spells it. */
  readonly hooksFile: string;
  /** What is in that file. */
  readonly hooks: unknown;
  readonly config: CodexConfig;
  readonly platform: NodeJS.Platform;
  /** Which handlers are asked about. */
  isOwn(handler: unknown): boolean;
}

/** Whether Codex will run each of our hooks. It says nothing itself about those that it passes over. */
export function trustOf({
  hooksFile,
  hooks,
  config,
  platform,
  isOwn,
}: TrustQuestion): readonly HookTrust[] {
  return handlersIn(hooks)
    .filter(({ handler }) => isOwn(handler))
    .map(({ event, group, matcher, index, handler }) => {
      const key = `${hooksFile}:${snakeCase(event)}:${group}:${index}`;
      return { event, trust: stateOf(config, key, trustHash(event, matcher, handler, platform)) };
    });
}

function stateOf({ off, hooks }: CodexConfig, key: string, hash: string): HookTrust['trust'] {
  const known = hooks.get(key);
  if (off !== null || known?.enabled === false) return 'disabled';
  if (!known?.trustedHash) return 'untrusted';
  return known.trustedHash === hash ? 'trusted' : 'changed';
}

interface PlacedHandler {
  readonly event: string;
  readonly group: number;
  readonly matcher: unknown;
  readonly index: number;
  readonly handler: unknown;
}

function handlersIn(file: unknown): readonly PlacedHandler[] {
  const events = isRecord(file) && isRecord(file.hooks) ? file.hooks : {};
  return Object.entries(events).flatMap(([event, groups]) =>
    listOf(groups).flatMap((entry, group) => {
      const { matcher, hooks } = isRecord(entry) ? entry : {};
      return listOf(hooks).map((handler, index) => ({ event, group, matcher, index, handler }));
    }),
  );
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Events that occur in one way only. */
const WITHOUT_MATCHER: readonly string[] = ['UserPromptSubmit', 'Stop', 'Interrupt'];
/** Events that end something: Codex waits a second for them, three at most. */
const BRIEF: readonly string[] = ['SessionEnd', 'Interrupt'];
/** Events whose answer carries no text to the model. */
const WITHOUT_CONTEXT: readonly string[] = [...BRIEF, 'Stop', 'PreCompact', 'PostCompact'];
const USUAL_CONTEXT_LIMIT = 2500;

/**
 * What Codex compares with the hash its user trusted: SHA-256 of the hook as it will run it, as JSON
 * with sorted keys. Compared with what 0.171 wrote (Linux) and accepted (the Windows program).
 * @param handler as it stands in the file; `timeout` in seconds
 * @internal exported for its test
 */
export function trustHash(
  event: string,
  matcher: unknown,
  handler: unknown,
  platform: NodeJS.Platform,
): string {
  const fields = isRecord(handler) ? handler : {};
  const { command, commandWindows, statusMessage, additionalContextLimit: limit } = fields;
  const hasLimit = typeof limit === 'number' && limit !== USUAL_CONTEXT_LIMIT;
  const hook = {
    ...(hasLimit && !WITHOUT_CONTEXT.includes(event) ? { additionalContextLimit: limit } : {}),
    async: fields.async === true,
    command: (platform === 'win32' ? stringOf(commandWindows) : null) ?? command,
    ...(typeof statusMessage === 'string' ? { statusMessage } : {}),
    timeout: timeoutOf(event, fields.timeout),
    type: 'command',
  };
  const hasMatcher = typeof matcher === 'string' && !WITHOUT_MATCHER.includes(event);
  const identity = {
    event_name: snakeCase(event),
    hooks: [hook],
    ...(hasMatcher ? { matcher } : {}),
  };
  return `sha256:${sha256(Buffer.from(JSON.stringify(identity)))}`;
}

function timeoutOf(event: string, seconds: unknown): number {
  const isBrief = BRIEF.includes(event);
  const wanted = typeof seconds === 'number' ? seconds : isBrief ? 1 : 600;
  return Math.min(Math.max(1, wanted), isBrief ? 3 : Number.POSITIVE_INFINITY);
}

/** `SessionStart` to `session_start`. */
const snakeCase = (event: string): string =>
  event.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
