import { useRef, useState } from 'react';
import {
  type PendingReview,
  usePending,
} from '#web/features/publishing/workflow/workflow-queries.ts';
import { useChosenReview } from './use-chosen-review.ts';

export type ReviewQueue = ReturnType<typeof useReviewQueue>;

/** The reviews that wait, the one that is decided on, and the comments that are being written. */
export function useReviewQueue() {
  const pending = usePending();
  const [comments, setComments] = useState<Record<number, string>>({});
  const [rejecting, setRejecting] = useState<number>();
  /** Decided here: they leave at once. */
  const [decided, setDecided] = useState<ReadonlySet<number>>(new Set());
  const list = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const commentOf = (id: number) => comments[id] ?? '';
  const results = pending.data?.results ?? [];
  const waiting = new Set(results.map(({ id }) => id));
  const reviews = useShown(
    results,
    ({ id }) => !decided.has(id) && (waiting.has(id) || commentOf(id).trim() !== ''),
  );
  const { latest, ...shown } = useChosenReview(reviews, list);

  const discard = ({ id }: PendingReview) => setComments(({ [id]: _, ...others }) => others);
  return {
    ...shown,
    pending,
    reviews,
    list,
    field,
    isLate: ({ id }: PendingReview) => !waiting.has(id),
    commentOf: ({ id }: PendingReview) => commentOf(id),
    comment: ({ id }: PendingReview, text: string) =>
      setComments((all) => ({ ...all, [id]: text })),
    isRejecting: ({ id }: PendingReview) => rejecting === id,
    askReason: (review: PendingReview) => {
      setRejecting(review.id);
      requestAnimationFrame(() => field.current?.focus());
    },
    stopRejecting: (review: PendingReview) => {
      setRejecting(undefined);
      discard(review);
    },
    /** A review was decided on: the next one follows. */
    goOn: (review: PendingReview) => {
      setDecided((before) => new Set([...before, review.id]));
      discard(review);
      setRejecting((before) => (before === review.id ? undefined : before));
      // Another one may have been chosen while the server was slow.
      if (latest.current !== review.id) return;
      // Back leads to the page before, however many were decided on.
      shown.choose(shown.next ?? shown.previous, { replace: true });
    },
  };
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
