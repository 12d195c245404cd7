import { wellFormed } from '../clip.ts';
import type { Language } from '../language.ts';
import { type HandoffContextText, handoffContextEn } from '../text/handoff-context-en.ts';
import { handoffContextJa } from '../text/handoff-context-ja.ts';
import { asData } from './fence.ts';
import { oneLine } from './quotation.ts';

/** What a launcher adds to a memory. */
export interface SupplementSection {
  readonly title: string;
  readonly content: string;
}

/** The words of a launcher's text in a language. */
export const handoffContextText = (language: Language): HandoffContextText =>
  language === 'ja' ? handoffContextJa : handoffContextEn;

const PAST = '\n<throughline-past>\n';

/** An injection with one more line of guidance before the conversation; its length grows by the line and 1. */
export function withGuidance(injection: string, line: string): string {
  /* Stored text cannot hold the tag, and our words before it do not: the first is where the past begins. */
  return injection.replace(PAST, () => `\n${line}${PAST}`);
}

/** What stands before the memory. It can be taken for no part of a memory. */
export function renderSupplement(
  sections: readonly SupplementSection[],
  language: Language,
): string {
  const parts = sections.flatMap(({ title, content }) => [
    `### ${whole(oneLine(title))}`,
    whole(content),
  ]);
  return wellFormed([handoffContextText(language).supplement, ...parts].join('\n'));
}

const whole = (text: string): string => asData(text, text.length);
