/** Characters no POSIX shell gives a meaning to, wherever they stand in a word. */
const PLAIN = /^[A-Za-z0-9_@%+:,./-]+$/;
/** Unquoted, these end a word or start something else than one: the line is then no simple command. */
const OPERATOR = /[|&;<>()`#\n]/;

/**
 * One word as `sh` reads it back unchanged; quoted only when needed.
 * @internal exported for its test
 */
export const shellQuote = (word: string): string =>
  PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** A whole simple command for `sh -c`. */
export const shellCommand = (words: readonly string[]): string => words.map(shellQuote).join(' ');

/**
 * The words of a simple command line (quotes and backslashes resolved, variables left as they stand),
 * or null when it is more than that: a pipe, a list, a redirection, a substitution, an open quote.
 */
export function splitShellWords(line: string): readonly string[] | null {
  const words: string[] = [];
  let rest = behindBlanks(line);
  while (rest !== '') {
    const word = firstWord(rest);
    if (word === null) return null;
    words.push(word.value);
    rest = behindBlanks(rest.slice(word.length));
  }
  return words;
}

/** Only blanks part words: a line break would end the command. */
const behindBlanks = (text: string): string => text.replace(/^[ \t]+/, '');

interface Piece {
  readonly value: string;
  /** Characters of the line it took. */
  readonly length: number;
}

function firstWord(line: string): Piece | null {
  let value = '';
  let at = 0;
  while (at < line.length && !/[ \t]/.test(line.charAt(at))) {
    const piece = nextPiece(line.slice(at));
    if (piece === null) return null;
    value += piece.value;
    at += piece.length;
  }
  return { value, length: at };
}

function nextPiece(text: string): Piece | null {
  const quoted = /^'([^']*)'/.exec(text);
  if (quoted) return { value: quoted[1] ?? '', length: quoted[0].length };
  const double = /^"((?:[^"\\`]|\\[\s\S])*)"/.exec(text);
  if (double)
    return {
      value: (double[1] ?? '').replace(/\\(["\\$`])/g, '$1'),
      length: double[0].length,
    };
  const escaped = /^\\([\s\S])/.exec(text);
  if (escaped) return { value: escaped[1] ?? '', length: 2 };
  const head = text.charAt(0);
  return head === "'" || head === '"' || OPERATOR.test(head) ? null : { value: head, length: 1 };
}
