import { diffWords } from 'diff';

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
/** The time limit for the smallest difference; beyond it, everything differs. */
export const DIFFERENCE_MS = 100;

export type DifferencePart = { value: string; added?: boolean; removed?: boolean };

/** What was removed from a text and added to it, by words. */
export function differenceOf(before: string, after: string): DifferencePart[] {
  const found = diffWords(before, after, { intlSegmenter: words, timeout: DIFFERENCE_MS }) as
    | DifferencePart[]
    | undefined;
  return (
    found ?? [{ value: before, removed: true }, { value: '\n' }, { value: after, added: true }]
  );
}
