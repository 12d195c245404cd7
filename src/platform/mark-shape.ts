import { isRecord } from '../core/record.ts';
import type { ProcessIdentity } from './process-identity.ts';

/**
 * Whether the content of a mark is what this version writes. Another version may have written it
 * otherwise; one mark that cannot be used must not stop the hooks of every session.
 */
type Shape = (value: unknown) => boolean;

const isText: Shape = (value) => typeof value === 'string';
const isTextOrNull: Shape = (value) => value === null || isText(value);
const isNumber: Shape = (value) => Number.isFinite(value);
const orNull =
  (shape: Shape): Shape =>
  (value) =>
    value === null || shape(value);
const withFields =
  (fields: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    isRecord(value) && Object.entries(fields).every(([name, shape]) => shape(value[name]));

const isProcess = withFields({
  pid: isNumber,
  startTime: isText,
  bootId: isText,
  pidNamespace: isText,
  hostName: isText,
});

export const isProcessIdentity = (value: unknown): value is ProcessIdentity => isProcess(value);

const place = { root: isText, directory: isText };

export const isPendingHandoff = withFields({
  ...place,
  bornAt: isNumber,
  source: isText,
  predecessor: isTextOrNull,
  offer: orNull(withFields({ mark: isText, promptId: isTextOrNull, at: isNumber })),
});

export const isDecision = withFields({ ...place, what: isText, at: isNumber });

export const isOpenMark = withFields({
  ...place,
  session: isText,
  promptId: isTextOrNull,
  promptHash: isText,
  at: isNumber,
  transcriptPath: isTextOrNull,
  process: orNull(isProcess),
});

export const isWindowSession = withFields({
  session: isText,
  transcriptPath: isTextOrNull,
  at: isNumber,
});
