import { isRecord } from '../../core/record.ts';
import { stringOf } from '../payload-fields.ts';

/** The words behind `claude` that list every conversation, those that have ended too. */
export const LIST_AGENTS = ['agents', '--json', '--all'] as const;

/** What Claude Code says of a conversation in the background. */
export interface BackgroundAgent {
  /** `busy`, `idle`, `waiting`; null once its process has ended. */
  readonly status: string | null;
  /** `working`, `blocked`, `stopped`. `working` stays behind a turn: it has not been told that its task is done. */
  readonly state: string | null;
}

/**
 * One conversation of what {@link LIST_AGENTS} prints.
 * @param session its whole id; the short one begins the ids of others too
 * @returns null where it is not listed as one in the background
 */
export function backgroundAgent(stdout: string, session: string): BackgroundAgent | null {
  const agent = listIn(stdout)
    .filter(isRecord)
    .find(({ kind, sessionId }) => kind === 'background' && sessionId === session);
  return agent === undefined
    ? null
    : { status: stringOf(agent.status), state: stringOf(agent.state) };
}

function listIn(stdout: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(stdout);
    return Array.isArray(value) ? value : [];
  } catch {
    return []; /* SyntaxError: it was killed, or says something else */
  }
}
