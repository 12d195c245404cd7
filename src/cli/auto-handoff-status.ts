import type { HandoffRecord } from '../core/auto-handoff.ts';
import { HANDOFF_HOST } from '../core/auto-handoff.ts';
import { DESKTOP_VARIABLE, lacksDesktop } from '../hosts/claude/desktop-wish.ts';
import { handoffHooks } from '../hosts/claude/handoff-hooks.ts';
import { type DataLayout, dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { listHandoffs } from '../platform/handoff-records.ts';
import { currentHandoff } from '../platform/handoff-state.ts';
import { projectRoot } from '../platform/project.ts';
import type { HandoffWords } from './auto-handoff.ts';
import { configObject, handoffConfig } from './auto-handoff-config.ts';
import type { CommandResult } from './command.ts';
import { isoTime } from './iso-time.ts';
import { wordsIn } from './words.ts';

/** What is on, and what was handed over. Creates nothing. */
export function statusOf(words: HandoffWords, environment: Environment): CommandResult {
  const layout = dataLayout(environment.dataDirectory);
  const config = handoffConfig(layout);
  const { registered } = handoffHooks(environment);
  const handoffs = currentHandoffs(layout, environment.now()).filter((record) =>
    isAsked(record, words, environment),
  );
  const { summary, noDesktop } = wordsIn(environment.locale).autoHandoff;
  return {
    text: [
      summary({ ...config, registered }),
      ...(lacksDesktop(environment) ? [noDesktop(DESKTOP_VARIABLE)] : []),
      ...handoffs.map(lineOf),
    ].join('\n'),
    json: {
      schema: 'throughline.auto-handoff.v1',
      host: HANDOFF_HOST,
      config: configObject(config),
      hooks: { registered },
      handoffs: handoffs.map(publicRecord),
    },
  };
}

/** As they stand now, the oldest request first. */
export const currentHandoffs = (layout: DataLayout, now: number): readonly HandoffRecord[] =>
  listHandoffs(layout)
    .map(({ source }) => currentHandoff(layout, source, now))
    .filter((record) => record !== null);

function isAsked(
  { id, source, directory }: HandoffRecord,
  { project, operation }: HandoffWords,
  { home }: Environment,
): boolean {
  if (operation !== null) return id === operation || source === operation;
  return project === null || projectRoot(directory, home) === projectRoot(project, home);
}

const lineOf = ({ id, source, state, error, successor, desktop }: HandoffRecord): string =>
  [
    id,
    state,
    ...(error === null ? [] : [error]),
    source,
    ...(successor?.shortId ? [`claude attach ${successor.shortId}`] : []),
    ...(desktop.wanted ? [`desktop ${stateOf(desktop)}`] : []),
    ...(desktop.error === null ? [] : [desktop.error]),
  ].join('  ');

interface Wish {
  readonly wanted: boolean;
  readonly state: string | null;
}

/** Null where nobody asked for it. */
const stateOf = ({ wanted, state }: Wish): string | null => (wanted ? (state ?? 'waiting') : null);

/** Never what was said, nor where it is kept. */
const publicRecord = (record: HandoffRecord) => ({
  handoff_id: record.id,
  source_session_id: record.source,
  project_path: record.directory,
  state: record.state,
  error_code: record.error,
  successor_session_id: record.successor?.session ?? null,
  successor_short_id: record.successor?.shortId ?? null,
  in_flight_captured: record.turn !== null,
  desktop_state: stateOf(record.desktop),
  desktop_error_code: record.desktop.error,
  remote_control_state: stateOf(record.remoteControl),
  requested_at: isoTime(record.requestedAt),
  updated_at: isoTime(record.updatedAt),
});
