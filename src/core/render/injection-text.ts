import type { Language } from '../language.ts';
import { type InjectionText, injectionEn } from '../text/injection-en.ts';
import { injectionJa } from '../text/injection-ja.ts';

/** The frame's words in a language. */
export const injectionText = (language: Language): InjectionText =>
  language === 'ja' ? injectionJa : injectionEn;
