import { clipEnd } from '../clip.ts';
import type { Language } from '../language.ts';
import { type PromptWordText, promptWordsEn } from '../text/prompt-words-en.ts';
import { promptWordsJa } from '../text/prompt-words-ja.ts';
import { oneLine } from './quotation.ts';

/** Longest quotation of a word that is not known, in UTF-16 units. */
const LONGEST_QUOTE = 60;

/**
 * The answers to `/tl …` in a language.
 * @param tl how our command is typed in this host: `/tl`, in Codex `$tl`
 */
export function promptWordText(language: Language, tl: string): PromptWordText {
  const text = language === 'ja' ? promptWordsJa(tl) : promptWordsEn(tl);
  return { ...text, unknown: (input) => text.unknown({ text: quote(input.text) }) };
}

const quote = (text: string): string =>
  clipEnd(oneLine(text), LONGEST_QUOTE, 'characters', '\u2026');
