import { HOSTS, type Host } from '../core/session.ts';
import { eventsOf, type HookFormat } from '../hosts/hook-format.ts';
import type { HookTrust, RegistrationHost, RegistrationState } from '../hosts/registration-host.ts';
import { registrationHosts } from '../hosts/registration-hosts.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { lastFailureOf } from '../platform/failures.ts';
import type { LastDelivery } from '../store/deliveries.ts';
import type { HostTotals } from '../store/totals.ts';
import { deliveryFault } from './delivery-text.ts';
import { isoTime } from './iso-time.ts';
import { isHere } from './registration-options.ts';
import { reviewText, trustText } from './trust-text.ts';
import type { Words } from './words.ts';

export interface HostStatus {
  /** The host is there: its directory exists. */
  readonly found: boolean;
  /** Every hook that is needed is in its settings. */
  readonly registered: boolean;
  /** The events that have a hook of ours. */
  readonly events: readonly string[];
  /** In how many blocks a memory may come (`install --pages`); 0 where nothing is registered. */
  readonly pages: number;
  /** Its agent looks things up in the memory without a question (`install --allow-recall`). */
  readonly recallAllowed: boolean;
  /** Whether the host will run the hooks; null where nothing is registered. */
  readonly trusted: boolean | null;
  /** Hook by hook, where the host asks its user before it runs one; else empty. */
  readonly hooks: readonly HookTrust[];
  /** The Node product of the same name is registered too: ours then only captures. */
  readonly captureOnly: boolean;
  /** Settings files that the host will not read, or that we cannot; what the host did not pass on. */
  readonly problems: readonly string[];
  readonly sessions: number;
  readonly turns: number;
  readonly lastCaptureAt: string | null;
  readonly lastDeliveryAt: string | null;
  /** What a model was given last, and what the host says that it received; null before the first. */
  readonly lastDelivery: DeliveryStatus | null;
  readonly lastFailure: { readonly code: string; readonly at: string } | null;
}

/** `at`: when it was proven to have arrived; of one that the host dropped, when it was offered. */
type DeliveryStatus = Omit<LastDelivery, 'at'> & { readonly at: string };

const NO_TURNS: HostTotals = {
  sessions: 0,
  turns: 0,
  lastCaptureAt: null,
  lastDeliveryAt: null,
  lastDelivery: null,
};

/**
 * @param counted in the order of `HOSTS`; undefined where there is no memory
 * @param words in which the problems are told
 */
export function hostStatuses(
  environment: Environment,
  layout: DataLayout,
  counted: readonly HostTotals[] | undefined,
  words: Words,
): Readonly<Record<Host, HostStatus>> {
  const entries = HOSTS.map((host, index) => {
    const totals = counted?.[index] ?? NO_TURNS;
    const { problems, ...registered } = registration(host, environment, words);
    const status: HostStatus = {
      ...registered,
      problems: [...problems, ...deliveryProblems(host, totals.lastDelivery, words)],
      ...totals,
      lastCaptureAt: isoTime(totals.lastCaptureAt),
      lastDeliveryAt: isoTime(totals.lastDeliveryAt),
      lastDelivery: deliveryStatus(totals.lastDelivery),
      lastFailure: lastFailureOf(layout, host),
    };
    return [host, status] as const;
  });
  return Object.fromEntries(entries) as Record<Host, HostStatus>;
}

function deliveryProblems(
  host: Host,
  delivery: LastDelivery | null,
  words: Words,
): readonly string[] {
  const fault = delivery && deliveryFault(registrationHosts[host].title, delivery);
  return fault === null ? [] : [words.facts.withTodo(fault.text(words), fault.todo(words))];
}

const deliveryStatus = (delivery: LastDelivery | null): DeliveryStatus | null =>
  delivery && { ...delivery, at: new Date(delivery.at).toISOString() };

function registration(
  host: Host,
  environment: Environment,
  words: Words,
): Omit<HostStatus, keyof HostTotals | 'lastFailure'> {
  const side = registrationHosts[host];
  const state = side.state(environment);
  const {
    registered,
    events,
    pages,
    recallAllowed,
    disabled,
    stopped = false,
    original,
    ignored,
    trust = [],
  } = state;
  const runs = !disabled && !stopped && ignored.length === 0 && trust.every(isTrusted);
  return {
    found: isHere(side, environment),
    registered,
    events,
    pages,
    recallAllowed,
    trusted: registered ? runs : null,
    hooks: trust,
    captureOnly: original,
    problems: registrationProblems(side, state, environment, words),
  };
}

/** Of a registration that somebody took a part out of. */
function missingEvents(
  { registered, events }: RegistrationState,
  format: HookFormat,
  { status }: Words,
): readonly string[] {
  if (registered || events.length === 0) return [];
  const missing = eventsOf(format).filter((event) => !events.includes(event));
  return [status.missingEvents(events, missing)];
}

const isTrusted = ({ trust }: HookTrust): boolean => trust === 'trusted';

function registrationProblems(
  { title, format }: RegistrationHost,
  state: RegistrationState,
  environment: Environment,
  words: Words,
): readonly string[] {
  const { facts, install, status } = words;
  const { problem, ignored, disabled, disabledBy, dataDirectory, silencing, trust = [] } = state;
  const elsewhere = dataDirectory !== null && dataDirectory !== environment.dataDirectory;
  const waiting = disabled ? [] : trust.filter((hook) => !isTrusted(hook));
  return [
    ...(problem === null ? [] : [install.fileFault(problem)]),
    ...missingEvents(state, format, words),
    ...(silencing === null ? [] : [status.silencing(install.silencing(title, silencing))]),
    ...(disabledBy ? [status.disabledBy(title, disabledBy.setting, disabledBy.file)] : []),
    ...ignored.map(({ path, fault }) =>
      facts.ignoresFile(title, path, install.fault(title, fault)),
    ),
    ...(waiting.length === 0
      ? []
      : [facts.withTodo(trustText(title, waiting)(words), reviewText(title, waiting)(words))]),
    ...(elsewhere ? [status.memoryElsewhere(dataDirectory)] : []),
  ];
}
