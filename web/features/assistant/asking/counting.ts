import { graphemes } from '#contract/networks/counting.ts';
import { limitOf, networks } from '#contract/networks/networks.ts';
import type { Host } from './host.ts';

/** How a network counts the text of a part, as the account allows it. */
export type Counting = Pick<Host, 'network' | 'limits' | 'hasMedia'>;

export const countFor = (text: string, { network, limits }: Counting): number =>
  networks[network].count(text, limits);

export const limitFor = ({ network, limits, hasMedia }: Counting): number =>
  limitOf(network, limits, hasMedia);

export const overBy = (text: string, counting: Counting): number =>
  Math.max(0, countFor(text, counting) - limitFor(counting));

/** Where the text begins that does not fit, in UTF-16 units; its length where all of it does. */
export function fittingLength(text: string, counting: Counting): number {
  if (overBy(text, counting) === 0) return text.length;
  const ends = [...segmenter.segment(text)].map(({ index, segment }) => index + segment.length);
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (overBy(text.slice(0, ends[middle]), counting) > 0) high = middle;
    else low = middle + 1;
  }
  return ends[low - 1] ?? 0;
}

const segmenter = new Intl.Segmenter();

/** Characters as a reader counts them. */
export const charactersIn = (text: string): number => graphemes(text);
