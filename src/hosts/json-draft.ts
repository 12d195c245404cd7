/** A run of UTF-16 units in a text. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** A text under edit and the spans of it that we put there. */
export interface Draft {
  readonly text: string;
  readonly inserted: readonly Span[];
}

export interface Splice extends Span {
  readonly content: string;
}

/** Puts text of ours in: cutting the spans again gives back what was there. */
export function insert(draft: Draft, offset: number, content: string): Draft {
  const moved = replace(draft, { offset, length: 0, content });
  const isInside = draft.inserted.some(
    (span) => span.offset < offset && offset < span.offset + span.length,
  );
  return isInside
    ? moved
    : { text: moved.text, inserted: [...moved.inserted, { offset, length: content.length }] };
}

/** Replaces or removes text; the spans of ours around and after it move along. */
export function replace(draft: Draft, splice: Splice): Draft {
  const { offset, length, content } = splice;
  return {
    text: draft.text.slice(0, offset) + content + draft.text.slice(offset + length),
    inserted: draft.inserted.map((span) => shift(span, splice)).filter((span) => span.length > 0),
  };
}

function shift(span: Span, { offset, length, content }: Splice): Span {
  const end = offset + length;
  const spanEnd = span.offset + span.length;
  const before = Math.max(0, Math.min(spanEnd, offset) - span.offset);
  const behind = Math.max(0, spanEnd - Math.max(span.offset, end));
  const within = before > 0 && behind > 0 ? content.length : 0;
  const start = span.offset < offset ? span.offset : Math.max(span.offset, end);
  return {
    offset: span.offset < offset ? start : start - length + content.length,
    length: before + within + behind,
  };
}

/** The text without what we inserted. */
export const withoutInserted = ({ text, inserted }: Draft): string =>
  [...inserted]
    .sort((a, b) => b.offset - a.offset)
    .reduce(
      (rest, { offset, length }) => rest.slice(0, offset) + rest.slice(offset + length),
      text,
    );
