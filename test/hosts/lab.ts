import { type ClaudeCode, claudeOn } from './claude-code.ts';
import { type Machine, openMachine } from './machine.ts';

/** A machine on which Claude Code is the only host. */
export type Lab = Omit<Machine, 'install' | 'headless'> & ClaudeCode & { install(): Promise<void> };

/** @param options.settings what the user's settings.json holds before */
export async function openLab(
  claude: string,
  options: { readonly settings?: string } = {},
): Promise<Lab> {
  const machine = await openMachine();
  const host = claudeOn(machine, claude, options.settings);
  return { ...machine, ...host, install: () => machine.install('claude') };
}
