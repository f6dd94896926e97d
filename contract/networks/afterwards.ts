import type { AfterwardKind } from './afterward-kinds.ts';
import { ALL_NETWORKS, NETWORK_NAMES, type Network } from './names.ts';
import { networks } from './networks.ts';

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

/** The names of the networks that have it. */
export const networksWith = (kind: AfterwardKind): string[] =>
  ALL_NETWORKS.filter((network) => whyNot(network, kind) === null).map(
    (network) => NETWORK_NAMES[network],
  );
