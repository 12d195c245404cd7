/**
 * What we register with Codex: event, occurrences, our command, and the seconds it waits. Versions
 * that do not know an event pass over it (seen on 0.98 and 0.125).
 */
export const CODEX_HOOK_ENTRIES = [
  {
    event: 'SessionStart',
    matcher: 'startup|resume|clear|compact|fork',
    verb: 'session-start',
    timeout: 10,
  },
  { event: 'UserPromptSubmit', verb: 'prompt-submit', timeout: 10 },
  { event: 'Stop', verb: 'process-turn', timeout: 20 },
  /* More than 3 is cut to 3, with a warning at every start (0.150, 0.171). */
  { event: 'Interrupt', verb: 'process-turn', timeout: 3 },
  { event: 'SessionEnd', verb: 'session-end', timeout: 3 },
] as const;
