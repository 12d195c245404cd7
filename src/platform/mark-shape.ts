import type { ProcessIdentity } from '../core/process-identity.ts';
import {
  isFiniteNumber,
  isString,
  isStringOrNull,
  orNull,
  withFields,
} from '../core/value-shape.ts';

/*
 * Whether the content of a mark is what this version writes. Another version may have written it
 * otherwise; one mark that cannot be used must not stop the hooks of every session.
 */

const isProcess = withFields({
  pid: isFiniteNumber,
  startTime: isString,
  bootId: isString,
  pidNamespace: isString,
  hostName: isString,
});

export const isProcessIdentity = (value: unknown): value is ProcessIdentity => isProcess(value);

const place = { root: isString, directory: isString };

export const isPendingHandoff = withFields({
  ...place,
  bornAt: isFiniteNumber,
  source: isString,
  predecessor: isStringOrNull,
  offer: orNull(withFields({ mark: isString, promptId: isStringOrNull, at: isFiniteNumber })),
  handoff: (value) => value === undefined || isString(value),
});

export const isDecision = withFields({ ...place, what: isString, at: isFiniteNumber });

export const isOpenMark = withFields({
  ...place,
  session: isString,
  promptId: isStringOrNull,
  promptHash: isString,
  at: isFiniteNumber,
  transcriptPath: isStringOrNull,
  process: orNull(isProcess),
});

export const isWindowSession = withFields({
  session: isString,
  transcriptPath: isStringOrNull,
  at: isFiniteNumber,
});
