import type { ContentFault, FileFault, Hindrance, SyntaxFault } from '../file-fault.ts';

/** Why a file was left as it is, and what to do about it. */
export const refusalEn = ({ file, fault }: FileFault): string =>
  fault.kind === 'access'
    ? HINDRANCES[fault.hindrance](file, fault.code)
    : `${file} was left unchanged: ${contentEn(fault)}. Correct it and run this again.`;

/** The same where nothing was to be done: `/p/hooks.json: it is not a JSON object`. */
export const fileFaultEn = ({ file, fault }: FileFault): string =>
  fault.kind === 'access'
    ? HINDRANCES[fault.hindrance](file, fault.code)
    : `${file}: ${contentEn(fault)}`;

function contentEn(fault: ContentFault): string {
  switch (fault.kind) {
    case 'syntax':
      return `it is not valid JSON (${SYNTAX[fault.fault]} in line ${fault.line})`;
    case 'deep':
      return 'it is not valid JSON (it is nested too deep)';
    case 'empty':
      return 'it is not valid JSON (it is empty)';
    case 'encoding':
      return 'it is not UTF-8 text';
    case 'toml':
      return `it is not valid TOML (${fault.reason})`;
    case 'object':
      return fault.key === null ? 'it is not a JSON object' : `"${fault.key}" is not an object`;
    case 'list':
      return `"${fault.key}" is not a list`;
    default:
      return fault satisfies never;
  }
}

const SYNTAX: Readonly<Record<SyntaxFault, string>> = {
  symbol: 'a word that is no value',
  number: 'a number that is none',
  name: 'a name in quotes is missing',
  value: 'a value is missing',
  colon: '":" is missing',
  comma: '"," is missing',
  brace: '"}" is missing',
  bracket: '"]" is missing',
  end: 'something stands behind the end',
  'open-comment': 'a comment without an end',
  'open-text': 'a text without an end',
  'open-number': 'a number without an end',
  escape: 'an escape that is none',
  character: 'a character that may not stand there',
  other: 'a fault',
};

const HINDRANCES: Readonly<Record<Hindrance, (file: string, code: string) => string>> = {
  circle: (file) => `${file} is a circle of links. Remove one of them.`,
  endless: (file) => `${file} is no file but a pipe or a device. Remove it.`,
  blocked: (file) => `${file} is no directory. Move it away, and run this again.`,
  changed: (file) => `${file} was changed by another program meanwhile. Run this again.`,
  busy: (file) => `${file} is held by another installation. Run this again.`,
  hidden: (file, code) => `${file} cannot be looked at (${code}). Check its permissions.`,
  unreadable: (file, code) =>
    `${file} cannot be read (${code}). Check its owner and its permissions.`,
  unwritable: (file, code) => `${file} cannot be written (${code}). Check its permissions.`,
  'place-is-link': (file) => `${file} is a link. Remove it, or install with --in-place.`,
  'place-is-directory': (file) => `${file} is a directory. Remove it, or install with --in-place.`,
  uncopied: (file, code) =>
    `The executable cannot be copied to ${file} (${code}). Check the permissions and the free space there.`,
};
