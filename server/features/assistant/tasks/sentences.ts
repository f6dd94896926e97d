import { MAX_PARTS } from '#contract/content/threads.ts';

/** Texts as sentences, for threads that keep their words. */

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** The ends of the sentences of a text, in UTF-16 units; the last is its length. */
export function sentenceEnds(text: string): number[] {
  const ends: number[] = [];
  for (const { index, segment } of segmenter.segment(text)) {
    // A line break without a full stop ends a thought, too.
    let from = index;
    for (const line of segment.split(/(?<=\n)/)) {
      from += line.length;
      if (line.trim()) ends.push(from);
      else if (ends.length) ends[ends.length - 1] = from;
    }
  }
  if (ends.length) ends[ends.length - 1] = text.length;
  return ends;
}

/**
 * The places where a text is cut, so that each part fits: those that are wished, and more where a part
 * is too long, at the ends of sentences, else between words, else anywhere.
 * @param wished in UTF-16 units
 * @param fits whether a part fits
 * @param max no part is longer, in UTF-16 units: a bound for what is counted; but for the last of so
 *   many parts as a thread has at most
 */
export function cutsOf(
  text: string,
  wished: readonly number[],
  fits: (part: string) => boolean,
  max: number,
): number[] {
  const isPart = (part: string) => part.length <= max && fits(part);
  const cuts: number[] = [];
  let from = 0;
  const bounds = [...new Set(wished)]
    .filter((at) => at > 0 && at < text.length)
    .sort((a, b) => a - b);
  for (const bound of [...bounds, text.length]) {
    while (cuts.length < MAX_PARTS - 1 && !isPart(text.slice(from, bound).trim())) {
      const at = lastFitting(text, from, Math.min(bound, from + max + 1), isPart);
      cuts.push(at);
      from = at;
    }
    if (cuts.length < MAX_PARTS - 1 && bound < text.length && text.slice(from, bound).trim()) {
      cuts.push(bound);
      from = bound;
    }
  }
  return cuts;
}

function lastFitting(
  text: string,
  from: number,
  bound: number,
  fits: (part: string) => boolean,
): number {
  const part = text.slice(from, bound);
  const words = () => [...part.matchAll(/\s+/g)].map(({ 0: blank, index }) => index + blank.length);
  const characters = () => {
    const ends: number[] = [];
    for (const { index } of new Intl.Segmenter().segment(part)) if (index > 0) ends.push(index);
    return ends;
  };
  for (const places of [() => sentenceEnds(part), words, characters]) {
    const at = lastOf(places(), (end) => end < part.length && fits(part.slice(0, end).trim()));
    if (at !== undefined && part.slice(0, at).trim()) return from + at;
  }
  // Not even one character fits: nothing can be done about it.
  return bound;
}

/** The last place that holds, by halves: longer parts do not fit either. */
function lastOf(places: readonly number[], holds: (place: number) => boolean): number | undefined {
  let [low, high] = [-1, places.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (holds(places[middle] as number)) low = middle;
    else high = middle;
  }
  return places[low];
}

/** The parts of a text that is cut there. */
export const partsAt = (text: string, cuts: readonly number[]): string[] =>
  [0, ...cuts].map((from, n) => text.slice(from, cuts[n] ?? text.length).trim());

const withoutBlanks = (text: string) => text.replaceAll(/\s+/g, '');

/** Whether parts have every character of a text but blanks, and no others. */
export const keepWords = (text: string, parts: readonly string[]) =>
  withoutBlanks(parts.join('')) === withoutBlanks(text);
