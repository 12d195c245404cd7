import {
  type DesktopMove,
  type HandoffReceipt,
  type HandoffRecord,
  isDesktopState,
  isHandoffState,
} from '../core/auto-handoff.ts';
import { isRecord } from '../core/record.ts';
import {
  isFiniteNumber,
  isString,
  isStringOrNull,
  listOf,
  orNull,
  type Shape,
  withFields,
} from '../core/value-shape.ts';
import { isProcessIdentity } from './mark-shape.ts';

const timedText = orNull(withFields({ text: isString, at: orNull(isFiniteNumber) }));
const toolCall = withFields({ name: isString, target: isStringOrNull });
const step: Shape = (value) =>
  isRecord(value) &&
  (value.kind === 'text'
    ? isString(value.text)
    : value.kind === 'tool' && typeof value.failed === 'boolean' && toolCall(value));

const inFlight = withFields({
  request: timedText,
  lastWords: timedText,
  steps: listOf(step),
  earlier: orNull(
    withFields({
      texts: isFiniteNumber,
      tools: (value) => isRecord(value) && Object.values(value).every(isFiniteNumber),
    }),
  ),
  stoppedTools: listOf(toolCall),
  stoppedToolCount: isFiniteNumber,
  prompts: listOf(isString),
});

const isBoolean: Shape = (value) => typeof value === 'boolean';

const record = withFields({
  id: isString,
  source: isString,
  directory: isString,
  transcriptPath: isStringOrNull,
  state: isHandoffState,
  error: isStringOrNull,
  requestedAt: isFiniteNumber,
  updatedAt: isFiniteNumber,
  failures: isFiniteNumber,
  stopped: orNull(withFields({ by: isString, at: isFiniteNumber, toolUseId: isStringOrNull })),
  settings: withFields({
    model: isStringOrNull,
    effort: isStringOrNull,
    permissionMode: isStringOrNull,
  }),
  worker: orNull(isProcessIdentity),
  inFlight: orNull(inFlight),
  turn: orNull(isFiniteNumber),
  successor: orNull(withFields({ shortId: isStringOrNull, session: isStringOrNull })),
  acceptedAt: orNull(isFiniteNumber),
  remoteControl: withFields({ wanted: isBoolean, state: isStringOrNull }),
  desktop: withFields({
    wanted: isBoolean,
    state: orNull(isDesktopState),
    error: isStringOrNull,
    openedAt: orNull(isFiniteNumber),
  }),
});

const UNWANTED: DesktopMove = { wanted: false, state: null, error: null, openedAt: null };

const isHandoffRecord = (value: unknown): value is HandoffRecord => record(value);

/** What a file holds; null where this version does not write such. Who never asked for the desktop does not want it. */
export function handoffRecordOf(value: unknown): HandoffRecord | null {
  const whole = isRecord(value) ? { desktop: UNWANTED, ...value } : value;
  return isHandoffRecord(whole) ? whole : null;
}

const receipt = withFields({ id: isString, successor: isString, at: isFiniteNumber });

export const isHandoffReceipt = (value: unknown): value is HandoffReceipt => receipt(value);
