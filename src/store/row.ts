import type { SqlRow } from './connection.ts';

/** Columns of our own schema have known types; anything else means the file is not ours. */
function wrongColumn(name: string, value: unknown): never {
  throw new TypeError(`column ${name} holds ${typeof value}`);
}

export function text(row: SqlRow, name: string): string {
  const value = row[name];
  return typeof value === 'string' ? value : wrongColumn(name, value);
}

export function integer(row: SqlRow, name: string): number {
  const value = row[name];
  return typeof value === 'number' || typeof value === 'bigint'
    ? Number(value)
    : wrongColumn(name, value);
}

export const textOrNull = (row: SqlRow, name: string): string | null =>
  row[name] == null ? null : text(row, name);

export const integerOrNull = (row: SqlRow, name: string): number | null =>
  row[name] == null ? null : integer(row, name);
