import type { InFlight } from '../../../src/core/in-flight.ts';
import { type InjectionInput, renderInjection } from '../../../src/core/render/injection.ts';
import type { MemoryTurn } from '../../../src/core/render/memory-turn.ts';

export const memoryTurn = (id: number, over: Partial<MemoryTurn> = {}): MemoryTurn => ({
  id,
  session: 's1',
  startedAt: id * 60_000,
  state: 'complete',
  request: `request ${id}`,
  answer: `answer ${id}`,
  details: [],
  ...over,
});

/** A turn that was stopped before its second tool ran. */
export const inFlightOf = (over: Partial<InFlight> = {}): InFlight => ({
  request: { text: 'mend the login', at: 9 * 60_000 },
  lastWords: { text: 'Now the tests.', at: 10 * 60_000 },
  steps: [
    { kind: 'tool', name: 'Edit', target: 'src/login.ts', failed: false },
    { kind: 'text', text: 'Now the tests.' },
  ],
  earlier: null,
  stoppedTools: [{ name: 'Bash', target: 'npm test' }],
  stoppedToolCount: 1,
  prompts: [],
  ...over,
});

/** An injection of these turns, newest first, as Claude would get it. */
export const injectionOf = (
  turns: Iterable<MemoryTurn>,
  over: Partial<InjectionInput> = {},
): InjectionInput => ({
  frame: 'baton',
  language: 'en',
  turns,
  totalTurns: Array.isArray(turns) ? turns.length : 0,
  session: '6f1c2a9e-0000-4000-8000-000000000001',
  command: '/home/u/.throughline/bin/throughline-bin',
  mark: 'k3f9x2ab',
  formatTime: (at) => `2026-07-01 00:${String(at / 60_000).padStart(2, '0')}`,
  budget: { unit: 'characters', limit: 9500 },
  pages: 1,
  ...over,
});

/** The one block of a host that takes no more; empty for nothing. */
export function renderBlock(input: InjectionInput) {
  const { texts, ...rest } = renderInjection(input);
  return { text: texts.join(''), ...rest };
}
