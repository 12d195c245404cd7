/** `characters`: UTF-16 code units, as JavaScript hosts count; `bytes`: UTF-8 bytes. */
export type BudgetUnit = 'characters' | 'bytes';

/** How long a text may be for its reader, counted as that reader counts. */
export interface Budget {
  readonly unit: BudgetUnit;
  readonly limit: number;
}

/** Size of a text in the unit; a lone surrogate counts as the U+FFFD that it becomes on the way out. */
export const sizeIn = (unit: BudgetUnit, text: string): number =>
  unit === 'characters' ? text.length : utf8Length(text);

function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isPair(text, index)) {
      bytes += 4;
      index += 1;
    } else if (code < 0x80) bytes += 1;
    else bytes += code < 0x800 ? 2 : 3;
  }
  return bytes;
}

/** Whether one code point of two UTF-16 units begins at `at`. False outside the text. */
export const isPair = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
