/** Longer runs of combining marks are no text, and take minutes to normalise. */
const MANY_MARKS = /(\p{M}{30})\p{M}+/gu;

/** A text without such runs: it can be normalised in linear time. */
export const withoutManyMarks = (text: string) => text.replace(MANY_MARKS, '$1');
