import { readFileSync, writeFileSync } from 'node:fs';

const BEGIN = '<!-- measured by npm run bench -- --write: do not edit -->';
const END = '<!-- end of what was measured -->';

/**
 * Replaces the measured part of the document.
 * @throws {Error} when the document has no such part
 */
export function writeMeasured(path: string, text: string): void {
  const document = readFileSync(path, 'utf8');
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`${path} has no place for what was measured`);
  const before = document.slice(0, begin + BEGIN.length);
  writeFileSync(path, `${before}\n\n${text}\n${document.slice(end)}`);
}
