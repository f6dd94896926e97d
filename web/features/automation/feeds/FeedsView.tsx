import { Plus, Rss } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Feed } from '#contract/automation/feeds.ts';
import { paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import { bareAddress } from '#web/features/analytics/links/link-words.ts';
import { plural } from '#web/lib/text.ts';
import { relativeTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { AddFeedDialog } from './AddFeedDialog.tsx';
import { FeedState } from './FeedState.tsx';
import { useFeeds } from './feed-queries.ts';
import { rhythmOf } from './feed-words.ts';

/** The feeds of the workspace. */
export function FeedsView() {
  const { data, isError, refetch } = useFeeds();
  const [isAdding, setAdding] = useState(false);
  const writes = useCan('write');
  const navigate = useNavigate();
  const add = writes && (
    <Button variant="primary" size="bar" onClick={() => setAdding(true)}>
      <Plus size={16} aria-hidden />
      Add a feed
    </Button>
  );
  return (
    <>
      <div className="mb-4 flex min-h-10 items-center justify-between gap-2">
        <h2 className="font-semibold text-xl">Feeds</h2>
        {data && data.length > 0 && add}
      </div>
      {isError && !data ? (
        <RetryAlert message="The feeds couldn’t be loaded." onRetry={() => void refetch()} />
      ) : !data ? (
        <div role="status" aria-label="Loading feeds">
          <Skeleton className="h-64" />
        </div>
      ) : data.length === 0 ? (
        <EmptyState
          icon={Rss}
          title="No feeds yet"
          hint="Add the feed of a blog or a newsroom, and make drafts of what is new there."
        >
          {add}
        </EmptyState>
      ) : (
        <ul
          aria-label="Feeds"
          className="divide-y divide-line rounded-base border border-line bg-surface"
        >
          {data.map((feed) => (
            <Row key={feed.id} feed={feed} />
          ))}
        </ul>
      )}
      {isAdding && (
        <AddFeedDialog
          onClose={() => setAdding(false)}
          onAdded={(id) => void navigate(paths.feed(id))}
        />
      )}
    </>
  );
}

const Row = ({ feed }: { feed: Feed }) => (
  <li className="relative flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 hover:bg-row">
    <div className="min-w-0 grow basis-60">
      <Link
        to={paths.feed(feed.id)}
        className="block min-h-6 truncate font-medium leading-6 after:absolute after:inset-0"
      >
        {feed.title}
      </Link>
      <p className="truncate text-muted text-xs">
        {bareAddress(feed.url)} · read {rhythmOf(feed)}, last {relativeTime(feed.read_at)}
      </p>
    </div>
    {feed.new_entries > 0 && (
      <span className="font-medium text-[13px]">
        {plural(feed.new_entries, 'new entry', 'new entries')}
      </span>
    )}
    <FeedState feed={feed} />
  </li>
);
