import { ToggleGroup } from 'radix-ui';
import { ALL_NETWORKS, NETWORK_NAMES, NETWORKS, type Network } from '#contract/networks/names.ts';
import { setNetwork } from './network-store.ts';

type Props = {
  network: Network;
  /** The networks that have a text of their own. */
  customised: readonly Network[];
  /** Those on offer beside them. */
  networks?: readonly Network[];
};

/** Selects the network of the preview. */
export const NetworkSwitch = ({ network, customised, networks = NETWORKS }: Props) => (
  <ToggleGroup.Root
    type="single"
    aria-label="Network"
    value={network}
    // Selecting the present one again must not clear it.
    onValueChange={(value) => value && setNetwork(value as Network)}
    className="inline-flex max-w-full flex-wrap gap-1 rounded-base bg-sunken p-1"
  >
    {ALL_NETWORKS.filter(
      (network) => networks.includes(network) || customised.includes(network),
    ).map((network) => (
      <ToggleGroup.Item
        key={network}
        value={network}
        className="inline-flex h-8 items-center rounded-[6px] px-3 font-medium text-muted hover:text-text data-[state=on]:bg-surface data-[state=on]:text-text"
      >
        {NETWORK_NAMES[network]}
        {customised.includes(network) && (
          <>
            <span aria-hidden className="ml-1.5 size-1.5 rounded-full bg-accent-solid" />
            <span className="sr-only"> (custom text)</span>
          </>
        )}
      </ToggleGroup.Item>
    ))}
  </ToggleGroup.Root>
);
