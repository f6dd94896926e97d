import { ToggleGroup } from 'radix-ui';
import { NETWORKS, type Network, networks } from '#contract/networks.ts';
import { setNetwork } from '#web/api/network-store.ts';

/** Selects the network of the preview. */
export const NetworkSwitch = ({ network }: { network: Network }) => (
  <ToggleGroup.Root
    type="single"
    aria-label="Network"
    value={network}
    // Selecting the present one again must not clear it.
    onValueChange={(value) => value && setNetwork(value as Network)}
    className="inline-flex max-w-full flex-wrap gap-1 rounded-base bg-sunken p-1"
  >
    {NETWORKS.map((one) => (
      <ToggleGroup.Item
        key={one}
        value={one}
        className="inline-flex h-8 items-center rounded-[6px] px-3 font-medium text-muted hover:text-text data-[state=on]:bg-surface data-[state=on]:text-text"
      >
        {networks[one].name}
      </ToggleGroup.Item>
    ))}
  </ToggleGroup.Root>
);
