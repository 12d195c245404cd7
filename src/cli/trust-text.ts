import type { HookTrust } from '../hosts/registration-host.ts';

const WORDS: Readonly<Record<HookTrust['trust'], string>> = {
  trusted: 'trusted',
  untrusted: 'not trusted yet',
  changed: 'changed since it was trusted',
  disabled: 'disabled',
};

/** `Codex does not run SessionStart (not trusted yet), Stop (disabled)`. */
export const trustText = (title: string, hooks: readonly HookTrust[]): string =>
  `${title} does not run ${hooks.map(({ event, trust }) => `${event} (${WORDS[trust]})`).join(', ')}`;

/** What to do about it. */
export const reviewText = (title: string): string => `open ${title}, type /hooks, press t at ours`;
