import { Link } from 'react-router';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import type { Publication } from '#contract/publishing/publications.ts';
import { MAX_LOOKED_AT } from '#contract/publishing/review.ts';
import { useZone } from '#web/api/workspace.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { usePolicyPreview } from '#web/features/publishing/publications/publishing-queries.ts';
import { cut, plural } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';

const EXCERPT = 60;

/** What stops if only approved texts are published. `isAsked`: that is chosen, and not saved yet. */
export function PolicyStops({ isAsked }: { isAsked: boolean }) {
  const zone = useZone();
  const { data, isError, refetch } = usePolicyPreview(isAsked);
  const { count, has_more: hasMore, publications } = (isAsked && data) || NONE;
  const more = count - publications.length;
  return (
    <>
      {/* It is there before its text is, so that the text is read out. */}
      <p role="status" className="not-empty:mt-2 font-medium">
        {count === 1
          ? '1 scheduled post isn’t approved yet and will stop at its time:'
          : count > 1 &&
            `${plural(count, 'scheduled post')} aren’t approved yet and will stop at their times:`}
      </p>
      {count > 0 && (
        <ul aria-label="Posts that will stop" className="mt-2 flex flex-col gap-2">
          {publications.map((publication) => (
            <StoppedPost key={publication.id} publication={publication} zone={zone} />
          ))}
          {more > 0 && <li className="text-muted">and {more} more</li>}
        </ul>
      )}
      {hasMore && (
        <p className="mt-2 text-muted">
          Only the {MAX_LOOKED_AT} scheduled posts that are due first were checked.
        </p>
      )}
      {isAsked && isError && (
        <RetryAlert
          message="Failed to check which scheduled posts will stop"
          onRetry={() => void refetch()}
        />
      )}
    </>
  );
}

const NONE = { count: 0, has_more: false, publications: [] };

function StoppedPost({ publication, zone }: { publication: Publication; zone: string }) {
  const { item, excerpt, channel, due_at: due } = publication;
  const text = cut(excerpt.replaceAll(/\s+/g, ' '), EXCERPT);
  return (
    <li>
      <p dir="auto" className="break-words">
        {item === null ? (
          text
        ) : (
          <Link to={paths.previewContent(item)} className="underline">
            {text || 'A post without text'}
          </Link>
        )}
      </p>
      <p className="flex flex-wrap items-center gap-x-1.5 text-muted text-xs">
        <NetworkMark network={channel.network} />
        <span className="break-all">
          {channel.handle} <span className="sr-only">on {NETWORK_NAMES[channel.network]}</span>
        </span>
        <span className="tabular-nums">{zonedTime(due, zone)}</span>
      </p>
    </li>
  );
}
