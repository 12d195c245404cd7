import type { HookTrust } from '../hosts/registration-host.ts';
import type { Said } from './words.ts';

/** `Codex does not run SessionStart, Stop (not trusted yet); Interrupt (turned off)`. */
export function trustText(title: string, hooks: readonly HookTrust[]): Said {
  const waiting = [...new Set(hooks.map(({ trust }) => trust))].map((trust) => {
    const events = hooks.filter((hook) => hook.trust === trust).map(({ event }) => event);
    return { trust, events: eachOnce(events) };
  });
  return ({ facts }) => facts.notRun(title, waiting);
}

/** An event that carries a memory may have several of ours (`install --pages`): `2 x Stop`. */
const eachOnce = (events: readonly string[]): readonly string[] =>
  [...new Set(events)].map((event) => {
    const count = events.filter((other) => other === event).length;
    return count === 1 ? event : `${count} x ${event}`;
  });

/** What to do about it. */
export const reviewText =
  (title: string, hooks: readonly HookTrust[]): Said =>
  ({ facts }) =>
    facts.review(title, {
      isOff: hooks.some(({ trust }) => trust === 'disabled'),
      isUnseen: hooks.some(({ trust }) => trust === 'untrusted' || trust === 'changed'),
    });
