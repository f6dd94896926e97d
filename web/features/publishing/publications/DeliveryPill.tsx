import { CalendarClock } from 'lucide-react';
import type { Item } from '#contract/content/items.ts';
import { NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import { useWorkspace } from '#web/api/workspace.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { classes } from '#web/lib/classes.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { isStateShown } from './post-state.tsx';
import { StatePill, states } from './StatePill.tsx';

/**
 * The most urgent state of the publications of a post, with the next time; or that a draft has a
 * time, which schedules nothing.
 */
export const DeliveryPill = ({ post, ...look }: { post: Post } & Look) => {
  if (post.publications)
    return <Pill publications={post.publications} isShown={isStateShown(post)} {...look} />;
  return post.planned_at && <PlannedPill at={post.planned_at} {...look} />;
};

type Post = Pick<Item, 'status' | 'publications' | 'planned_at'>;

function PlannedPill({ at, quiet, short }: Look & { at: string }) {
  const zone = useWorkspace().data?.time_zone;
  const time = zone && zonedTime(at, zone);
  return (
    time && (
      <span
        title={`Not scheduled yet, planned for ${time}`}
        className="inline-flex min-w-0 items-center gap-1.5 text-muted"
      >
        <CalendarClock size={14} aria-hidden className="shrink-0" />
        <span className={classes((quiet || short) && 'sr-only')}>Not scheduled yet · </span>
        {!short && <span className="truncate tabular-nums">{time}</span>}
      </span>
    )
  );
}

type Look = {
  /** Without a ground, for rows. */
  quiet?: boolean;
  /** The networks alone. */
  short?: boolean;
};

function Pill({
  publications,
  isShown,
  quiet,
  short,
}: Look & {
  publications: NonNullable<Item['publications']>;
  /** Whether the badge beside it says the state. */
  isShown: boolean;
}) {
  const zone = useWorkspace().data?.time_zone;
  const { state, next_at, channels, networks } = publications;
  const time = zone && next_at && state !== 'published' ? zonedTime(next_at, zone) : undefined;
  const detail = time ?? (channels > 1 ? `${channels} channels` : undefined);
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <Marks networks={networks} />
      {!short && isShown && <span className="truncate tabular-nums">{detail}</span>}
      {!short && !isShown && <StatePill state={state} quiet={quiet} {...(detail && { detail })} />}
      {short && <span className="sr-only">{states[state].label}</span>}
    </span>
  );
}

/** The networks of a post; of many, the first two. */
const Marks = ({ networks }: { networks: readonly Network[] }) => {
  const shown = networks.length > 3 ? networks.slice(0, 2) : networks;
  return (
    <span
      className="inline-flex shrink-0 items-center gap-0.5"
      title={networks.map((network) => NETWORK_NAMES[network]).join(', ')}
    >
      {shown.map((network) => (
        <NetworkMark key={network} network={network} quiet />
      ))}
      {shown.length < networks.length && (
        <span className="text-muted text-xs">+{networks.length - shown.length}</span>
      )}
      <span className="sr-only">
        On {networks.map((network) => NETWORK_NAMES[network]).join(', ')}:{' '}
      </span>
    </span>
  );
};
