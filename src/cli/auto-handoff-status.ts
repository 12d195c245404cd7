import type { HandoffRecord } from '../core/auto-handoff.ts';
import { HANDOFF_HOST } from '../core/auto-handoff.ts';
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
  return {
    text: [
      wordsIn(environment.locale).autoHandoff.summary({ ...config, registered }),
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

const lineOf = ({ id, source, state, error, successor }: HandoffRecord): string =>
  [
    id,
    state,
    ...(error === null ? [] : [error]),
    source,
    ...(successor?.shortId ? [`claude attach ${successor.shortId}`] : []),
  ].join('  ');

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
  remote_control_state: record.remoteControl.wanted
    ? (record.remoteControl.state ?? 'waiting')
    : null,
  requested_at: isoTime(record.requestedAt),
  updated_at: isoTime(record.updatedAt),
});
