import { readFileSync } from 'node:fs';

export type Fields = Readonly<Record<string, unknown>>;

/** What Codex 0.171.0 sent to hooks, in order. */
export const recorded = (name: 'exec' | 'terminal' | 'fork'): readonly Fields[] =>
  readFileSync(new URL(`../../fixtures/hooks/codex-0.171.0-${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The nth recorded payload of an event, from 0 on. */
export const payloadOf = (payloads: readonly Fields[], event: string, nth = 0): Fields =>
  payloads.filter((payload) => payload.hook_event_name === event)[nth] ?? {};
