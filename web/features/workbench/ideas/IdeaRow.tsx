import {
  CalendarDays,
  CalendarPlus,
  ChartNoAxesColumn,
  Check,
  FilePlus2,
  type LucideIcon,
  StickyNote,
  TextCursorInput,
  X,
} from 'lucide-react';
import type { Idea } from '#contract/assistant/runs.ts';
import { classes } from '#web/lib/classes.ts';
import { dayName } from '#web/lib/time/day-names.ts';
import { Button } from '#web/ui/Button.tsx';
import { Keys } from '#web/ui/text/Keys.tsx';
import type { Row } from './use-ideas.ts';

const ICONS: Record<Idea['from'], LucideIcon> = {
  best_posts: ChartNoAxesColumn,
  gaps: CalendarDays,
  notes: StickyNote,
  subject: TextCursorInput,
};

type Props = {
  row: Row;
  place: number;
  isCurrent: boolean;
  /** The name of the folder where the draft was made. */
  folder: string;
  onPoint: () => void;
  onMake: () => void;
  onOpen: () => void;
  onUndo: () => void;
  onDismiss: () => void;
};

/** A beginning, and why it is proposed. */
export function IdeaRow({
  row,
  place,
  isCurrent,
  folder,
  onPoint,
  onMake,
  onOpen,
  onUndo,
  onDismiss,
}: Props) {
  const { key, beginning, rest, why, from, day, draft, isMaking = false } = row;
  const Icon = ICONS[from];
  return (
    <li
      data-idea={key}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={`${beginning}. ${why}`}
      onFocus={onPoint}
      className={classes(
        'group/idea flex min-h-15 items-center gap-3 border-line border-b px-4 py-2 outline-none focus-visible:bg-row focus-visible:shadow-[inset_0_0_0_2px_var(--color-accent-solid)]',
        isCurrent && 'bg-row',
      )}
    >
      <span className="w-5 shrink-0 text-right text-muted text-xs tabular-nums max-md:hidden">
        {place + 1}
      </span>
      <div className="min-w-0 grow">
        <p dir="auto" className="break-words">
          <span className="font-medium">{beginning}</span>{' '}
          <span className="text-muted max-md:hidden">{rest}</span>
        </p>
        <p className="flex items-start gap-1.5 text-muted text-xs">
          <Icon size={12} aria-hidden className="mt-0.5 shrink-0" />
          <span className="min-w-0 break-words">{why}</span>
        </p>
      </div>
      {day && (
        <span className="inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full bg-sunken px-2.5 font-medium text-xs max-md:hidden">
          <CalendarPlus size={12} aria-hidden className="text-muted" />
          {dayName(day)}
        </span>
      )}
      {draft !== undefined ? (
        <div className="flex shrink-0 items-center gap-1">
          <span role="status" className="flex items-center gap-1.5 text-fine">
            <Check size={14} aria-hidden /> Draft
            <span className="max-w-40 truncate max-md:sr-only"> in {folder}</span>
          </span>
          <Button size="small" onClick={onOpen} className="ml-2 max-md:hidden">
            Open
          </Button>
          <Button variant="ghost" size="small" onClick={onUndo}>
            Undo
          </Button>
        </div>
      ) : (
        <div className="flex shrink-0 items-center gap-1">
          <Button
            size="small"
            busy={isMaking}
            tabIndex={isCurrent ? 0 : -1}
            onClick={onMake}
            className={classes(
              'max-md:hidden',
              !isCurrent && 'opacity-0 group-hover/idea:opacity-100',
            )}
          >
            Make a draft {isCurrent && <Keys>↵</Keys>}
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Make a draft: ${beginning}`}
            busy={isMaking}
            onClick={onMake}
            className="md:hidden"
          >
            <FilePlus2 size={18} aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="smallIcon"
            aria-label={`Not this one: ${beginning}`}
            title="Not this one (X)"
            tabIndex={isCurrent ? 0 : -1}
            onClick={onDismiss}
            className={classes(
              'max-md:hidden',
              !isCurrent && 'opacity-0 group-hover/idea:opacity-100',
            )}
          >
            <X size={14} aria-hidden />
          </Button>
        </div>
      )}
    </li>
  );
}
