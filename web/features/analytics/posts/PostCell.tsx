import { Type } from 'lucide-react';
import { Link } from 'react-router';
import type { PostRow } from '#contract/analytics/overview.ts';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import { useMediaLink } from '#web/features/media/files/media-queries.ts';
import { Thumbnail } from '#web/features/media/files/Thumbnail.tsx';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { zonedTime } from '#web/lib/time/time.ts';

type Post = Pick<PostRow, 'item' | 'excerpt' | 'picture' | 'channels' | 'published_at' | 'parts'>;

/** A post in a table: it leads to its figures. */
export function PostCell({ post, zone }: { post: Post; zone: string }) {
  const { item, excerpt, picture, channels, published_at, parts } = post;
  const link = useMediaLink(picture !== null);
  const name = excerpt || 'Post without text';
  const networks = [...new Set(channels.map(({ network }) => network))];
  return (
    <span className="flex min-w-0 items-center gap-3">
      {picture ? (
        <Thumbnail
          kind={picture.kind}
          link={link(picture.hash)}
          focus={picture.focus}
          isSmall
          className="size-9 shrink-0 rounded-[6px]"
        />
      ) : (
        <span className="grid size-9 shrink-0 place-items-center rounded-[6px] bg-sunken text-muted">
          <Type size={16} aria-hidden />
        </span>
      )}
      <span className="min-w-0">
        {item === null ? (
          <span dir="auto" className="block truncate font-medium">
            {name}
          </span>
        ) : (
          <Link
            to={paths.analyticsPost(item)}
            dir="auto"
            className="block truncate font-medium hover:underline"
          >
            {name}
          </Link>
        )}
        <span className="flex items-center gap-1 text-muted text-xs">
          {networks.map((network) => (
            <NetworkMark key={network} network={network} className="size-3.5! rounded-[3px]!" />
          ))}
          <span className="sr-only">
            {networks.map((network) => NETWORK_NAMES[network]).join(', ')}
          </span>
          <span className="ml-1 truncate tabular-nums">
            {zonedTime(published_at, zone)}
            {parts > 1 && ` · Thread (${parts})`}
          </span>
        </span>
      </span>
    </span>
  );
}
