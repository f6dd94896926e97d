import type { Counted } from '#contract/assistant/runs.ts';
import { graphemes } from '#contract/networks/counting.ts';
import type { Network } from '#contract/networks/names.ts';
import { fits, limitOf, networks } from '#contract/networks/networks.ts';

/** How long texts are: counted as the network counts them. */

export type Rule = {
  network?: Network | null | undefined;
  limits?: { characters?: number | undefined; link?: number | undefined } | null | undefined;
  has_media?: boolean | null | undefined;
};

export const limitBy = ({ network, limits, has_media: hasMedia }: Rule): number | null =>
  network ? limitOf(network, limits ?? {}, hasMedia ?? false) : null;

export function counted(text: string, rule: Rule): Counted {
  const { network } = rule;
  const limit = limitBy(rule);
  if (!network || limit === null) return { text, count: graphemes(text), limit: null, over: 0 };
  const limits = rule.limits ?? {};
  const count = networks[network].count(text, limits);
  // One that is short enough may have too many bytes.
  const isOver = !fits(text, network, limits, rule.has_media ?? false);
  return { text, count, limit, over: isOver ? Math.max(count - limit, 1) : 0 };
}

/** The lengths of those that are too long, for a sentence. */
export const lengthsOf = (texts: readonly Counted[]) =>
  texts
    .filter(({ over }) => over > 0)
    .map(({ count }) => `${count} characters`)
    .join(', ');

export const overOf = (texts: readonly Counted[]) =>
  texts.reduce((most, { over }) => Math.max(most, over), 0);
