import type { KeyboardEvent, RefObject } from 'react';
import { FolderLabel } from '#web/features/content/folders/FolderLabel.tsx';
import { headlineOf } from '#web/features/content/items/headline.ts';
import { DeliveryPill } from '#web/features/publishing/publications/DeliveryPill.tsx';
import type { PendingReview } from '#web/features/publishing/workflow/workflow-queries.ts';
import { CommentCount } from '#web/features/workbench/list/row-parts.tsx';
import { classes } from '#web/lib/classes.ts';
import { nameOf } from '#web/lib/text.ts';
import { relativeTime } from '#web/lib/time/time.ts';
import { Avatar } from '#web/ui/Avatar.tsx';

type Props = {
  reviews: readonly PendingReview[];
  chosen: PendingReview | undefined;
  onChoose: (review: PendingReview) => void;
  list: RefObject<HTMLUListElement | null>;
};

/** The queue: one Tab stop, the arrows move. */
export function ReviewList({ reviews, chosen, onChoose, list }: Props) {
  const at = Math.max(
    0,
    reviews.findIndex(({ id }) => id === chosen?.id),
  );
  const places: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: reviews.length - 1,
  };
  function onKeyDown(event: KeyboardEvent) {
    const next = reviews[places[event.key] ?? -1];
    if (!next) return;
    event.preventDefault();
    onChoose(next);
  }
  return (
    <ul ref={list} aria-label="Waiting for review" onKeyDown={onKeyDown}>
      {reviews.map((review, place) => (
        <li key={review.id}>
          <Row
            review={review}
            isChosen={review.id === chosen?.id}
            isStop={place === at}
            onChoose={() => onChoose(review)}
          />
        </li>
      ))}
    </ul>
  );
}

type RowProps = {
  review: PendingReview;
  isChosen: boolean;
  isStop: boolean;
  onChoose: () => void;
};

function Row({ review: { content: item, ...asked }, isChosen, isStop, onChoose }: RowProps) {
  const { title, body } = headlineOf(item);
  return (
    <button
      type="button"
      data-review={asked.id}
      aria-current={isChosen || undefined}
      tabIndex={isStop ? 0 : -1}
      onClick={onChoose}
      className={classes(
        'flex min-h-[88px] w-full flex-col justify-center gap-0.5 border-line-soft border-b border-l-2 px-4 py-2.5 text-left',
        isChosen ? 'border-l-accent-solid bg-accent-soft' : 'border-l-transparent hover:bg-row',
      )}
    >
      <span dir="auto" className="block w-full truncate font-medium">
        {title}
      </span>
      <span dir="auto" className="block w-full truncate text-[13px] text-muted">
        {body}
      </span>
      <span className="flex w-full items-center gap-2 text-muted text-xs">
        <Avatar name={nameOf(asked.user)} size="small" />
        <span className="sr-only">{nameOf(asked.user)} asked</span>
        <span className="shrink-0">{relativeTime(asked.created_at)}</span>
        <span className="min-w-0 truncate">
          <FolderLabel folder={item.folder} short />
        </span>
        {item.tags.slice(0, 2).map((tag) => (
          <span key={tag} className="max-w-24 truncate">
            #{tag}
          </span>
        ))}
        <span className="ml-auto flex shrink-0 items-center gap-2">
          {item.is_thread_root && <span>Thread ({item.thread_size})</span>}
          <CommentCount item={item} />
          <DeliveryPill post={item} quiet short />
        </span>
      </span>
    </button>
  );
}
