import { Link, useParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { FeedView } from '#web/features/automation/feeds/FeedView.tsx';
import { useFeeds } from '#web/features/automation/feeds/feed-queries.ts';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';

/** One feed. */
export default function FeedPage() {
  const id = Number(useParams().id);
  const { data, isError, refetch } = useFeeds();
  const feed = data?.find((row) => row.id === id);
  return (
    <>
      <title>{feed ? `${feed.title}: Feed` : 'Feed'}</title>
      {feed ? (
        <FeedView feed={feed} />
      ) : data ? (
        <div className="py-8 text-center">
          <h1 className="mb-2 font-semibold text-xl">There is no feed #{id}.</h1>
          <Link to={paths.feeds} className="text-accent hover:underline">
            Feeds
          </Link>
        </div>
      ) : isError ? (
        <RetryAlert message="The feed couldn’t be loaded." onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </>
  );
}
