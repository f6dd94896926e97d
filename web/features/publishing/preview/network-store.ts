import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { NETWORKS, type Network } from '#contract/networks/names.ts';

/** The network for counters and preview, stored on this device. */
export const useNetwork = create<{ network: Network }>()(
  persist((): { network: Network } => ({ network: 'x' }), {
    name: 'network',
    version: 0,
    merge: (saved, current) => {
      const network = (saved as { network?: Network } | undefined)?.network;
      return network && NETWORKS.includes(network) ? { network } : current;
    },
  }),
);

export const setNetwork = (network: Network) => useNetwork.setState({ network });
