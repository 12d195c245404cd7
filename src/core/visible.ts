/** An emoji that is drawn with the next one, as a family or a profession is. */
const JOINED_EMOJI =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)\u200d(?=\p{Extended_Pictographic})/u;
/** The flags of England, Scotland, Wales and other parts of a country. */
const TAGGED_FLAG = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{4,6}\u{e007f}/u;
/** Persian, Indic and like scripts tell words apart by whether two letters join. */
const JOINED_LETTER = new RegExp(
  `(?<=[${[
    ...['Arabic', 'Syriac', 'Nko', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati'],
    ...['Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar'],
    'Tibetan',
  ]
    .map((script) => `\\p{Script=${script}}`)
    .join('')}])[\u200c\u200d]`,
  'u',
);
/** Another shape of the sign before. */
const VARIANT =
  /(?<=\p{Emoji})[\ufe0e\ufe0f]|(?<=[\p{Ideographic}\p{Sm}\p{Script=Myanmar}\p{Script=Phags_Pa}])[\ufe00-\ufe0d]|(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]|(?<=\p{Ideographic})[\u{e0100}-\u{e01ef}]/u;
/** Drawn as nothing, or drawing what follows elsewhere: UAX #44 `Default_Ignorable_Code_Point`, and annotations. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;

const KEPT_OR_UNSEEN = new RegExp(
  `(${[JOINED_EMOJI, TAGGED_FLAG, JOINED_LETTER, VARIANT].map(({ source }) => source).join('|')})|${UNSEEN.source}`,
  'gu',
);

/**
 * The text without what a person does not see and a model may read, or what shows it in another order
 * than it has: zero-width and tag characters, directions, fillers. Signs that a script or an emoji
 * needs stay where it needs them.
 */
export const visible = (text: string): string => text.replace(KEPT_OR_UNSEEN, '$1');
