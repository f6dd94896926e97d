import { type RefObject, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { PendingReview } from '#web/features/publishing/workflow/workflow-queries.ts';
import { focusMain } from '#web/ui/overlays/focus.ts';

/** The review that is shown, in the address: on a phone it is a page of its own. */
const CHOSEN = 'review';

/** The review that is shown, and the way to others. */
export function useChosenReview(
  reviews: readonly PendingReview[],
  list: RefObject<HTMLElement | null>,
) {
  const [query, setQuery] = useSearchParams();
  const wanted = query.get(CHOSEN);
  // Asked for anew, because its proposals have changed, a review has another id: its text stays.
  const seen = useRef<number>(undefined);
  const renewed = reviews.find(({ content }) => content.id === seen.current);
  const byId = reviews.find(({ id }) => String(id) === wanted);
  /** The one that the address names. */
  const named = byId ?? (wanted === null ? undefined : renewed);
  const chosen = named ?? renewed ?? reviews[0];
  seen.current = chosen?.content.id;
  const latest = useRef(chosen?.id);
  latest.current = chosen?.id;
  const place = chosen ? reviews.indexOf(chosen) : -1;

  function choose(
    review: PendingReview | undefined,
    { focus = true, replace = named !== undefined } = {},
  ) {
    // Shown before the next key, which counts from it.
    setQuery(review ? { [CHOSEN]: String(review.id) } : {}, { replace, flushSync: true });
    if (!focus) return;
    requestAnimationFrame(() => {
      const row = list.current?.querySelector<HTMLElement>(`[data-review="${review?.id}"]`);
      if (row?.checkVisibility()) row.focus();
      else focusMain();
    });
  }

  return { chosen, named, latest, choose, next: reviews[place + 1], previous: reviews[place - 1] };
}
