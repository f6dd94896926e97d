import { useDeferredValue, useMemo } from 'react';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { useQueues } from '#web/features/publishing/slots/queue-queries.ts';
import { monthName } from '#web/lib/time/day-names.ts';
import { OWN_ZONE, READER } from '#web/lib/time/locale.ts';
import { useMinute } from '#web/lib/time/use-minute.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { useCalendarAddress } from './calendar-address.ts';
import { type CalendarQuery, useCalendar } from './calendar-queries.ts';
import { addDays, addMonths, rangeOf, startOf, startOfWeek, todayIn, weekName } from './days.ts';
import { byDay, entriesOf } from './entries.ts';

const WIDE = '(min-width: 768px)';

export type Shown = ReturnType<typeof useShown>;

/** What the calendar shows: a period, in a view and a zone, with its entries and notes. */
export function useShown(workspaceZone: string) {
  useMinute();
  const { firstDay } = READER;
  const isWide = useMedia(WIDE);
  const address = useCalendarAddress(todayIn(workspaceZone));
  const zone = address.isOwnZone ? OWN_ZONE : workspaceZone;
  const { day, filters } = address;
  const view = isWide ? address.view : 'list';
  const { from, to } = rangeOf(view, day, firstDay);
  const query = useMemo(
    () => ({ from: startOf(from, zone), to: startOf(to, zone), ...filters }),
    [from, to, zone, filters],
  ) as CalendarQuery;
  const answer = useCalendar(query);
  // Thousands of entries are drawn in pieces: no frame waits for all of them.
  const drawn = useDeferredValue(answer.data);
  const entries = useMemo(() => entriesOf(drawn?.entries ?? [], zone), [drawn, zone]);
  const days = useMemo(() => byDay(entries), [entries]);
  return {
    address,
    answer,
    query,
    view,
    zone,
    workspaceZone,
    today: todayIn(zone),
    day,
    from,
    firstDay,
    isWide,
    entries,
    days,
    notes: answer.data?.notes ?? [],
    channels: useChannels().data,
    queues: useQueues().data ?? [],
    isFiltered: Object.keys(filters).length > 0,
    title: view === 'month' ? monthName(day) : weekName(startOfWeek(day, firstDay)),
    /** Shows the period before this one, or the next. */
    shift: (by: -1 | 1) =>
      address.setDay(
        view === 'month' ? addMonths(`${day.slice(0, 7)}-01`, by) : addDays(day, 7 * by),
      ),
  };
}

/** The queues whose free slots are shown: filters may hide what has a slot. */
export function shownQueues({ queues, address }: Shown) {
  const { channel: onlyChannel, ...others } = address.filters;
  if (Object.keys(others).length) return [];
  return queues.filter(({ channel }) => !onlyChannel || channel === Number(onlyChannel));
}
