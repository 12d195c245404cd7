import type { HookTrust } from '../hosts/registration-host.ts';

const WORDS: Readonly<Record<HookTrust['trust'], string>> = {
  trusted: 'trusted',
  untrusted: 'not trusted yet',
  changed: 'changed since it was trusted',
  disabled: 'turned off',
};

/** `Codex does not run SessionStart, Stop (not trusted yet); Interrupt (turned off)`. */
export function trustText(title: string, hooks: readonly HookTrust[]): string {
  const said = [...new Set(hooks.map(({ trust }) => trust))].map((trust) => {
    const events = hooks.filter((hook) => hook.trust === trust).map(({ event }) => event);
    return `${eachOnce(events).join(', ')} (${WORDS[trust]})`;
  });
  return `${title} does not run ${said.join('; ')}`;
}

/** An event that carries a memory may have several of ours (`install --pages`): `2 x Stop`. */
const eachOnce = (events: readonly string[]): readonly string[] =>
  [...new Set(events)].map((event) => {
    const count = events.filter((other) => other === event).length;
    return count === 1 ? event : `${count} x ${event}`;
  });

/** What to do about it. In the first list `t` would trust every hook of everybody. */
export function reviewText(title: string, hooks: readonly HookTrust[]): string {
  const isOff = hooks.some(({ trust }) => trust === 'disabled');
  const isUnseen = hooks.some(({ trust }) => trust === 'untrusted' || trust === 'changed');
  const keys = [
    ...(isUnseen ? ['and t trusts it'] : []),
    ...(isOff ? ['and the space bar turns it on'] : []),
  ];
  return `open ${title}, type /hooks, open each of these events with Enter, move to the line whose command is throughline-bin, ${keys.join(', ')}`;
}
