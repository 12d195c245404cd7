// biome-ignore-start lint/suspicious/noControlCharactersInRegex: they are what is removed
/** OSC (ended by BEL or ST), then DCS, SOS, PM and APC (ended by ST). */
const ESCAPED_STRING = /\u001b(?:\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[PX^_][^\u001b]*\u001b\\)/g;
/** CSI, then the escape sequences of two or more bytes (ECMA-48). */
const ESCAPE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[ -/]*[0-~])/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: end of the list

/** Text as a person sees it in a terminal: no escape sequences, of an overwritten line its last state. */
export function plainText(text: string): string {
  const plain = text.includes('\u001b')
    ? text.replace(ESCAPED_STRING, '').replace(ESCAPE, '')
    : text;
  if (!plain.includes('\r')) return plain;
  return plain.replaceAll('\r\n', '\n').split('\n').map(lastState).join('\n');
}

const lastState = (line: string): string =>
  line.includes('\r') ? (line.split('\r').findLast((part) => part !== '') ?? '') : line;
