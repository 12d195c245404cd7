import { HANDOFF_HOST, type HandoffRecord } from '../core/auto-handoff.ts';
import { DESKTOP_VARIABLE, lacksDesktop } from '../hosts/claude/desktop-wish.ts';
import { type HandoffHooks, handoffHooks } from '../hosts/claude/handoff-hooks.ts';
import { claudeRegistrationOf } from '../hosts/claude/registration-state.ts';
import { type HandoffConfig, readHandoffConfig } from '../platform/auto-handoff-config.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { currentHandoffs } from './auto-handoff-status.ts';
import { asIs, type Finding, failed, warned } from './doctor-check.ts';

/** Auto-handoff as it stands, and what is wrong with it. */
export interface AutoHandoffState {
  /** Null: a file that says neither on nor off. */
  readonly config: HandoffConfig | null;
  readonly registered: boolean;
  /** The oldest request first. */
  readonly handoffs: readonly HandoffRecord[];
  readonly faults: readonly Finding[];
}

const ID = 'auto-handoff';

/** Reads only. */
export function autoHandoffState(environment: Environment): AutoHandoffState {
  const layout = dataLayout(environment.dataDirectory);
  const read = readHandoffConfig(layout);
  const config = read.ok ? read.value : null;
  const hooks = handoffHooks(environment);
  const handoffs = currentHandoffs(layout, environment.now());
  return {
    config,
    registered: hooks.registered,
    handoffs,
    faults: [
      ...(config === null
        ? [
            failed(
              ID,
              (words) => words.autoHandoff.invalid(layout.handoffConfig),
              (words) => words.autoHandoff.repair,
            ),
          ]
        : hookFaults(config, hooks, environment)),
      ...troubles(handoffs, environment.now()),
      ...(config?.enabled ? desktopFaults(handoffs, environment) : []),
    ],
  };
}

/** Hooks of another memory are another one's matter, and what cannot be read is told of the host. */
function hookFaults(
  { enabled }: HandoffConfig,
  { registered, some, installed, problem }: HandoffHooks,
  environment: Environment,
): readonly Finding[] {
  const { dataDirectory } = claudeRegistrationOf(environment);
  const isElsewhere = dataDirectory !== null && dataDirectory !== environment.dataDirectory;
  if (isElsewhere || problem !== null) return [];
  if (enabled && !registered) {
    const todo = installed ? 'auto-handoff enable' : `install --host ${HANDOFF_HOST}`;
    return [failed(ID, (words) => words.autoHandoff.hooksMissing, asIs(todo))];
  }
  return !enabled && some
    ? [warned(ID, (words) => words.autoHandoff.hooksLeft, asIs('auto-handoff disable'))]
    : [];
}

const DAY_MS = 86_400_000;

/** Of a record that nothing removes the news is old after a day. */
function troubles(handoffs: readonly HandoffRecord[], now: number): readonly Finding[] {
  const recent = handoffs.filter((record) => isTrouble(record) && now - record.updatedAt < DAY_MS);
  if (recent.length === 0) return [];
  const codes = [...new Set(recent.flatMap(({ error }) => error ?? []))];
  return [
    warned(
      `${ID}-sessions`,
      (words) => words.autoHandoff.trouble(recent.length, codes),
      (words) => words.autoHandoff.lookAtThem,
    ),
  ];
}

const isTrouble = ({ state }: HandoffRecord): boolean =>
  state === 'failed' || state === 'unknown' || state === 'withdrawn';

/** What a user asked for who wants successors in the desktop application. */
function desktopFaults(
  handoffs: readonly HandoffRecord[],
  environment: Environment,
): readonly Finding[] {
  const id = `${ID}-desktop`;
  if (lacksDesktop(environment))
    return [warned(id, (words) => words.autoHandoff.noDesktop(DESKTOP_VARIABLE))];
  const failed = handoffs.filter(
    ({ desktop, updatedAt }) =>
      desktop.state === 'failed' && environment.now() - updatedAt < DAY_MS,
  );
  if (failed.length === 0) return [];
  const codes = [...new Set(failed.flatMap(({ desktop }) => desktop.error ?? []))];
  return [
    warned(
      id,
      (words) => words.autoHandoff.desktopTrouble(failed.length, codes),
      (words) => words.autoHandoff.attachThem,
    ),
  ];
}
