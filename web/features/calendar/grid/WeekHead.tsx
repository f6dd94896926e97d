import type { Note } from '#contract/publishing/calendar.ts';
import { useCalendarActions } from '#web/features/calendar/entries/actions.ts';
import { classes } from '#web/lib/classes.ts';
import { weekdayName } from '#web/lib/time/day-names.ts';

type Props = { day: string; note: Note | undefined };

/** The name of a day of a week, and its note. */
export function WeekHead({ day, note }: Props) {
  const { today, writes, note: open } = useCalendarActions();
  return (
    <div role="columnheader" className="min-w-0 border-line border-l px-2 py-1.5">
      <p className="truncate text-muted text-xs">
        {weekdayName(day)}
        {day === today && ' · today'}
      </p>
      <p
        aria-current={day === today ? 'date' : undefined}
        className={classes('font-semibold text-base tabular-nums', day === today && 'text-accent')}
      >
        {Number(day.slice(8))}
      </p>
      <div className="h-6">
        {note && (
          <button
            type="button"
            disabled={!writes}
            onClick={() => open(day, note.id)}
            className="block max-w-full truncate text-muted text-xs leading-6"
          >
            {note.text}
          </button>
        )}
      </div>
    </div>
  );
}
