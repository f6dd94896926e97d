import { NETWORK_MARKS, NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import { classes } from '#web/lib/classes.ts';

const sizes = {
  small: 'size-[18px] rounded text-[10px]',
  normal: 'size-8 rounded-base text-sm',
  large: 'size-10 rounded-base text-base',
};

/** Letters in place of the logo of a network, whose name is beside it. */
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
      'grid shrink-0 place-items-center font-bold leading-none',
      sizes[size],
      quiet ? 'bg-sunken text-text' : 'bg-mark text-on-mark',
      className,
    )}
  >
    {NETWORK_MARKS[network]}
  </span>
);

/** The first letter of an account, with the mark of its network. */
export function ChannelAvatar({
  channel: { network, name },
}: {
  channel: { network: Network; name: string };
}) {
  const letter = [...name.replace(/^@/, '')][0]?.toUpperCase() ?? '?';
  return (
    <span aria-hidden className="relative shrink-0">
      <span className="grid size-9 place-items-center rounded-full bg-accent-soft font-semibold text-accent">
        {letter}
      </span>
      <NetworkMark
        network={network}
        className="absolute -right-1.5 -bottom-1.5 ring-2 ring-surface"
      />
    </span>
  );
}

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
