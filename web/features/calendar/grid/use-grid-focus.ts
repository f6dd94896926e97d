import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useCalendarActions } from '#web/features/calendar/entries/actions.ts';
import type { Entry } from '#web/features/calendar/entries/entries.ts';

/** What arrows lead to, in a day. */
export const STOPS = '[data-entry], [data-more]';

type Options = {
  entries: ReadonlyMap<string, Entry>;
  /** The days in sight, in order. */
  days: readonly string[];
  /** Shows the period with this day. */
  onDay: (day: string) => void;
};

/** The focus of a grid of days: one element is reached by Tab, and it follows what is moved. */
export function useGridFocus(grid: RefObject<HTMLElement | null>, options: Options) {
  const { today } = useCalendarActions();
  const { entries, days, onDay } = options;
  const [active, setActive] = useState<string>();
  /** What gets the focus once it is there: the entry that was moved, the day that was asked for. */
  const wanted = useRef<string>(undefined);

  const find = (target: string) =>
    grid.current?.querySelector<HTMLElement>(
      entries.has(target) ? `[data-entry="${CSS.escape(target)}"]` : `[data-day="${target}"]`,
    );

  useLayoutEffect(() => {
    const target = wanted.current;
    if (target === undefined) return;
    const element = find(target);
    if (!element) {
      // Behind the button for more; else the day that has it is on its way.
      const cell = find(entries.get(target)?.day ?? '');
      if (cell && document.activeElement === document.body)
        (cell.querySelector<HTMLElement>('[data-more]') ?? cell).focus();
      return;
    }
    if (!entries.has(target)) wanted.current = undefined;
    if (document.activeElement !== element) element.focus();
  });

  // What could be reached by Tab is not drawn any more.
  useLayoutEffect(() => {
    if (active !== undefined && !grid.current?.querySelector('[tabindex="0"]'))
      setActive(entries.get(active)?.day);
  });

  function focusDay(day: string, from: 'first' | 'last' = 'first') {
    const cell = grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`);
    if (!cell) {
      wanted.current = day;
      return onDay(day);
    }
    const own = [...cell.querySelectorAll<HTMLElement>(STOPS)];
    const entry = own.find((candidate) => candidate.dataset.entry !== undefined);
    (from === 'last' ? (own.at(-1) ?? cell) : (entry ?? own[0] ?? cell)).focus();
  }

  /** Gives an entry the focus at the day that it is moved to. */
  function follow(entry: Entry, day: string) {
    wanted.current = entry.key;
    if (!days.includes(day)) onDay(day);
  }

  function onFocus(event: FocusEvent) {
    const target = event.target as HTMLElement;
    const key = target.dataset.entry ?? target.dataset.more ?? target.dataset.day;
    if (key === undefined) return;
    if (key !== wanted.current) wanted.current = undefined;
    setActive(key);
  }

  /** Where the focus has gone elsewhere, nothing takes it back. */
  function onBlur({ relatedTarget }: FocusEvent) {
    const inside = grid.current?.contains(relatedTarget as Node | null);
    if (relatedTarget && !inside) wanted.current = undefined;
  }

  const reachable = reachableOf(active, options, today);
  return { reachable, focusDay, follow, props: { onFocus, onBlur } };
}

/** What can be reached by Tab: where nothing had the focus yet, today or the first day. */
function reachableOf(active: string | undefined, { entries, days }: Options, today: string) {
  const isThere =
    active !== undefined &&
    (entries.has(active) || days.includes(active) || active.startsWith('more-'));
  if (isThere) return active;
  return days.includes(today) ? today : days[0];
}
