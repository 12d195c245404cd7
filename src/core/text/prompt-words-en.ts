import { counted } from '../counted.ts';

/** What is known of the session that asks; `session` is its spelled id. */
interface SessionMemory {
  readonly stored: number;
  readonly remembered: number;
  readonly session: string;
  readonly off: boolean;
}

/** Answers to `/tl …`: the reason of the block, so the user reads them and the model does not. */
export interface PromptWordText {
  /** `note`: words after `/tl`, which nobody will see. */
  readonly written: (input: { readonly turns: number; readonly note: boolean }) => string;
  readonly nothingStored: () => string;
  readonly fresh: (input: { readonly dropped: boolean }) => string;
  readonly off: () => string;
  readonly on: () => string;
  readonly forgotten: (input: { readonly turns: number }) => string;
  readonly unknown: (input: { readonly text: string }) => string;
  /** The memory could not be written. */
  readonly unavailable: () => string;
  readonly status: (input: SessionMemory) => string;
}

const turns = (count: number): string => counted(count, 'turn');

/** @param tl how our command is typed in this host: `/tl`, in Codex `$tl` */
export const promptWordsEn = (tl: string): PromptWordText => ({
  written: ({ turns: count, note }) =>
    `Throughline: ${turns(count)} will be remembered by the next session in this directory, if it starts within an hour, or here after /clear.` +
    (note ? ` What you wrote after ${tl} is not kept: say it in that session.` : ''),
  nothingStored: () =>
    `Throughline: nothing of this session is stored yet. Give ${tl} again after the first answer.`,
  fresh: ({ dropped }) =>
    dropped
      ? 'Throughline: the earlier conversation is dropped from the memory of this session; it stays stored. What the agent was given of it already stays before its eyes until the next /clear.'
      : 'Throughline: there was nothing to drop; this session already starts fresh.',
  off: () =>
    `Throughline: from now on nothing of this session is stored or handed on, and no memory is given to it. ${tl} on ends that; so does /clear, which begins another session.`,
  on: () => 'Throughline: this session is stored again from now on.',
  forgotten: ({ turns: count }) =>
    count === 0
      ? 'Throughline: nothing of this session was stored, so there is nothing to forget.'
      : `Throughline: ${turns(count)} of this session deleted for good.`,
  unknown: ({ text }) =>
    `Throughline: nothing was done: "${tl} ${text}" is not a command. There are: ${tl} (hand over), ${tl} fresh, ${tl} off, ${tl} on, ${tl} forget, ${tl} status.`,
  unavailable: () =>
    'Throughline: nothing was done: the memory cannot be reached just now. Try again in a moment.',
  status: ({ stored, remembered, session, off }) =>
    `Throughline: ${turns(stored)} of this session stored, ${remembered - stored} remembered from before; session ${session}${off ? '; off' : ''}.`,
});
