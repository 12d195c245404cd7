import type { AgentWindow } from './agent-window.ts';
import type { ModelRequest } from './mock-model.ts';

/** A prompt whose answer, unlike the prompt, can be known: the mock says `finished …` after the tool. */
export const toolPrompt = (word: string) => `run printf ${word}-%s output`;
export const toolAnswer = (word: string) => `finished printf ${word}-%s output`;

const WORDS = ['amber', 'birch', 'cedar'] as const;

/** The answers of {@link toolPrompt} that a request tells the model, by their word. */
export const answersIn = ({ text }: ModelRequest): string[] =>
  WORDS.filter((word) => text.includes(toolAnswer(word)));

/** First lines of what hooks gave the model with prompts, of any product. */
export const hookContexts = ({ text }: ModelRequest): string[] =>
  text.match(/UserPromptSubmit hook (?:success|additional context): .*/g) ?? [];

/** Commands of ours that a text tells the model to run, as they stand between its backticks. */
export const commandsIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]*throughline-bin'? (?:recall|detail|search|sessions)[^`\n]*)`/g)].map(
    ([, command = '']) => command,
  );

/** Gives `/tl` or `$tl` and waits for its answer on the screen. */
export async function giveBaton(window: AgentWindow): Promise<void> {
  await window.type(window.word);
  await window.waitFor(/Throughline: \d+ turns? will be remembered/);
  await window.idle();
}

/** How a reminder behind a compaction begins, and the index of a fresh start. */
export const REMINDER = 'After a compaction of this conversation';
export const POINTER = 'This is a pointer, not an order';

export const occurrences = (text: string, part: string): number => text.split(part).length - 1;

/** Queues prompts behind a turn of five seconds and waits for their common answer. */
export async function queue(window: AgentWindow, first: string, words: readonly string[]) {
  await window.type(first);
  await window.request(first);
  for (const word of words) await window.type(`say ${word}`);
  const request = await window.request(`say ${words.at(-1)}`);
  await window.answered(words.at(-1) ?? '');
  return request;
}
