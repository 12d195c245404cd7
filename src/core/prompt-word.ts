const WORDS = ['fresh', 'off', 'on', 'forget', 'status'] as const;

/** What a user can ask of us in a prompt; `tl` is the bare command. */
type PromptWord = 'tl' | (typeof WORDS)[number];

/** A prompt that is addressed to us instead of the agent. */
export type PromptCommand =
  | { readonly word: PromptWord /** Free text after a bare `/tl`. */; readonly note: string | null }
  | { readonly word: 'unknown'; readonly text: string };

/** Codex takes no foreign slash commands: there the skill `$tl` is typed. */
const COMMAND = /^[/$]tl(?:\s+([\s\S]*))?$/i;
/** A pasted note may be megabytes long; what decides stands at its head. */
const LONGEST_WORDS = 200;
const LOOKS_LIKE_A_WORD = /^[a-z-]+$/;

/**
 * Reads `/tl`, `/tl fresh` and so on; null for every other prompt, `/tldr` among them.
 *
 * A sentence after `/tl` is a note of someone who hands over, so it means `/tl`. A single word that
 * we do not know is a typing error, and a known word with more after it may mean less than the
 * word alone ("forget the password"): both are `unknown`, and nothing is done.
 */
export function parsePromptWord(prompt: string): PromptCommand | null {
  const match = COMMAND.exec(prompt.trim());
  if (!match) return null;
  const text = match[1] ?? '';
  if (text === '') return { word: 'tl', note: null };
  const spoken = text.slice(0, LONGEST_WORDS).toLowerCase().replace(/\s+/g, ' ');
  const word = WORDS.find((known) => known === spoken);
  if (word) return { word, note: null };
  if (LOOKS_LIKE_A_WORD.test(spoken) || WORDS.some((known) => spoken.startsWith(`${known} `))) {
    return { word: 'unknown', text };
  }
  return { word: 'tl', note: text };
}
