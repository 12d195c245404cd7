/** Characters that neither PowerShell nor cmd.exe nor Git Bash gives a meaning to; `/` parts directories. */
const PLAIN = /^[\p{L}\p{M}\p{N}_:./-]+$/u;
/** Outside quotes, these start something else than a word. */
const TOKEN = /^(?:'((?:[^']|'')*)'|"([^"]*)"|([^\s'"|&;<>()`]+))/;
/** A program by its drive, PowerShell's call operator, or a shell of Windows. */
const WINDOWS = /^(?:&\s|["']?[A-Za-z]:[\\/]|["']?\\\\|cmd(?:\.exe)?\s)/i;
/** What has to precede the program for PowerShell, or for any shell. */
const PREFIX = /^(?:&\s+|cmd(?:\.exe)?\s+(?:\/[a-z]\s+)*\/c\s+)/i;

/**
 * A simple command as PowerShell takes it. Slashes part the program's directories, so that a path
 * without special characters is read by Git Bash as well.
 */
export function powershellCommand([program = '', ...args]: readonly string[]): string {
  const path = program.replaceAll('\\', '/');
  const words = [path, ...args].map((word) =>
    PLAIN.test(word) ? word : `'${word.replaceAll("'", "''")}'`,
  );
  return `${PLAIN.test(path) ? '' : '& '}${words.join(' ')}`;
}

/** Letters of a path that cmd.exe and PowerShell leave alone between double quotes. */
const QUOTABLE = /^[\p{L}\p{M}\p{N}_:.\\ -]+$/u;

/**
 * A simple command for a runner that is cmd.exe or PowerShell, nobody knows which: a quoted program
 * is one for cmd.exe and a mere string for PowerShell, so cmd.exe is asked to start it. What that
 * cannot take (its /c keeps one pair of quotes at most) is written for PowerShell.
 */
export function windowsCommand([program = '', ...args]: readonly string[]): string {
  const isPlain = (word: string): boolean => PLAIN.test(word.replaceAll('\\', '/'));
  if (!QUOTABLE.test(program) || !args.every(isPlain)) return powershellCommand([program, ...args]);
  const line = (start: string): string => [start, ...args].join(' ');
  return isPlain(program) ? line(program) : `cmd.exe /d /c ${line(`"${program}"`)}`;
}

export const isWindowsCommand = (line: string): boolean => WINDOWS.test(line);

/**
 * The words of a simple command line of Windows, without the call operator or `cmd /c` before it;
 * null when it is more than that. A backslash is a letter.
 */
export function splitWindowsWords(line: string): readonly string[] | null {
  const words: string[] = [];
  let rest = line.trim().replace(PREFIX, '');
  let word: string | null = null;
  while (rest !== '') {
    const token = TOKEN.exec(rest);
    if (!token) return null;
    const [whole, single, double, bare] = token;
    word = (word ?? '') + (single?.replaceAll("''", "'") ?? double ?? bare ?? '');
    rest = rest.slice(whole.length);
    if (rest !== '' && !/^\s/.test(rest)) continue;
    words.push(word);
    word = null;
    rest = rest.trimStart();
  }
  return words;
}
