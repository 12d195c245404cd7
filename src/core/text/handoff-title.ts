import type { Language } from '../language.ts';

/** How the title of a successor is put together. */
export interface HandoffTitleText {
  /** Between the folder and what the conversation is about. */
  readonly separator: string;
  readonly suffix: string;
}

export const handoffTitleText: Readonly<Record<Language, HandoffTitleText>> = {
  en: { separator: ' | ', suffix: ' (auto-handoff)' },
  /* As the Node product of the same name writes it. */
  ja: { separator: '｜', suffix: '（自動引き継ぎ）' },
};

/** In front of the title of a conversation that the Node product has handed over. */
export const DONE_MARK = '【引き継ぎ済み】';
