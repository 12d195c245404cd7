const KATAKANA = /[\u30a1-\u30fc]/;
const OUTSIDE_ASCII = /[^\p{ASCII}]/u;

/**
 * The ways a word may stand in a text, for a comparison that only knows the letter case of ASCII:
 * letters whole or with their marks apart (as file names of macOS are), Hangul as syllables or in
 * parts, katakana also of half width; small, capital and with a capital first letter. Not: a text that
 * mixes these within the word.
 * @returns one for a word of ASCII alone
 */
export function writtenForms(word: string): readonly string[] {
  if (!OUTSIDE_ASCII.test(word)) return [word];
  const cased = [word, word.toLowerCase(), word.toUpperCase(), capitalized(word)];
  const forms = cased.flatMap((form) => [form, form.normalize('NFC'), form.normalize('NFD')]);
  const half = KATAKANA.test(word.normalize('NFKC')) ? [halfWidth(word)] : [];
  return [...new Set([...forms, ...half])];
}

function capitalized(word: string): string {
  const [first = '', ...rest] = word.toLowerCase();
  return first.toUpperCase() + rest.join('');
}

/** A voiced sound is two characters of half width. */
function halfWidth(word: string): string {
  const halves = new Map<string, string>();
  for (let code = 0xff66; code <= 0xff9f; code += 1) {
    const half = String.fromCodePoint(code);
    halves.set(half.normalize('NFKC'), half);
  }
  const parts = [...word.normalize('NFKC')].map((character) =>
    KATAKANA.test(character) ? character.normalize('NFD') : character,
  );
  return [...parts.join('')].map((part) => halves.get(part) ?? part).join('');
}
