import type { Network } from '#contract/networks/names.ts';
import { NetworkMark } from '#web/features/publishing/NetworkMark.tsx';
import { fillOf, letterOf } from './series.ts';

/** The mark of a network in the colour of its series. */
export const SeriesMark = ({ network, colour }: { network: Network; colour: number }) => (
  <span
    className="rounded [&>span]:bg-(--ground) [&>span]:text-(--letter)"
    style={{ '--ground': fillOf(colour), '--letter': letterOf(colour) } as React.CSSProperties}
  >
    <NetworkMark network={network} />
  </span>
);
