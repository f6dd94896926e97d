import { NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import { classes } from '#web/lib/classes.ts';
import marks from './network-marks.svg';

const sizes = {
  small: 'size-[18px] rounded',
  large: 'size-10 rounded-base',
};

/** The logo of a network, whose name is beside it; `quiet`: without a ground. */
export const NetworkMark = ({
  network,
  size = 'small',
  quiet = false,
  className,
}: {
  network: Network;
  size?: keyof typeof sizes;
  quiet?: boolean;
  className?: string;
}) => (
  <span
    aria-hidden
    className={classes(
      'grid shrink-0 place-items-center',
      sizes[size],
      quiet ? 'text-text' : 'bg-mark text-on-mark',
      className,
    )}
  >
    <svg fill="currentColor" aria-hidden className={quiet ? 'size-[78%]' : 'size-[62%]'}>
      <use href={`${marks}#${network}`} />
    </svg>
  </span>
);

/** An account, and its network. */
export const ChannelName = ({
  channel: { network, handle },
}: {
  channel: { network: Network; handle: string };
}) => (
  <p className="flex flex-wrap gap-x-1.5">
    <span className="break-all font-medium">{handle}</span>
    <span className="text-muted text-xs leading-5">{NETWORK_NAMES[network]}</span>
  </p>
);
