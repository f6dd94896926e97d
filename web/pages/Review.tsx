import { ArrowLeft, CheckCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import { ListSkeleton } from '#web/features/list/ContentList.tsx';
import { type PendingReview, usePending } from '#web/features/workflow/workflow-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { useKeyActions } from '#web/lib/single-keys.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { focusMain } from '#web/ui/focus.ts';
import { Keys } from '#web/ui/Keys.tsx';
import { RetryAlert } from '#web/ui/RetryAlert.tsx';
import { DecisionBar } from './review/DecisionBar.tsx';
import { ReviewDetail, type ReviewView } from './review/ReviewDetail.tsx';
import { ReviewList } from './review/ReviewList.tsx';

/** The review that is shown, in the address: on a phone it is a page of its own. */
const CHOSEN = 'review';

/** Pending reviews, the longest waiting first, beside the one that is decided on. */
export default function ReviewPage() {
  const pending = usePending();
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const [view, setView] = useState<ReviewView>('text');
  const [comments, setComments] = useState<Record<number, string>>({});
  const [rejecting, setRejecting] = useState<number>();
  /** Decided here: they leave at once. */
  const [decided, setDecided] = useState<ReadonlySet<number>>(new Set());
  const list = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const approve = useRef<HTMLButtonElement>(null);
  const commentOf = (id: number) => comments[id] ?? '';
  const results = pending.data?.results ?? [];
  const waiting = new Set(results.map(({ id }) => id));
  const reviews = useShown(
    results,
    ({ id }) => !decided.has(id) && (waiting.has(id) || commentOf(id).trim() !== ''),
  );
  // What was chosen is shown at once, before the address has changed.
  const [ahead, setAhead] = useState<number>();
  const inAddress = query.get(CHOSEN);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the address has changed
  useEffect(() => setAhead(undefined), [inAddress]);
  const wanted = ahead === undefined ? inAddress : String(ahead);
  // Asked for anew, because its proposals have changed, a review has another id: its text stays.
  const seen = useRef<number>(undefined);
  const renewed = reviews.find(({ content }) => content.id === seen.current);
  const byId = reviews.find(({ id }) => String(id) === wanted);
  const named = byId ?? (wanted === null ? undefined : renewed);
  const chosen = named ?? renewed ?? reviews[0];
  seen.current = chosen?.content.id;
  const place = chosen ? reviews.indexOf(chosen) : -1;
  const latest = useRef(chosen?.id);
  latest.current = chosen?.id;
  // On a phone nothing is decided on from the list.
  const roomy = useMedia('(min-width: 768px)');
  const isShown = chosen !== undefined && (roomy || named !== undefined);
  const writes = useCan('write');
  const decides = useCan('decide');

  function choose(
    review: PendingReview | undefined,
    { focus = true, replace = named !== undefined } = {},
  ) {
    setAhead(review?.id);
    setQuery(review ? { [CHOSEN]: String(review.id) } : {}, { replace });
    if (!focus) return;
    requestAnimationFrame(() => {
      const row = list.current?.querySelector<HTMLElement>(`[data-review="${review?.id}"]`);
      if (row?.checkVisibility()) row.focus();
      else focusMain();
    });
  }

  function askReason(review: PendingReview) {
    setRejecting(review.id);
    requestAnimationFrame(() => field.current?.focus());
  }

  function goOn(review: PendingReview) {
    setDecided((before) => new Set([...before, review.id]));
    setComments(({ [review.id]: _, ...others }) => others);
    setRejecting((before) => (before === review.id ? undefined : before));
    // Another one may have been chosen while the server was slow.
    if (latest.current !== review.id) return;
    // Back leads to the page before, however many were decided on.
    choose(reviews[place + 1] ?? reviews[place - 1], { replace: true });
  }

  useKeyActions({
    j: () => reviews[place + 1] && choose(reviews[place + 1]),
    k: () => reviews[place - 1] && choose(reviews[place - 1]),
    ...(isShown && {
      ...(decides && { a: () => approve.current?.click(), r: () => askReason(chosen) }),
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
  const count = pending.data?.count ?? 0;
  return (
    <>
      <title>Waiting for Review</title>
      <div
        data-sticks
        className="sticky top-12 z-20 flex h-12 shrink-0 items-center gap-3 border-line border-b bg-surface px-4"
      >
        {named && (
          <Button
            variant="ghost"
            size="icon"
            aria-label="Back to the list"
            onClick={() => choose(undefined, { focus: false })}
            className="md:hidden"
          >
            <ArrowLeft size={16} aria-hidden />
          </Button>
        )}
        <h1 className="font-semibold text-[15px]">Waiting for Review</h1>
        <span role="status" className="text-muted tabular-nums">
          {pending.data &&
            (results.length < count ? `The first ${results.length} of ${count}` : reviews.length)}
        </span>
        {reviews.length > 1 && (
          <span className="ml-auto flex items-center gap-1 text-[13px] text-muted max-lg:hidden">
            <Keys>J</Keys>
            <Keys>K</Keys>
            next, previous
          </span>
        )}
      </div>
      {pending.isPending && <ListSkeleton />}
      {pending.data && !chosen && (
        <div className="px-4 pt-24">
          <EmptyState
            icon={CheckCheck}
            title="Nothing waits for review."
            hint="Open a draft to submit it for review."
          >
            <Button asChild>
              <Link to={paths.drafts}>See the drafts</Link>
            </Button>
          </EmptyState>
        </div>
      )}
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
              list={list}
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
                isLate={!waiting.has(chosen.id)}
                comment={commentOf(chosen.id)}
                onComment={(comment) => setComments((all) => ({ ...all, [chosen.id]: comment }))}
                isRejecting={rejecting === chosen.id}
                onRejecting={(asks) => {
                  if (asks) return askReason(chosen);
                  setRejecting(undefined);
                  setComments(({ [chosen.id]: _, ...others }) => others);
                }}
                onDecided={() => goOn(chosen)}
                onSkip={() => choose(reviews[place + 1] ?? reviews[0])}
                field={field}
                approve={approve}
              />
            </div>
          </article>
        </div>
      )}
    </>
  );
}

/** Pending reviews, and decided ones with an unsent comment, which is not discarded. */
function useShown(
  results: readonly PendingReview[],
  isShown: (review: PendingReview) => boolean,
): PendingReview[] {
  const last = useRef<PendingReview[]>([]);
  const known = new Map([...last.current, ...results].map((entry) => [entry.id, entry]));
  const shown = [...known.values()].filter(isShown).toSorted((a, b) => a.id - b.id);
  last.current = shown;
  return shown;
}
