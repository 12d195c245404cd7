import { HANDOFF_HOST } from '../core/auto-handoff.ts';
import { sessionRef } from '../core/session.ts';
import { dataLayout } from '../platform/data-layout.ts';
import { DETACHED, type DetachedWord } from '../platform/detached-words.ts';
import type { Environment } from '../platform/environment.ts';
import { countFailure, describeError } from '../platform/failures.ts';
import type { HookContext } from './hook-context.ts';
import { unavailability } from './store-failure.ts';
import type { RunMaintenance } from './store-job.ts';

/** What a process of its own may load. */
export interface DetachedLoaders {
  readonly maintenance: () => Promise<RunMaintenance>;
  readonly handoffWorker: () => Promise<(context: HookContext, source: string) => Promise<void>>;
  readonly handoffWatch: () => Promise<
    (context: HookContext, source: string, from: number) => void
  >;
  readonly handoffDesktop: () => Promise<
    (context: HookContext, source: string, transcript: string) => void
  >;
}

/**
 * Work that no hook may wait for; a hook has started this process for it.
 * @param words of the command line behind the first
 * @returns the exit code
 */
export async function runDetached(
  word: DetachedWord,
  words: readonly string[],
  environment: Environment,
  loaders: DetachedLoaders,
): Promise<0 | 1> {
  const context = { environment, layout: dataLayout(environment.dataDirectory) };
  try {
    await work(context, word, words, loaders);
    return 0;
  } catch (error) {
    const code = unavailability(error) ?? 'hook_failed';
    const about = { command: word, ...describeError(error) };
    countFailure(context.layout, code, about, environment.now());
    return 1;
  }
}

async function work(
  context: HookContext,
  word: DetachedWord,
  [name = '', last = '']: readonly string[],
  loaders: DetachedLoaders,
): Promise<void> {
  if (word === DETACHED.sweep) return (await loaders.maintenance())(context);
  const session = sessionRef(HANDOFF_HOST, name);
  if (!session.ok) return;
  const { id } = session.value;
  if (word === DETACHED.handoffWorker) return (await loaders.handoffWorker())(context, id);
  if (word === DETACHED.handoffDesktop) return (await loaders.handoffDesktop())(context, id, last);
  (await loaders.handoffWatch())(context, id, Number(last) || 0);
}
