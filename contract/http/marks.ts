/** Longer runs of combining marks are no text, and take minutes to normalise. */
const MANY_MARKS = /(\p{M}{30})\p{M}+/gu;

/** A text without such runs: it can be normalised in linear time. */
export const withoutManyMarks = (text: string) => text.replace(MANY_MARKS, '$1');

/** Every text without these characters is composed. */
const MAYBE_DECOMPOSED = /[\u0300-\uffff]/;
/** Most texts have no such run, and this is found out faster than where one is. */
const MAYBE_LONG_RUN = /[\u0300-\uffff]{31}/;
const LONG_RUN = /(\p{M}{31,})/u;

/**
 * A text as it is stored and compared: in NFC, so that what looks the same is the same, whichever
 * keyboard or file system it is from. Runs of marks that are no text stay as they are.
 */
export function composed(text: string): string {
  if (!MAYBE_DECOMPOSED.test(text)) return text;
  if (!MAYBE_LONG_RUN.test(text)) return text.normalize('NFC');
  return text
    .split(LONG_RUN)
    .map((piece, at) => (at % 2 ? piece : piece.normalize('NFC')))
    .join('');
}
