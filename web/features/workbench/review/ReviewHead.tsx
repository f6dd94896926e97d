import { ArrowLeft } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { Keys } from '#web/ui/text/Keys.tsx';
import type { ReviewQueue } from './use-review-queue.ts';

/** How many reviews wait, and the way back to their list. */
export function ReviewHead({ queue: { pending, reviews, named, choose } }: { queue: ReviewQueue }) {
  const { results = [], count = 0 } = pending.data ?? {};
  return (
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
  );
}
