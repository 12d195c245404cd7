import type { WindowRef } from '../../core/event.ts';
import { hostAncestor } from '../../platform/host-process.ts';
import { argumentsOf } from '../../platform/process-arguments.ts';

/** The Codex process that runs a hook, as far as the system tells. */
export interface CodexCaller {
  /** A server: the terminals of all its conversations are other processes. */
  readonly window: WindowRef | null;
  /** `terminal`: a person types; `command`: nobody does; `server`: it may be either. */
  readonly kind: 'terminal' | 'command' | 'server' | 'unknown';
}

/** Packages name the program after its target, if not `codex`; its helpers have other names. */
const PROGRAM = /^codex(?:-(?:x86_64|aarch64)-[\w-]+)?$/;
/** First words that are no prompt and open no terminal. */
const VERBS: ReadonlyMap<string, CodexCaller['kind']> = new Map([
  ['exec', 'command'],
  ['e', 'command'],
  ['review', 'command'],
  ['mcp-server', 'server'],
  ['app-server', 'server'],
  ['remote-control', 'server'],
]);
/** Options before the first word that take the word behind them. */
const VALUED =
  /^(?:-[cipmsaC]|--(?:config|enable|disable|remote|remote-auth-token-env|image|model|local-provider|profile|sandbox|ask-for-approval|cd|add-dir))$/;

/**
 * The terminal program of 0.171 starts a server (`codex app-server … --managed-daemon`) that runs
 * the conversations, and so the hooks, of every window of the user.
 */
export function codexCaller(): CodexCaller {
  const program = hostAncestor((name) => PROGRAM.test(name));
  if (program === null) return { window: null, kind: 'unknown' };
  const kind = kindOf(argumentsOf(program.pid));
  return { window: kind === 'server' ? { ...program, kind } : program, kind };
}

/** @internal exported for its test */
export function kindOf(words: readonly string[] | null): CodexCaller['kind'] {
  if (words === null) return 'unknown';
  const first = words.find(
    (word, at) => !word.startsWith('-') && !VALUED.test(words[at - 1] ?? ''),
  );
  return VERBS.get(first ?? '') ?? 'terminal';
}
