import type { Host } from '../core/session.ts';
import type { FactsText } from '../core/text/facts-en.ts';
import { registrationHosts } from '../hosts/registration-hosts.ts';
import type { ReadMemory } from '../memory/memory-access.ts';
import { lastDelivery } from '../store/deliveries.ts';
import { deliveryFault } from './delivery-text.ts';
import { type Finding, failed, passed } from './doctor-check.ts';
import type { Said } from './words.ts';

/** Whether what a host was given last reached its model; nothing before the first time. */
export function deliveryChecks(host: Host, read: ReadMemory, now: number): readonly Finding[] {
  const last = read((db) => lastDelivery(db, host)) ?? null;
  if (last === null) return [];
  const id = `${host}-delivery`;
  const { at } = last;
  const ago = (facts: FactsText): string => facts.ago(facts.span(now - at));
  const fault = deliveryFault(registrationHosts[host].title, last);
  if (fault === null)
    return [
      passed(id, ({ doctorHosts, facts }) => doctorHosts.given(ago(facts), facts.delivery(last))),
    ];
  const text: Said = (words) =>
    words.doctorHosts.notGiven(fault.text(words), ago(words.facts), words.facts.delivery(last));
  return [failed(id, text, fault.todo)];
}
