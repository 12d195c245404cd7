import { handoffContext } from '../../src/cli/handoff-context.ts';
import { latestSession } from '../../src/cli/latest-session.ts';
import type { Environment } from '../../src/platform/environment.ts';

/** What a command that other programs call answers to just these words; rejects as it fails. */
export async function runWords(
  name: 'handoff-context' | 'latest-session',
  words: readonly string[],
  environment: Environment,
): Promise<Readonly<Record<string, unknown>>> {
  const { readWords, run } = name === 'latest-session' ? latestSession : handoffContext;
  const { json } = await run([], readWords?.(words) ?? {}, environment);
  return json;
}
