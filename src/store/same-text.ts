/** The texts of a turn. */
export interface TurnTexts {
  readonly request: string;
  readonly answer: string | null;
  /** What else the agent said, as far as it is known. */
  readonly utterances: readonly string[];
}

/** From this length on an answer is known by its end: the original puts the texts of one row together. */
const TELLING_LENGTH = 16;

/**
 * Whether what the original stored is from this turn of a transcript: the same request, or one of
 * the texts of the agent. White space does not count, the original has folded it for some hosts.
 */
export function isSameText(original: TurnTexts, transcript: TurnTexts): boolean {
  const request = folded(original.request);
  if (request !== '' && request === folded(transcript.request)) return true;
  const answer = folded(original.answer ?? '');
  if (answer === '') return false;
  const said = [transcript.answer ?? '', ...transcript.utterances].map(folded);
  return said.some((text) => isOrEnds(answer, text));
}

const isOrEnds = (whole: string, text: string): boolean =>
  whole === text || (text.length >= TELLING_LENGTH && whole.endsWith(text));

const folded = (text: string): string => text.replace(/\s+/g, ' ').trim();
