import { useShallow } from 'zustand/react/shallow';
import { customisedNetworks } from '#contract/content/items.ts';
import { ALL_NETWORKS, NETWORKS, type Network } from '#contract/networks/names.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { useEditorState } from '#web/features/editor/store/editor-context.ts';
import { accountsOf } from '#web/features/publishing/channels/accounts-of.ts';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { useNetwork } from '#web/features/publishing/preview/network-store.ts';
import { usePublicationsOf } from '#web/features/publishing/publications/publishing-queries.ts';

export type ShownNetworks = {
  /** Those that the text can be counted for, customised for, and shown as. */
  networks: readonly Network[];
  /** The one that is chosen. */
  network: Network;
  /** The networks that a part has a text of its own for. */
  customised: readonly Network[];
  /** The accounts that are shown, by their networks. */
  accounts: ReadonlyMap<Network, Channel>;
};

/** The networks of the editor: those with a connected account, or all where there is none. */
export function useShownNetworks(): ShownNetworks {
  const chosen = useNetwork((state) => state.network);
  const customised = useEditorState(useShallow(({ fields }) => customisedNetworks(fields.parts)));
  const { data: channels } = useChannels();
  const saved = useEditorState(({ base }) => base.saved?.id);
  // As they are known beside the text.
  const published = usePublicationsOf(saved ?? 0, false).data ?? [];
  const accounts = accountsOf(channels ?? [], published);
  const offered = accounts.size > 0 ? [...accounts.keys()] : NETWORKS;
  const networks = channels
    ? ALL_NETWORKS.filter((network) => offered.includes(network) || customised.includes(network))
    : [chosen];
  const network = networks.includes(chosen) ? chosen : (networks[0] ?? chosen);
  return { networks, network, customised, accounts };
}
