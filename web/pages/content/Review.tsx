import { CheckCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import { ListSkeleton } from '#web/features/workbench/list/ContentList.tsx';
import { DecisionBar } from '#web/features/workbench/review/DecisionBar.tsx';
import { ReviewDetail, type ReviewView } from '#web/features/workbench/review/ReviewDetail.tsx';
import { ReviewHead } from '#web/features/workbench/review/ReviewHead.tsx';
import { ReviewList } from '#web/features/workbench/review/ReviewList.tsx';
import { useReviewQueue } from '#web/features/workbench/review/use-review-queue.ts';
import { classes } from '#web/lib/classes.ts';
import { useKeyActions } from '#web/lib/keyboard/single-keys.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';

/** Pending reviews, the longest waiting first, beside the one that is decided on. */
export default function ReviewPage() {
  const navigate = useNavigate();
  const queue = useReviewQueue();
  const { pending, reviews, chosen, named, choose, next, previous } = queue;
  const [view, setView] = useState<ReviewView>('text');
  const approve = useRef<HTMLButtonElement>(null);
  // On a phone nothing is decided on from the list.
  const roomy = useMedia('(min-width: 768px)');
  const isShown = chosen !== undefined && (roomy || named !== undefined);
  const writes = useCan('write');
  const decides = useCan('decide');

  useKeyActions({
    j: () => next && choose(next),
    k: () => previous && choose(previous),
    ...(isShown && {
      ...(decides && { a: () => approve.current?.click(), r: () => queue.askReason(chosen) }),
      ...(writes && { e: () => navigate(paths.editContent(chosen.content.id)) }),
      Enter: ({ target }: KeyboardEvent) => {
        // It presses the button or link that has the focus.
        if ((target as Element).closest('button:not([data-review]), a')) return false;
        return navigate(paths.previewContent(chosen.content.id));
      },
    }),
  });

  if (pending.isError && !pending.data) {
    const message = pending.error.message || 'Failed to fetch pending reviews';
    return (
      <div className="p-4">
        <RetryAlert message={message} onRetry={() => void pending.refetch()} />
      </div>
    );
  }
  return (
    <>
      <title>Waiting for Review</title>
      <ReviewHead queue={queue} />
      {pending.isPending && <ListSkeleton />}
      {pending.data && !chosen && <NoReviews />}
      {chosen && (
        <div className="grid min-h-0 grow md:grid-cols-[304px_minmax(0,1fr)] xl:grid-cols-[400px_minmax(0,1fr)] 2xl:grid-cols-[440px_minmax(0,1fr)]">
          <div
            className={classes(
              'min-w-0 border-line border-r md:sticky md:top-24 md:h-[calc(100dvh-6rem)] md:overflow-y-auto',
              named && 'max-md:hidden',
            )}
          >
            <ReviewList
              reviews={reviews}
              chosen={chosen}
              onChoose={(review) => choose(review)}
              list={queue.list}
            />
          </div>
          <article
            key={chosen.id}
            aria-label={chosen.content.title}
            className={classes(
              'flex min-w-0 flex-col md:h-[calc(100dvh-6rem)]',
              !named && 'max-md:hidden',
            )}
          >
            <div className="min-h-0 grow md:overflow-y-auto">
              <ReviewDetail review={chosen} view={view} onView={setView} />
            </div>
            <div className="sticky bottom-0 z-10 shrink-0 border-line border-t bg-surface">
              <DecisionBar
                review={chosen}
                isLate={queue.isLate(chosen)}
                comment={queue.commentOf(chosen)}
                onComment={(comment) => queue.comment(chosen, comment)}
                isRejecting={queue.isRejecting(chosen)}
                onRejecting={(asks) =>
                  asks ? queue.askReason(chosen) : queue.stopRejecting(chosen)
                }
                onDecided={() => queue.goOn(chosen)}
                onSkip={() => choose(next ?? reviews[0])}
                field={queue.field}
                approve={approve}
              />
            </div>
          </article>
        </div>
      )}
    </>
  );
}

const NoReviews = () => (
  <div className="px-4 pt-24">
    <EmptyState
      icon={CheckCheck}
      title="Nothing is waiting for review."
      hint="Open a draft to submit it for review."
    >
      <Button asChild>
        <Link to={paths.drafts}>See the drafts</Link>
      </Button>
    </EmptyState>
  </div>
);
