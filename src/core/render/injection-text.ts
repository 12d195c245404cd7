import type { Language } from '../language.ts';
import { type InjectionText, injectionEn } from '../text/injection-en.ts';
import { injectionJa } from '../text/injection-ja.ts';
import { type InterruptedText, interruptedEn } from '../text/interrupted-en.ts';
import { interruptedJa } from '../text/interrupted-ja.ts';

/** The frame's words in a language. */
export const injectionText = (language: Language): InjectionText =>
  language === 'ja' ? injectionJa : injectionEn;

/** The words around a turn that was stopped. */
export const interruptedText = (language: Language): InterruptedText =>
  language === 'ja' ? interruptedJa : interruptedEn;
