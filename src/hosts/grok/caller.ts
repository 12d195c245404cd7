import type { WindowRef } from '../../core/event.ts';
import { hostAncestor } from '../../platform/host-process.ts';
import { argumentsOf } from '../../platform/process-arguments.ts';

/** The Grok process that runs a hook, as far as the system tells. */
export interface GrokCaller {
  /** A server: what a person types into is another process. */
  readonly window: WindowRef | null;
  /** Null where the system does not tell. */
  readonly headless: boolean | null;
}

/** `grok`, `grok-native` of the npm package, `grok-1.0.41`. A shell may stand between it and the hook. */
const PROGRAM = /^grok(?:-[\w.-]+)?$/;
const SERVERS: readonly string[] = ['agent', 'leader', 'cursor-worker'];
/** `-p`, also glued to its value or behind `-c`. */
const HEADLESS_FLAG = /^(?:-c?p|--single(?:=|$)|--prompt-(?:file|json)(?:=|$))/;

export function grokCaller(): GrokCaller {
  const program = hostAncestor((name) => PROGRAM.test(name));
  const words = program === null ? null : argumentsOf(program.pid);
  if (words === null) return { window: program, headless: null };
  const { isServer, headless } = modeOf(words);
  return { window: isServer && program ? { ...program, kind: 'server' } : program, headless };
}

/** @internal exported for its test */
export function modeOf(words: readonly string[]): {
  readonly isServer: boolean;
  readonly headless: boolean;
} {
  const options = words.slice(0, words.includes('--') ? words.indexOf('--') : words.length);
  return {
    isServer: SERVERS.includes(words[0] ?? ''),
    headless: options.some((word) => HEADLESS_FLAG.test(word)),
  };
}
