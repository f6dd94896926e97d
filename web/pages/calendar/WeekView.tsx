import { Plus } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { QueueSummary } from '#contract/publishing/queue.ts';
import { slotTimesBetween } from '#contract/publishing/slots.ts';
import { localOf } from '#contract/times.ts';
import {
  addDays,
  daysFrom,
  minutesOf,
  startOf,
  startOfWeek,
  timeOf,
} from '#web/features/calendar/days.ts';
import type { Entry } from '#web/features/calendar/entries.ts';
import { classes } from '#web/lib/classes.ts';
import { longDayName, weekdayName } from '#web/lib/day-names.ts';
import { plural } from '#web/lib/text.ts';
import { useMinute } from '#web/lib/use-minute.ts';
import { useCalendarActions } from './actions.ts';
import { EntryChip } from './EntryChip.tsx';
import { firstTime, quarterOf } from './grid-times.ts';
import type { ViewProps } from './MonthView.tsx';
import { useGrid } from './use-grid.ts';
import type { Place } from './use-grid-drag.ts';

const DAYS = 7;
const HOUR_PX = 52;
const ENTRY_PX = 60;
const SLOT_PX = 26;
const LANES = 2;
const FIRST_HOUR = 6;
/** The slots of a week that are drawn. */
const MAX_SLOTS = 400;

type FreeSlot = { local: string; at: string; channels: number[] };

type Placed = { entry: Entry; top: number; lane: number; lanes: number; hidden: number };

const topOf = (local: string) => (minutesOf(local) / 60) * HOUR_PX;

/**
 * Where entries of a day are: those that would cover each other share the width, and where there are
 * more than two, the last one says how many.
 */
function placed(entries: readonly Entry[]): Placed[] {
  const shown: Placed[] = [];
  let group: Placed[] = [];
  const ends: number[] = [];
  for (const entry of entries) {
    const top = Math.min(topOf(entry.local), 24 * HOUR_PX - ENTRY_PX);
    if (group.length > 0 && Math.max(...ends) <= top) {
      group = [];
      ends.length = 0;
    }
    let lane = ends.findIndex((end) => end <= top);
    if (lane < 0) lane = ends.length;
    if (lane >= LANES) {
      const last = group.at(-1);
      if (last) last.hidden++;
      continue;
    }
    ends[lane] = top + ENTRY_PX;
    const one = { entry, top, lane, lanes: 1, hidden: 0 };
    group.push(one);
    shown.push(one);
    for (const other of group) other.lanes = Math.max(other.lanes, ends.length);
  }
  return shown;
}

/** Free slots of a week: of several channels at one time they are one. */
function freeSlots(
  queues: readonly QueueSummary[],
  entries: readonly Entry[],
  zone: string,
  { from, to }: { from: string; to: string },
): FreeSlot[] {
  const taken = new Set(
    entries.flatMap(({ channels, due, state }) =>
      state === 'cancelled' || state === 'draft'
        ? []
        : channels.map((channel) => `${channel} ${Math.floor(due / 60_000)}`),
    ),
  );
  const slots = new Map<string, FreeSlot>();
  const now = new Date();
  for (const { channel, slots: own } of queues) {
    const begin = Date.parse(from) > now.getTime() ? new Date(Date.parse(from) - 1) : now;
    for (const { at } of slotTimesBetween(own, zone, { from: begin, to, limit: MAX_SLOTS })) {
      if (taken.has(`${channel} ${Math.floor(Date.parse(at) / 60_000)}`)) continue;
      const known = slots.get(at);
      if (known) known.channels.push(channel);
      else slots.set(at, { local: '', at, channels: [channel] });
    }
  }
  return [...slots.values()];
}

type Props = ViewProps & {
  queues: readonly QueueSummary[];
  /** That of the slots. */
  slotZone: string;
};

/** A week as seven columns of hours. */
export function WeekView(props: Props) {
  const { day, firstDay, entries, days, notes, onDay, queues, slotZone } = props;
  const { zone, today, writes, create, note, openDay } = useCalendarActions();
  useMinute();
  const from = startOfWeek(day, firstDay);
  const columns = useMemo(() => daysFrom(from, DAYS), [from]);
  const known = useMemo(() => new Map(entries.map((entry) => [entry.key, entry])), [entries]);
  const slots = useMemo(() => {
    const period = { from: startOf(from, zone), to: startOf(addDays(from, DAYS), zone) };
    return freeSlots(queues, entries, slotZone, period).map((slot) => ({
      ...slot,
      local: localOf(slot.at, zone),
    }));
  }, [queues, entries, slotZone, from, zone]);
  const scroller = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);

  useEffect(() => {
    scroller.current?.scrollTo({ top: FIRST_HOUR * HOUR_PX - 12 });
  }, []);

  /** The next free slot of the channels of an entry, or an hour where they have none. */
  function onVertical(entry: Entry, direction: -1 | 1) {
    const own = slots
      .filter(({ channels }) => entry.channels.every((id) => channels.includes(id)))
      .filter(({ at }) => Math.sign(Date.parse(at) - entry.due) === direction)
      .toSorted((a, b) => direction * (Date.parse(a.at) - Date.parse(b.at)));
    if (own[0]) return { local: own[0].local, slot: entry.state !== 'draft' };
    const hasSlots = queues.some(
      ({ channel, slots: all }) => entry.channels.includes(channel) && all.length > 0,
    );
    if (hasSlots) return undefined;
    const minutes = minutesOf(entry.local) + 60 * direction;
    if (minutes < 0 || minutes >= 24 * 60) return undefined;
    return { local: `${entry.day}T${timeOf(minutes)}` };
  }

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
    onVertical,
    placeOf,
    onOver: (place) => {
      const { current } = line;
      if (!current) return;
      current.hidden = place === undefined;
      if (!place?.time) return;
      const column = columns.indexOf(place.day);
      current.style.top = `${topOf(`${place.day}T${place.time}`)}px`;
      current.style.left = `calc(${(100 / DAYS) * column}% + 2px)`;
      current.textContent = place.time;
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
          <div
            key={column}
            role="columnheader"
            className="min-w-0 border-line border-l px-2 py-1.5"
          >
            <p className="truncate text-muted text-xs">
              {weekdayName(column)}
              {column === today && ' · today'}
            </p>
            <p
              className={classes(
                'font-semibold text-base tabular-nums',
                column === today && 'text-accent',
              )}
            >
              {Number(column.slice(8))}
            </p>
            <div className="h-6">
              {notes
                .filter((found) => found.day === column)
                .slice(0, 1)
                .map(({ id, text }) => (
                  <button
                    key={id}
                    type="button"
                    disabled={!writes}
                    onClick={() => note(column, id)}
                    className="block max-w-full truncate text-muted text-xs leading-6"
                  >
                    {text}
                  </button>
                ))}
            </div>
          </div>
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
                {timeOf((n + 1) * 60)}
              </span>
            ))}
          </div>
          {columns.map((column) => {
            const own = days.get(column) ?? [];
            return (
              <div
                key={column}
                role="gridcell"
                data-day={column}
                data-past={column < today || undefined}
                tabIndex={reachable === column ? 0 : -1}
                aria-label={`${longDayName(column)}${column === today ? ', today' : ''}, ${plural(own.length, 'post')}`}
                onDoubleClick={(event) => {
                  if (!writes || (event.target as HTMLElement).closest('button')) return;
                  const { top } = event.currentTarget.getBoundingClientRect();
                  const minutes = Math.floor(((event.clientY - top) / HOUR_PX) * 2) * 30;
                  create(column < today ? firstTime(column, zone) : `${column}T${timeOf(minutes)}`);
                }}
                className={classes(
                  'calendar-day relative min-w-0 border-line border-l',
                  column === today && 'bg-[var(--jade-2)] dark:bg-transparent',
                )}
              >
                {slots
                  .filter(({ local }) => local.slice(0, 10) === column)
                  .map(({ local, at }) => (
                    <button
                      key={at}
                      type="button"
                      data-more={`more-slot-${local}`}
                      tabIndex={reachable === `more-slot-${local}` ? 0 : -1}
                      data-slot={local}
                      disabled={!writes}
                      onClick={() => create(local)}
                      aria-label={`New post in the free slot ${local.slice(11)}`}
                      className="absolute inset-x-1 flex items-center gap-1 rounded-[6px] border border-field border-dashed px-1.5 text-muted text-xs tabular-nums hover:bg-hover"
                      style={{ top: topOf(local), height: SLOT_PX }}
                    >
                      <Plus size={12} aria-hidden />
                      <span className="truncate">{local.slice(11)} free</span>
                    </button>
                  ))}
                {placed(own).map(({ entry, top, lane, lanes, hidden }) => (
                  <div
                    key={entry.key}
                    className="absolute px-0.5"
                    style={{ top, left: `${(100 / lanes) * lane}%`, width: `${100 / lanes}%` }}
                  >
                    <EntryChip entry={entry} look="week" isActive={reachable === entry.key} />
                    {hidden > 0 && (
                      <button
                        type="button"
                        data-more={`more-${entry.key}`}
                        tabIndex={reachable === `more-${entry.key}` ? 0 : -1}
                        onClick={({ currentTarget }) => openDay(column, currentTarget)}
                        className="absolute right-1 bottom-1 rounded-sm bg-raised px-1 font-medium text-[11px] shadow-float"
                      >
                        +{hidden}
                        <span className="sr-only"> more on {longDayName(column)}</span>
                      </button>
                    )}
                  </div>
                ))}
                {column === today && (
                  <span
                    aria-hidden
                    className="pointer-events-none absolute inset-x-0 z-10 border-[var(--tomato-9)] border-t-2 before:absolute before:-top-[5px] before:-left-1 before:size-2 before:rounded-full before:bg-[var(--tomato-9)]"
                    style={{ top: topOf(now) }}
                  />
                )}
              </div>
            );
          })}
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
