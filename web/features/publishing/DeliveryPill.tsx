import type { Item } from '#contract/content/items.ts';
import { NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import { useWorkspace } from '#web/api/workspace.ts';
import { zonedTime } from '#web/lib/time.ts';
import { NetworkMark } from './NetworkMark.tsx';
import { isStateShown } from './post-state.tsx';
import { StatePill, states } from './StatePill.tsx';

/** The most urgent state of the publications of a post, with the next time. */
export const DeliveryPill = ({ post, ...look }: { post: Post } & Look) =>
  post.publications && (
    <Pill publications={post.publications} isShown={isStateShown(post)} {...look} />
  );

type Post = Pick<Item, 'status' | 'publications'>;

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
