import type { Host } from '../core/session.ts';
import { registrationHosts } from '../hosts/registration-hosts.ts';
import type { ReadMemory } from '../memory/memory-access.ts';
import { lastDelivery } from '../store/deliveries.ts';
import { deliveryFault, deliveryText } from './delivery-text.ts';
import { type Check, failed, passed, span } from './doctor-check.ts';

/** Whether what a host was given last reached its model; nothing before the first time. */
export function deliveryChecks(host: Host, read: ReadMemory, now: number): readonly Check[] {
  const last = read((db) => lastDelivery(db, host)) ?? null;
  if (last === null) return [];
  const id = `${host}-delivery`;
  const when = `${span(now - last.at)} ago: ${deliveryText(last)}`;
  const fault = deliveryFault(registrationHosts[host].title, last);
  if (fault === null) return [passed(id, `given ${when}`)];
  return [failed(id, `${fault.text}, ${when}`, fault.todo)];
}
