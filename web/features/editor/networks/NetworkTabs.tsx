import { ToggleGroup } from 'radix-ui';
import { useRef } from 'react';
import { NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import type { Finding } from '#contract/publishing/findings.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { setNetwork } from '#web/features/publishing/preview/network-store.ts';
import { classes } from '#web/lib/classes.ts';
import { useCurrentInView } from '#web/ui/current-in-view.ts';
import type { Findings } from './use-findings.ts';
import type { ShownNetworks } from './use-shown-networks.ts';

/** With more, only the name of the chosen one is beside its mark. */
const MAX_NAMES = 3;

type Props = Pick<ShownNetworks, 'networks' | 'network' | 'customised'> & {
  findings: ReadonlyMap<Network, Findings>;
};

/** Chooses the network that the text is counted for and shown as. */
export function NetworkTabs({ networks, network, customised, findings }: Props) {
  const row = useRef<HTMLDivElement>(null);
  useCurrentInView(row, network);
  return (
    <ToggleGroup.Root
      ref={row}
      type="single"
      aria-label="Network"
      value={network}
      // Selecting the present one again must not clear it.
      onValueChange={(value) => value && setNetwork(value as Network)}
      className="flex min-w-0 grow overflow-x-auto [scrollbar-width:none]"
    >
      {networks.map((entry) => {
        const worst = worstOf(findings.get(entry)?.list ?? []);
        const isNamed = entry === network || networks.length <= MAX_NAMES;
        return (
          <ToggleGroup.Item
            key={entry}
            value={entry}
            title={NETWORK_NAMES[entry]}
            className="-mb-px flex h-11 shrink-0 items-center gap-1.5 border-transparent border-b-2 px-2.5 font-medium text-[13px] text-muted -outline-offset-2 hover:text-text data-[state=on]:border-accent-solid data-[state=on]:text-text"
          >
            <NetworkMark network={entry} quiet />
            <span className={classes(!isNamed && 'sr-only')}>{NETWORK_NAMES[entry]}</span>
            {worst ? (
              <>
                <span
                  aria-hidden
                  className={classes(
                    'size-1.5 rounded-full',
                    worst === 'error' ? 'bg-[var(--tomato-9)]' : 'bg-[var(--amber-9)]',
                  )}
                />
                <span className="sr-only">, {worst}</span>
              </>
            ) : (
              customised.includes(entry) && (
                <span aria-hidden className="size-1.5 rounded-full bg-accent-solid" />
              )
            )}
            {customised.includes(entry) && <span className="sr-only"> (custom text)</span>}
          </ToggleGroup.Item>
        );
      })}
    </ToggleGroup.Root>
  );
}

const worstOf = (findings: readonly Finding[]): Finding['level'] | undefined =>
  findings.some(({ level }) => level === 'error') ? 'error' : findings[0]?.level;
