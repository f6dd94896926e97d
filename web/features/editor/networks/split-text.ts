import { tokensIn } from '#contract/content/variables.ts';
import type { Network } from '#contract/networks/names.ts';
import { fits, maxPrefixLength, networks } from '#contract/networks/networks.ts';

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });
/** How much longer than its count a text with links and emoji can be. */
const MAX_UNITS_PER_COUNT = 12;
/**
 * A paragraph that ends before this share leaves too much of a part empty: the end of a sentence is
 * used then.
 */
const FULL_ENOUGH = 0.5;

/**
 * Splits a text into parts within the limit of the network: at paragraphs, sentences, or words, and
 * inside a word only where it is longer than a part, and never inside a variable or a mention. Only
 * white space at the splits is lost.
 */
export function splitText(text: string, network: Network): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  const longest = networks[network].limit * MAX_UNITS_PER_COUNT;
  while (rest.length > longest || !fits(rest, network)) {
    const beginning = rest.slice(0, longest);
    const most = Math.max(1, maxPrefixLength(beginning, network));
    const end = outsideTokens(rest, cutBefore(beginning, most));
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  if (rest) parts.push(rest);
  return parts;
}

/** The same position; that of the token that it is in, or the end of one at the very beginning. */
function outsideTokens(text: string, at: number): number {
  const token = tokensIn(text).find(({ start, end }) => start < at && at < end);
  return token ? token.start || token.end : at;
}

/** The best position to split at or before `most`. */
function cutBefore(text: string, most: number): number {
  const paragraph = last(text.matchAll(/\n\s*\n/g), most, ({ index }) => index);
  if (paragraph >= most * FULL_ENOUGH) return paragraph;
  const sentence = last(sentences.segment(text), most, ({ index, segment }) =>
    /[\s。！？]$/.test(segment) ? index + segment.trimEnd().length : 0,
  );
  if (sentence) return sentence;
  return last(text.matchAll(/\s+/g), most, ({ index }) => index) || most;
}

/** The last of these positions up to `most`; 0 where there is none. */
function last<Found>(
  found: Iterable<Found>,
  most: number,
  place: (match: Found) => number,
): number {
  let best = 0;
  for (const match of found) {
    const at = place(match);
    if (at > most) break;
    if (at > 0) best = at;
  }
  return best;
}
