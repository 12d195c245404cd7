import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Conversation } from './conversation.ts';
import type { Executables } from './executables.ts';
import type { Home } from './home.ts';
import type { MadeUpText } from './made-up-text.ts';
import { quantile } from './rounds.ts';
import { type Command, runWhole } from './whole-process.ts';

/** Milliseconds of whole hooks. */
export interface AgentsResult {
  readonly agents: number;
  readonly hooks: number;
  readonly p50: number;
  readonly p95: number;
  readonly most: number;
  /** Hooks that exited otherwise than with 0 or said something, and turns that were not stored at once. */
  readonly failures: number;
}

const EVERY_MS = 1000;

/**
 * One agent for each conversation of the home, a hook a second each: prompts and answers in turn,
 * as they come when several people or subagents share one memory.
 */
export async function runAgents(
  { product }: Executables,
  home: Home,
  text: MadeUpText,
  seconds: number,
): Promise<AgentsResult> {
  const hooks: Hook[] = [];
  const agent = async (conversation: Conversation): Promise<void> => {
    await delay(text.number(EVERY_MS));
    for (let second = 0; second < seconds; second += 1) {
      const next = delay(EVERY_MS);
      const isPrompt = second % 2 === 0;
      hooks.push(
        await runHook(
          isPrompt ? conversation.prompt(product) : conversation.answer(product).command,
        ),
      );
      await next;
    }
  };
  await Promise.all(
    home.transcripts.map((file) => agent(new Conversation(home, file, text, product))),
  );
  const times = hooks.map(({ milliseconds }) => milliseconds);
  return {
    agents: home.transcripts.length,
    hooks: hooks.length,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    most: Math.max(...times),
    failures: hooks.filter(({ failed }) => failed).length + leftBehind(product, home),
  };
}

interface Hook {
  readonly milliseconds: number;
  readonly failed: boolean;
}

function runHook({ file, args, input, env, cwd }: Command): Promise<Hook> {
  const stdin = openSync(input, 'r');
  const began = performance.now();
  const child = spawn(file, args, { env, cwd, stdio: [stdin, 'ignore', 'pipe'] });
  closeSync(stdin);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const milliseconds = performance.now() - began;
      resolve({ milliseconds, failed: code !== 0 || said !== '' });
    });
  });
}

/** Events that wait in the spool, and failures the product counted. */
function leftBehind(product: string, home: Home): number {
  const { directory: HOME, project: cwd } = home;
  const args = ['--json', 'status'];
  const { stdout } = runWhole({ file: product, args, input: '/dev/null', env: { HOME }, cwd });
  const status = JSON.parse(stdout) as {
    readonly spool: { readonly events: number };
    readonly failures: Readonly<Record<string, { readonly count: number }>>;
  };
  const counts = Object.values(status.failures).map(({ count }) => count);
  return counts.reduce((sum, count) => sum + count, status.spool.events);
}
