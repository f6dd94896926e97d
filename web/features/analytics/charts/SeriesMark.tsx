import type { Network } from '#contract/networks/names.ts';
import { fillOf, letterOf } from '#web/features/analytics/figures/series.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';

/** The mark of a network in the colour of its series. */
export const SeriesMark = ({ network, colour }: { network: Network; colour: number }) => (
  <span
    className="rounded [&>span]:bg-(--ground) [&>span]:text-(--letter)"
    style={{ '--ground': fillOf(colour), '--letter': letterOf(colour) } as React.CSSProperties}
  >
    <NetworkMark network={network} />
  </span>
);
