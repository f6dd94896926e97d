import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import type { Note } from '#contract/publishing/calendar.ts';
import { useCalendarActions } from '#web/features/calendar/entries/actions.ts';
import { addDays, weeksOfMonth } from '#web/features/calendar/entries/days.ts';
import { type Entry, mostUrgent } from '#web/features/calendar/entries/entries.ts';
import { classes } from '#web/lib/classes.ts';
import { laterComponent } from '#web/lib/later.ts';
import { plural } from '#web/lib/text.ts';
import { longDayName, shortDayName, weekdayName } from '#web/lib/time/day-names.ts';
import { EntryChip } from './EntryChip.tsx';
import { firstTime } from './grid-times.ts';
import { useGrid } from './use-grid.ts';
import { useMonthRows } from './use-month-rows.ts';

const DraftButton = laterComponent(
  () => import('./DraftButton.tsx').then((module) => module.DraftButton),
  { isExtra: true },
);

export type ViewProps = {
  /** A day of the period. */
  day: string;
  firstDay: number;
  entries: readonly Entry[];
  days: ReadonlyMap<string, readonly Entry[]>;
  notes: readonly Note[];
  onDay: (day: string) => void;
};

const placeOf = (element: Element) => {
  const { day } = element.closest<HTMLElement>('[data-day]')?.dataset ?? {};
  return day ? { day } : undefined;
};

/** A month as weeks of days. */
export function MonthView({ day, firstDay, entries, days, notes, onDay }: ViewProps) {
  const actions = useCalendarActions();
  const weeks = useMemo(() => weeksOfMonth(day, firstDay), [firstDay, day]);
  const known = useMemo(() => new Map(entries.map((entry) => [entry.key, entry])), [entries]);
  const { reachable, props } = useGrid({
    entries: known,
    days: weeks.flat(),
    onDay,
    rowDays: 7,
    onVertical: (entry, direction) => ({
      local: `${addDays(entry.day, 7 * direction)}T${entry.time}`,
    }),
    placeOf,
  });
  const { today } = actions;
  const shown = useMonthRows(props.ref, weeks, today);
  const [first] = weeks;
  return (
    <div
      {...props}
      role="grid"
      aria-label="Month"
      className="group/grid relative flex min-h-max min-w-0 grow flex-col overflow-clip rounded-base border border-line bg-surface"
    >
      <div
        role="row"
        className="sticky top-0 z-10 grid h-8 shrink-0 grid-cols-7 border-line border-b bg-surface"
      >
        {first?.map((day) => (
          <div
            key={day}
            role="columnheader"
            aria-label={weekdayName(day, 'long')}
            className="flex items-center px-2 text-muted text-xs"
          >
            {weekdayName(day)}
          </div>
        ))}
      </div>
      {weeks.map((week, row) => (
        <div
          key={week[0]}
          role="row"
          className="grid min-h-24 grow basis-0 grid-cols-7 border-line border-b last:border-b-0"
        >
          {week.map((entry, column) => (
            <DayCell
              key={entry}
              day={entry}
              isOutside={entry.slice(0, 7) !== day.slice(0, 7)}
              isFirst={row === 0 && column === 0}
              entries={days.get(entry) ?? []}
              most={shown}
              notes={notes.filter((note) => note.day === entry)}
              reachable={reachable}
              onCreate={() => actions.create(firstTime(entry, actions.zone))}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type DayProps = {
  day: string;
  isOutside: boolean;
  isFirst: boolean;
  entries: readonly Entry[];
  /** How many are drawn; the others are behind a button. */
  most: number;
  notes: readonly Note[];
  reachable: string | undefined;
  onCreate: () => void;
};

/** A button of a day, seen where it is pointed at. */
const ADD =
  'size-6 shrink-0 place-items-center rounded-sm text-muted opacity-0 hover:bg-hover hover:text-text focus-visible:opacity-100 group-hover/day:opacity-100';

function DayCell({ day, isOutside, isFirst, entries, most, notes, reachable, onCreate }: DayProps) {
  const { today, zone, writes, openDay, note } = useCalendarActions();
  const isPast = day < today;
  const shown = mostUrgent(entries, most);
  const rest = entries.length - shown.length;
  const more = `more-${day}`;
  const [noted, ...others] = notes;
  return (
    <div
      role="gridcell"
      data-day={day}
      data-past={isPast || undefined}
      tabIndex={reachable === day ? 0 : -1}
      aria-label={`${longDayName(day)}${day === today ? ', today' : ''}, ${plural(entries.length, 'post')}${notes.map(({ text }) => `, ${text}`).join('')}`}
      className={classes(
        'group/day calendar-day relative flex scroll-mt-8 min-w-0 flex-col gap-0.5 border-line border-l p-1 first:border-l-0',
        isOutside && 'bg-page',
      )}
    >
      <div className="flex h-6 items-center gap-1 px-0.5">
        <span
          aria-current={day === today ? 'date' : undefined}
          className={classes(
            'grid h-5.5 shrink-0 place-items-center font-medium text-xs tabular-nums',
            day === today
              ? 'min-w-5.5 rounded-full bg-accent-solid text-on-accent'
              : isOutside
                ? 'text-muted'
                : '',
          )}
        >
          {shortDayName(day, isFirst)}
        </span>
        {noted && (
          <button
            type="button"
            data-more={`more-note-${noted.id}`}
            tabIndex={reachable === `more-note-${noted.id}` ? 0 : -1}
            disabled={!writes}
            title={notes.map(({ text }) => text).join(', ')}
            onClick={() => note(day, noted.id)}
            className="ml-auto h-6 min-w-0 truncate rounded-sm text-muted text-xs hover:text-text"
          >
            {noted.text}
            {others.length > 0 && ` +${others.length}`}
          </button>
        )}
        {writes && !isPast && (
          <DraftButton
            day={day}
            zone={zone}
            className={classes(
              ADD,
              noted ? 'hidden group-hover/day:grid' : 'ml-auto grid [button+&]:ml-0',
            )}
          />
        )}
        {writes && !isPast && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={`New post on ${longDayName(day)}`}
            title="New post"
            onClick={onCreate}
            className={classes(
              ADD,
              noted ? 'hidden group-hover/day:grid' : 'ml-auto grid [button+&]:ml-0',
            )}
          >
            <Plus size={14} aria-hidden />
          </button>
        )}
      </div>
      {shown.map((entry) => (
        <EntryChip key={entry.key} entry={entry} look="month" isActive={reachable === entry.key} />
      ))}
      {rest > 0 && (
        <button
          type="button"
          data-more={more}
          tabIndex={reachable === more ? 0 : -1}
          onClick={({ currentTarget }) => openDay(day, currentTarget)}
          className="rounded-sm px-1.5 text-left text-muted text-xs leading-6 hover:bg-hover hover:text-text"
        >
          {rest} more<span className="sr-only"> on {longDayName(day)}</span>
        </button>
      )}
    </div>
  );
}
