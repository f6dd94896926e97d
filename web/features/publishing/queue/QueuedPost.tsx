import { ArrowDown, ArrowUp, CalendarClock, GripVertical } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import type { Publication } from '#contract/publishing/publications.ts';
import { PublicationMenu } from '#web/features/publishing/delivery/PublicationMenu.tsx';
import { StatePill } from '#web/features/publishing/publications/StatePill.tsx';
import { nameOf } from '#web/lib/text.ts';
import { wallTime } from '#web/lib/time/clock.ts';
import { dayName } from '#web/lib/time/day-names.ts';
import { timeOfDay } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';

type Props = {
  post: Publication;
  zone: string;
  decides: boolean;
  isFirst: boolean;
  isLast: boolean;
  onPut: (by: -1 | 1) => void;
  onMove: () => void;
};

/** A post of a queue. */
export function QueuedPost({ post, zone, decides, isFirst, isLast, onPut, onMove }: Props) {
  const { id, item, due_at: due, excerpt, parts, state, held, created_by: author } = post;
  return (
    <li
      data-post={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: Alt with an arrow moves it
      tabIndex={0}
      data-drag={decides ? id : undefined}
      onKeyDown={(event) => {
        const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key as 'ArrowUp'];
        if (!by || event.target !== event.currentTarget) return;
        event.preventDefault();
        const next = by < 0 ? 'previousElementSibling' : 'nextElementSibling';
        if (event.altKey && decides) onPut(by);
        else (event.currentTarget[next] as HTMLElement | null)?.focus();
      }}
      className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-3 py-2 last:border-b-0"
    >
      {decides && (
        <GripVertical size={14} aria-hidden className="shrink-0 cursor-grab text-muted" />
      )}
      <p className="w-28 shrink-0 tabular-nums">
        <span className="block font-medium">
          {dayName(wallTime(Date.parse(due), zone).slice(0, 10))}
        </span>
        <span className="text-muted text-xs">{timeOfDay(due, zone)}</span>
      </p>
      <p className="min-w-0 grow basis-40">
        <span dir="auto" className="block truncate font-medium">
          {item ? <Link to={paths.previewContent(item)}>{excerpt}</Link> : excerpt}
        </span>
        <span className="text-muted text-xs">
          {parts > 1 ? `Thread of ${parts}` : '1 post'} · {nameOf(author)}
        </span>
      </p>
      <StatePill state={state} {...(held && { detail: '· held' })} />
      {decides && (
        <span className="flex gap-1 max-sm:w-full max-sm:justify-end">
          <Button
            variant="ghost"
            size="icon"
            disabled={isFirst}
            aria-label={`Earlier: ${excerpt}`}
            title="Earlier"
            onClick={() => onPut(-1)}
          >
            <ArrowUp size={16} aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            disabled={isLast}
            aria-label={`Later: ${excerpt}`}
            title="Later"
            onClick={() => onPut(1)}
          >
            <ArrowDown size={16} aria-hidden />
          </Button>
          <Button size="bar" onClick={onMove}>
            <CalendarClock size={14} aria-hidden /> Move to…
          </Button>
          <PublicationMenu publication={post} zone={zone} />
        </span>
      )}
    </li>
  );
}
