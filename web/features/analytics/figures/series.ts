import { COLOURED } from '#contract/networks/metrics.ts';
import { ALL_NETWORKS, type Network } from '#contract/networks/names.ts';

/** The colours of networks in charts, from 1: a network keeps its colour. */

const COLOURS = 7;

/** @param used the networks of a workspace */
export function coloursOf(used: readonly Network[]): Map<Network, number> {
  const fixed = COLOURED.map((network, index): [Network, number] => [network, index + 1]);
  const others = ALL_NETWORKS.filter(
    (network) => used.includes(network) && !COLOURED.includes(network),
  );
  // Two are kept for the others; with more of them, those of networks that are not used.
  const free = [
    6,
    7,
    ...fixed.flatMap(([network, colour]) => (used.includes(network) ? [] : colour)),
  ];
  return new Map([
    ...fixed,
    ...others.map((network, index): [Network, number] => [network, free[index] ?? COLOURS]),
  ]);
}

export const fillOf = (colour: number) => `var(--series-${colour})`;
export const letterOf = (colour: number) => `var(--on-series-${colour})`;
