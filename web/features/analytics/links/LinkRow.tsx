import { Ban, ChevronDown, ChevronRight, Copy, Link2, QrCode } from 'lucide-react';
import { useState } from 'react';
import { Link as PageLink } from 'react-router';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import type { Link, LinkGroup } from '#contract/publishing/links.ts';
import { useZone } from '#web/api/workspace.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { classes } from '#web/lib/classes.ts';
import { copyText } from '#web/lib/clipboard.ts';
import { exactCount, shortCount } from '#web/lib/count.ts';
import { relativeTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { DayBars } from './DayBars.tsx';
import { madeBy, titleOf, underTitle } from './link-words.ts';

type Props = {
  group: LinkGroup;
  open: number | undefined;
  isNarrow: boolean;
  onOpen: (id: number) => void;
};

export const copyLink = ({ url }: Pick<Link, 'url'>) =>
  void copyText(url).then(() => toast({ title: 'Link copied' }));

/** The links of an address in a post, or one that was made by hand. */
export function LinkRow({ group, open, isNarrow, onOpen }: Props) {
  const [isUnfolded, setUnfolded] = useState(false);
  const [first] = group.links;
  if (!first) return null;
  const isSeveral = group.links.length > 1;
  const Icon = first.is_manual ? QrCode : Link2;
  const Fold = isUnfolded ? ChevronDown : ChevronRight;
  return (
    <>
      <tr
        className={classes(
          'h-14 border-line border-t [&>td]:px-4 [&>th]:px-4',
          group.links.some(({ id }) => id === open) && 'bg-accent-soft',
        )}
      >
        <th scope="row" className="max-w-0 font-normal max-md:w-full md:w-[38%]">
          <div className="flex items-center gap-3">
            <span
              aria-hidden
              className="grid size-8 shrink-0 place-items-center rounded-base bg-sunken text-muted"
            >
              <Icon size={14} />
            </span>
            <div className="min-w-0">
              <button
                type="button"
                onClick={() => onOpen(first.id)}
                className="block min-h-6 max-w-full truncate text-left font-medium hover:underline"
              >
                {titleOf(group)}
              </button>
              {isSeveral ? (
                <button
                  type="button"
                  aria-expanded={isUnfolded}
                  onClick={() => setUnfolded(!isUnfolded)}
                  className="flex min-h-6 max-w-full items-center gap-0.5 text-left text-muted text-xs"
                >
                  <Fold size={12} aria-hidden className="shrink-0" />
                  <span className="truncate">{underTitle(group)}</span>
                </button>
              ) : (
                <p className="truncate text-muted text-xs">{underTitle(group)}</p>
              )}
            </div>
          </div>
        </th>
        {!isNarrow && (
          <td className="max-w-0 max-lg:hidden lg:w-[28%]">
            <Used group={group} first={first} />
          </td>
        )}
        <td className="max-md:hidden">
          <DayBars days={group.days} />
        </td>
        <Count count={group.visits} isStrong />
        <Count count={group.visitors} className="max-md:hidden" />
        {!isNarrow && (
          <td className="whitespace-nowrap text-right text-[13px] text-muted max-lg:hidden">
            {group.last_visit_at ? relativeTime(group.last_visit_at) : '–'}
          </td>
        )}
        <td className="w-px text-right">
          {first.ended_at ? (
            <span className="inline-flex h-6 items-center gap-1 rounded-full bg-sunken px-2 text-xs">
              <Ban size={12} aria-hidden />
              Ended
            </span>
          ) : (
            !isSeveral && (
              <Button
                size="smallIcon"
                variant="ghost"
                aria-label={`Copy ${first.url}`}
                onClick={() => copyLink(first)}
              >
                <Copy size={14} aria-hidden />
              </Button>
            )
          )}
        </td>
      </tr>
      {isUnfolded &&
        group.links.map((link) => (
          <Single
            key={link.id}
            link={link}
            isOpen={link.id === open}
            columns={isNarrow ? 1 : 2}
            onOpen={onOpen}
          />
        ))}
    </>
  );
}

const Count = ({
  count,
  isStrong = false,
  className,
}: {
  count: number;
  isStrong?: boolean;
  className?: string;
}) => (
  <td
    title={exactCount(count)}
    className={classes('w-px text-right tabular-nums', isStrong && 'font-medium', className)}
  >
    {shortCount(count)}
  </td>
);

/** The post that has the links, with its channels. */
function Used({ group: { post, links }, first }: { group: LinkGroup; first: Link }) {
  const zone = useZone();
  if (first.is_manual) return <p className="truncate text-[13px]">{madeBy(first, zone)}</p>;
  const networks = [...new Set(links.flatMap(({ channel }) => channel?.network ?? []))];
  return (
    <>
      {post ? (
        <PageLink
          to={paths.previewContent(post.item)}
          dir="auto"
          className="block min-h-6 truncate text-[13px] leading-6 hover:underline"
        >
          {post.beginning}
        </PageLink>
      ) : (
        <p className="text-[13px] text-muted">The post was deleted</p>
      )}
      <span className="mt-0.5 flex gap-1">
        {networks.map((network) => (
          <NetworkMark key={network} network={network} />
        ))}
        <span className="sr-only">{networks.map((name) => NETWORK_NAMES[name]).join(', ')}</span>
      </span>
    </>
  );
}

/** One of the links of an address. */
const Single = ({
  link,
  isOpen,
  columns,
  onOpen,
}: {
  link: Link;
  isOpen: boolean;
  columns: number;
  onOpen: (id: number) => void;
}) => (
  <tr className={classes('h-10 text-[13px] [&>td]:px-4 [&>th]:px-4', isOpen && 'bg-accent-soft')}>
    <th scope="row" className="max-w-0 font-normal">
      <button
        type="button"
        onClick={() => onOpen(link.id)}
        className="ml-11 flex min-h-6 max-w-full items-center gap-2 text-left hover:underline"
      >
        {link.channel && <NetworkMark network={link.channel.network} />}
        <span className="truncate">
          {link.channel?.handle} <span className="text-muted">/l/{link.code}</span>
        </span>
      </button>
    </th>
    {columns > 1 && <td className="max-lg:hidden" />}
    <td className="max-md:hidden" />
    <Count count={link.visits} />
    <Count count={link.visitors} className="max-md:hidden" />
    {columns > 1 && <td className="max-lg:hidden" />}
    <td className="w-px text-right">
      <Button
        size="smallIcon"
        variant="ghost"
        aria-label={`Copy ${link.url}`}
        onClick={() => copyLink(link)}
      >
        <Copy size={14} aria-hidden />
      </Button>
    </td>
  </tr>
);
