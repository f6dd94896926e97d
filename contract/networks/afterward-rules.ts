import type { AfterwardKind } from './afterward-kinds.ts';
import { ALL_NETWORKS, NETWORK_NAMES, type Network } from './names.ts';
import { COMMENT, type Limits } from './network-rules.ts';
import { fits, limitOf, networks } from './networks.ts';

/** What can be done with a published post later, by the rules of each network. */

/** Why a network does not have it; null where it does. */
export function whyNot(network: Network, kind: AfterwardKind): string | null {
  const deed = networks[network].afterwards[kind];
  return 'why' in deed ? deed.why : null;
}

/** What a network says about it. */
export function policyOf(network: Network, kind: AfterwardKind): string | null {
  const deed = networks[network].afterwards[kind];
  return 'policy' in deed ? deed.policy : null;
}

/** Where a network has no threads, a reply is a comment, which has a limit of its own. */
const commentMax = (network: Network) =>
  networks[network].parts === 'joined'
    ? networks[network].options?.find(({ name }) => name === COMMENT)?.max
    : undefined;

/** How long a reply may be, as the network counts. */
export const replyLimit = (network: Network, limits: Limits): number =>
  commentMax(network) ?? limitOf(network, limits);

export function replyFits(text: string, network: Network, limits: Limits): boolean {
  const most = commentMax(network);
  return most === undefined ? fits(text, network, limits) : [...text].length <= most;
}

/**
 * What it costs at a network, in thousandths of a US dollar; a reply costs what a post does.
 * @param parts of the publication
 */
export function priceOfAfterward(
  network: Network,
  { kind, text }: { kind: AfterwardKind; text?: string | null },
  parts: number,
): number {
  const { bills, price } = networks[network];
  if (kind === 'reply') return price?.({ text: text ?? '', media: [] }) ?? 0;
  return (bills?.[kind] ?? 0) * (kind === 'remove' ? parts : 1);
}

/** The names of the networks that have it. */
export const networksWith = (kind: AfterwardKind): string[] =>
  ALL_NETWORKS.filter((network) => whyNot(network, kind) === null).map(
    (network) => NETWORK_NAMES[network],
  );
