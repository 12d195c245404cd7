import type { HookTrust } from '../hosts/registration-host.ts';

const WORDS: Readonly<Record<HookTrust['trust'], string>> = {
  trusted: 'trusted',
  untrusted: 'not trusted yet',
  changed: 'changed since it was trusted',
  disabled: 'disabled',
};

/** `Codex does not run SessionStart, Stop (not trusted yet); Interrupt (disabled)`. */
export function trustText(title: string, hooks: readonly HookTrust[]): string {
  const said = [...new Set(hooks.map(({ trust }) => trust))].map((trust) => {
    const events = hooks.filter((hook) => hook.trust === trust).map(({ event }) => event);
    return `${events.join(', ')} (${WORDS[trust]})`;
  });
  return `${title} does not run ${said.join('; ')}`;
}

/** What to do about it. */
export const reviewText = (title: string): string => `open ${title}, type /hooks, press t at ours`;
