import { Plus } from 'lucide-react';
import { useCalendarActions } from '#web/features/calendar/entries/actions.ts';
import { timeOf } from '#web/features/calendar/entries/days.ts';
import type { Entry } from '#web/features/calendar/entries/entries.ts';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { longDayName } from '#web/lib/time/day-names.ts';
import { clockTime } from '#web/lib/time/time.ts';
import { EntryChip } from './EntryChip.tsx';
import type { FreeSlot } from './free-slots.ts';
import { firstTime } from './grid-times.ts';
import { HOUR_PX, placed, topOf } from './week-layout.ts';

const SLOT_PX = 26;

type Props = {
  day: string;
  entries: readonly Entry[];
  slots: readonly FreeSlot[];
  /** The wall time. */
  now: string;
  reachable: string | undefined;
};

/** A day of a week, as a column of hours. */
export function WeekDay({ day, entries, slots, now, reachable }: Props) {
  const { zone, today, writes, create, openDay } = useCalendarActions();
  return (
    <div
      role="gridcell"
      data-day={day}
      data-past={day < today || undefined}
      tabIndex={reachable === day ? 0 : -1}
      aria-label={`${longDayName(day)}${day === today ? ', today' : ''}, ${plural(entries.length, 'post')}`}
      onDoubleClick={(event) => {
        if (!writes || (event.target as HTMLElement).closest('button')) return;
        const { top } = event.currentTarget.getBoundingClientRect();
        const minutes = Math.floor(((event.clientY - top) / HOUR_PX) * 2) * 30;
        create(day < today ? firstTime(day, zone) : `${day}T${timeOf(minutes)}`);
      }}
      className={classes(
        'calendar-day relative min-w-0 border-line border-l',
        day === today && 'bg-[var(--jade-2)] dark:bg-transparent',
      )}
    >
      {slots.map(({ local, at }) => (
        <SlotButton key={at} local={local} isActive={reachable === `more-slot-${local}`} />
      ))}
      {placed(entries).map(({ entry, top, hidden }) => (
        <div key={entry.key} className="absolute inset-x-0 px-0.5" style={{ top }}>
          <EntryChip
            entry={entry}
            look="week"
            isActive={reachable === entry.key}
            isFirst={hidden > 0}
          />
          {hidden > 0 && (
            <button
              type="button"
              data-more={`more-${entry.key}`}
              tabIndex={reachable === `more-${entry.key}` ? 0 : -1}
              onClick={({ currentTarget }) => openDay(day, currentTarget)}
              className="absolute bottom-0 left-1 h-6 max-w-[calc(100%-8px)] truncate rounded-sm px-1 font-medium text-xs hover:underline"
            >
              and {hidden} more<span className="sr-only"> on {longDayName(day)}</span>
            </button>
          )}
        </div>
      ))}
      {day === today && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-x-0 z-10 border-[var(--tomato-9)] border-t-2 before:absolute before:-top-[5px] before:-left-1 before:size-2 before:rounded-full before:bg-[var(--tomato-9)]"
          style={{ top: topOf(now) }}
        />
      )}
    </div>
  );
}

function SlotButton({ local, isActive }: { local: string; isActive: boolean }) {
  const { writes, create } = useCalendarActions();
  return (
    <button
      type="button"
      data-more={`more-slot-${local}`}
      tabIndex={isActive ? 0 : -1}
      data-slot={local}
      disabled={!writes}
      onClick={() => create(local)}
      aria-label={`New post in the free slot ${clockTime(local.slice(11))}`}
      className="absolute inset-x-1 flex items-center gap-1 rounded-[6px] border border-field border-dashed px-1.5 text-muted text-xs tabular-nums hover:bg-hover"
      style={{ top: topOf(local), height: SLOT_PX }}
    >
      <Plus size={12} aria-hidden />
      <span className="truncate">{clockTime(local.slice(11))} free</span>
    </button>
  );
}
