import { useEffect, useMemo, useRef } from 'react';
import type { QueueSummary } from '#contract/publishing/queue.ts';
import { localOf } from '#contract/times.ts';
import { useCalendarActions } from '#web/features/calendar/entries/actions.ts';
import { addDays, daysFrom, startOf, startOfWeek } from '#web/features/calendar/entries/days.ts';
import { hourName } from '#web/lib/time/clock.ts';
import { clockTime } from '#web/lib/time/time.ts';
import { useMinute } from '#web/lib/time/use-minute.ts';
import { freeSlots, nextPlace } from './free-slots.ts';
import { quarterOf } from './grid-times.ts';
import type { ViewProps } from './MonthView.tsx';
import { useGrid } from './use-grid.ts';
import type { Place } from './use-grid-drag.ts';
import { WeekDay } from './WeekDay.tsx';
import { WeekHead } from './WeekHead.tsx';
import { DAYS, HOUR_PX, topOf } from './week-layout.ts';

const FIRST_HOUR = 6;

type Props = ViewProps & {
  queues: readonly QueueSummary[];
  /** That of the slots. */
  slotZone: string;
};

/** A week as seven columns of hours. */
export function WeekView(props: Props) {
  const { day, firstDay, entries, days, notes, onDay, queues, slotZone } = props;
  const { zone } = useCalendarActions();
  useMinute();
  const from = startOfWeek(day, firstDay);
  const columns = useMemo(() => daysFrom(from, DAYS), [from]);
  const known = useMemo(() => new Map(entries.map((entry) => [entry.key, entry])), [entries]);
  const slots = useMemo(() => {
    const to = startOf(addDays(from, DAYS), zone);
    return freeSlots(queues, entries, { from: startOf(from, zone), to, slotZone, zone });
  }, [queues, entries, slotZone, from, zone]);
  const scroller = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);

  useEffect(() => {
    scroller.current?.scrollTo({ top: FIRST_HOUR * HOUR_PX - 12 });
  }, []);

  function placeOf(element: Element, top: number): Place | undefined {
    const column = element.closest<HTMLElement>('[data-day]');
    const { day: on } = column?.dataset ?? {};
    if (!column || !on) return undefined;
    const slot = element.closest<HTMLElement>('[data-slot]')?.dataset.slot;
    const free = slots.find(({ local }) => local === slot);
    if (free) return { day: on, time: free.local.slice(11), slot: free.channels };
    const hours = (top - column.getBoundingClientRect().top) / HOUR_PX;
    return { day: on, time: quarterOf(hours * 60) };
  }

  const { reachable, props: grid } = useGrid({
    entries: known,
    days: columns,
    onDay,
    rowDays: 0,
    onVertical: (entry, direction) => nextPlace(entry, direction, { slots, queues }),
    placeOf,
    onOver: (place) => {
      const { current } = line;
      if (!current) return;
      current.hidden = place === undefined;
      if (!place?.time) return;
      const column = columns.indexOf(place.day);
      current.style.top = `${topOf(`${place.day}T${place.time}`)}px`;
      current.style.left = `calc(${(100 / DAYS) * column}% + 2px)`;
      current.textContent = clockTime(place.time);
    },
  });
  const now = localOf(new Date(), zone);

  return (
    <div
      {...grid}
      role="grid"
      aria-label="Week"
      className="group/grid flex min-w-0 grow flex-col overflow-hidden rounded-base border border-line bg-surface"
    >
      <div
        role="row"
        className="grid shrink-0 grid-cols-[52px_repeat(7,minmax(0,1fr))] overflow-y-scroll border-line border-b [scrollbar-gutter:stable]"
      >
        <div role="columnheader" aria-label="Time" />
        {columns.map((column) => (
          <WeekHead key={column} day={column} note={notes.find((found) => found.day === column)} />
        ))}
      </div>
      <div
        ref={scroller}
        className="min-h-0 grow basis-[560px] overflow-y-scroll overscroll-contain"
      >
        <div
          role="row"
          className="calendar-hours relative grid grid-cols-[52px_repeat(7,minmax(0,1fr))]"
          style={{ height: 24 * HOUR_PX }}
        >
          <div role="rowheader" aria-label="Hours" className="relative">
            {Array.from({ length: 23 }, (_, n) => (
              <span
                key={n.toString()}
                className="absolute right-2 -translate-y-1/2 text-muted text-xs tabular-nums"
                style={{ top: (n + 1) * HOUR_PX }}
              >
                {hourName(n + 1)}
              </span>
            ))}
          </div>
          {columns.map((column) => (
            <WeekDay
              key={column}
              day={column}
              entries={days.get(column) ?? []}
              slots={slots.filter(({ local }) => local.slice(0, 10) === column)}
              now={now}
              reachable={reachable}
            />
          ))}
          <div className="pointer-events-none absolute inset-y-0 right-0 left-[52px]">
            <div
              ref={line}
              hidden
              aria-hidden
              className="absolute z-20 w-[calc(100%/7-4px)] border-accent-solid border-t-2 font-semibold text-accent text-xs tabular-nums"
            />
          </div>
        </div>
      </div>
    </div>
  );
}
