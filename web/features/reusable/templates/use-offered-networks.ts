import { customisedNetworks, type PartText } from '#contract/content/items.ts';
import { ALL_NETWORKS, NETWORKS } from '#contract/networks/names.ts';
import { accountsOf } from '#web/features/publishing/channels/accounts-of.ts';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { useNetwork } from '#web/features/publishing/preview/network-store.ts';

/** The networks that a template is shown on: those with a connected account, or all. */
export function useOfferedNetworks(items: readonly PartText[]) {
  const chosen = useNetwork((state) => state.network);
  const accounts = accountsOf(useChannels().data ?? [], []);
  const customised = customisedNetworks(items);
  const offered = accounts.size > 0 ? [...accounts.keys()] : NETWORKS;
  const shown = ALL_NETWORKS.filter(
    (network) => offered.includes(network) || customised.includes(network),
  );
  return { offered, accounts, network: shown.includes(chosen) ? chosen : (shown[0] ?? chosen) };
}
