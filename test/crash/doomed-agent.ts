import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { ClaudeTranscript } from '../e2e/claude-transcript.ts';
import type { Window } from '../e2e/fake-host.ts';
import type { MortalHooks } from './mortal-hooks.ts';
import { pick, type Random } from './random.ts';

/** A conversation as the host knows it. */
export interface Conversation {
  readonly session: string;
  readonly turns: WrittenTurn[];
}

interface WrittenTurn {
  readonly request: string;
  readonly answer: string;
  /** Its Stop hook ended with exit code 0. */
  acknowledged: boolean;
}

/** One short conversation after the other in a window, until it is time. */
export async function converse(
  window: Window,
  hooks: MortalHooks,
  random: Random,
  isOver: () => boolean,
): Promise<readonly Conversation[]> {
  const conversations: Conversation[] = [];
  while (!isOver()) {
    const turns: WrittenTurn[] = [];
    await begin(window, hooks, random);
    conversations.push({ session: window.session, turns });
    for (const number of Array(1 + Math.floor(random() * 3)).keys()) {
      turns.push(await takeTurn(window, hooks, random, number));
    }
  }
  return conversations;
}

/** A new conversation in the same window: by `/clear`, as after a start, or unannounced. */
async function begin(window: Window, hooks: MortalHooks, random: Random): Promise<void> {
  const source = pick(random, ['clear', 'startup', 'unannounced'] as const);
  if (source === 'clear') {
    await hooks.fire(window, 'session-end', { hook_event_name: 'SessionEnd', reason: 'clear' });
  }
  const session = randomUUID();
  const path = join(dirname(window.transcript.path), `${session}.jsonl`);
  window.transcript = new ClaudeTranscript(path, session, window.cwd);
  if (source === 'unannounced') return;
  await hooks.fire(window, 'session-start', { hook_event_name: 'SessionStart', source });
}

async function takeTurn(
  window: Window,
  hooks: MortalHooks,
  random: Random,
  number: number,
): Promise<WrittenTurn> {
  const [request, answer] = [`request ${number} of ${window.session}`, `answer ${randomUUID()}`];
  window.promptId = randomUUID();
  await hooks.fire(window, 'prompt-submit', {
    prompt_id: window.promptId,
    hook_event_name: 'UserPromptSubmit',
    prompt: request,
  });
  window.transcript.ask(request, window.promptId);
  const output = 'a line of output\n'.repeat(random() * 8000);
  window.answer(answer, { tools: [{ name: 'Bash', input: { command: 'npm test' }, output }] });
  const acknowledged = await hooks.fire(window, 'process-turn', window.stopPayload(answer));
  window.transcript.close();
  return { request, answer, acknowledged };
}
