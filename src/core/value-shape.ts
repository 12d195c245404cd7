import { isRecord } from './record.ts';

export const isString = (value: unknown): value is string => typeof value === 'string';

export const isStringOrNull = (value: unknown): value is string | null =>
  value === null || isString(value);

/** A whole number, zero or more. */
export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

export const isListOf = <T>(
  value: unknown,
  isItem: (item: unknown) => item is T,
): value is readonly T[] => Array.isArray(value) && value.every(isItem);

/** Whether a value from outside is what this version knows. */
export type Shape = (value: unknown) => boolean;

export const isFiniteNumber: Shape = (value) => Number.isFinite(value);
export const orNull =
  (shape: Shape): Shape =>
  (value) =>
    value === null || shape(value);
export const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(shape);
export const withFields =
  (fields: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    isRecord(value) && Object.entries(fields).every(([name, shape]) => shape(value[name]));
