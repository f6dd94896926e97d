import { fits, fittingLength, type Network, networks } from '#contract/networks.ts';

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });
/** So much longer than its count a text may be, where it is made of links and emoji. */
const LONGEST_PER_COUNT = 12;
/** A paragraph that ends earlier than this leaves too much of a part empty: then the sentence decides. */
const FULL_ENOUGH = 0.5;

/**
 * Cuts a text into parts that the network takes: at the ends of paragraphs and sentences, where there is none between words,
 * and in the middle of a word only where that is longer than a part. Nothing but white space at the cuts is lost.
 */
export function splitText(text: string, network: Network): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  const longest = networks[network].limit * LONGEST_PER_COUNT;
  while (rest.length > longest || !fits(rest, network)) {
    const beginning = rest.slice(0, longest);
    const end = cutBefore(beginning, Math.max(1, fittingLength(beginning, network)));
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  if (rest) parts.push(rest);
  return parts;
}

/** The best place to cut at or before `most`. */
function cutBefore(text: string, most: number): number {
  const paragraph = last(text.matchAll(/\n\s*\n/g), most, ({ index }) => index);
  if (paragraph >= most * FULL_ENOUGH) return paragraph;
  const sentence = last(sentences.segment(text), most, ({ index, segment }) =>
    /[\s。！？]$/.test(segment) ? index + segment.trimEnd().length : 0,
  );
  if (sentence) return sentence;
  return last(text.matchAll(/\s+/g), most, ({ index }) => index) || most;
}

/** The last of these places that is not behind `most`; 0 where there is none. */
function last<Found>(found: Iterable<Found>, most: number, place: (one: Found) => number): number {
  let best = 0;
  for (const one of found) {
    const at = place(one);
    if (at > most) break;
    if (at > 0) best = at;
  }
  return best;
}
