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
