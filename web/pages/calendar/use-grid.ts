import {
  type DragEvent,
  type FocusEvent,
  type KeyboardEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { resolveLocal } from '#contract/times.ts';
import { addDays, timeOf } from '#web/features/calendar/days.ts';
import type { Entry } from '#web/features/calendar/entries.ts';
import { DRAGGED_ITEMS, draggedItems } from '#web/lib/dragged-items.ts';
import { toast } from '#web/ui/toast.ts';
import { useCalendarActions } from './actions.ts';

/** What arrows lead to, in a day. */
const STOPS = '[data-entry], [data-more]';
const DRAGGED_ENTRY = 'application/x-calendar-entry';
/** The time of a draft that is dropped on a day, where that is not past. */
const MORNING = 9 * 60;
const LAST = 23 * 60 + 45;

/** Where something is dropped: a day, and in a week a time; the channels of a free slot. */
export type Place = { day: string; time?: string; slot?: readonly number[] };

type Options = {
  entries: ReadonlyMap<string, Entry>;
  /** The days in sight, in order. */
  days: readonly string[];
  /** Shows the period with this day. */
  onDay: (day: string) => void;
  /** What Alt with an arrow up or down does with an entry. */
  onVertical: (entry: Entry, direction: -1 | 1) => { local: string; slot?: boolean } | undefined;
  /** The number of days that an arrow up or down leads over; none in a week. */
  rowDays: number;
  placeOf: (event: DragEvent, grabbed: number) => Place | undefined;
  /** Shows where it would be dropped. */
  onOver?: (place: Place | undefined) => void;
};

const ARROWS = new Map([
  ['ArrowLeft', { sideways: -1, down: 0 }],
  ['ArrowRight', { sideways: 1, down: 0 }],
  ['ArrowUp', { sideways: 0, down: -1 }],
  ['ArrowDown', { sideways: 0, down: 1 }],
]);

const isPassed = (local: string, zone: string) =>
  Date.parse(resolveLocal(local, zone).instant) < Date.now();

/**
 * The keys and the dragging of a grid of days. Days are elements with `data-day`, entries in them
 * have `data-entry`. While something is dragged nothing is rendered: marks are set on the elements.
 */
export function useGrid(options: Options) {
  const actions = useCalendarActions();
  const grid = useRef<HTMLDivElement>(null);
  const { entries, days, rowDays, onDay } = options;
  const [active, setActive] = useState<string>();
  /** What gets the focus once it is there: the entry that was moved, the day that was asked for. */
  const wanted = useRef<string>(undefined);
  const dragged = useRef<{ entry: Entry | undefined; grabbed: number }>(undefined);
  const over = useRef<Element>(undefined);

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

  /** What can be reached by Tab, where nothing had the focus yet. */
  const reachable =
    active !== undefined &&
    (entries.has(active) || days.includes(active) || active.startsWith('more-'))
      ? active
      : days.includes(actions.today)
        ? actions.today
        : days[0];

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

  function shift(entry: Entry, to: { local: string; slot?: boolean } | undefined) {
    if (!to) return;
    if (!actions.mayMove(entry)) return refuse(entry);
    wanted.current = entry.key;
    actions.move(entry, to.local, to.slot);
    const day = to.local.slice(0, 10);
    if (!days.includes(day)) onDay(day);
  }

  function refuse({ state }: Entry) {
    const text =
      state === 'published' || state === 'publishing'
        ? 'What is published doesn’t move.'
        : 'This can’t be moved.';
    toast({ title: 'Not moved', description: text });
  }

  function onKeyDown(event: KeyboardEvent) {
    const target = event.target as HTMLElement;
    const cell = target.closest<HTMLElement>('[data-day]');
    const day = cell?.dataset.day;
    const element = target.closest<HTMLElement>(STOPS);
    if (!cell || !day || (target !== cell && target !== element)) return;
    if (event.ctrlKey || event.metaKey) return;
    const entry = element ? entries.get(element.dataset.entry ?? '') : undefined;
    const arrow = ARROWS.get(event.key);
    if (event.altKey) {
      if (!arrow || !entry) return;
      event.preventDefault();
      const { sideways, down } = arrow;
      const local = sideways ? `${addDays(day, sideways)}T${entry.time}` : undefined;
      return shift(entry, local ? { local } : options.onVertical(entry, down as -1 | 1));
    }
    if (arrow) {
      event.preventDefault();
      const own = [...cell.querySelectorAll<HTMLElement>(STOPS)];
      const next = own[(element ? own.indexOf(element) : -1) + arrow.down];
      if (arrow.down && next) return next.focus();
      const by = arrow.sideways || arrow.down * rowDays;
      if (by) focusDay(addDays(day, by), arrow.down < 0 ? 'last' : 'first');
      return;
    }
    if (event.key === 'Enter' && target === cell && actions.writes) {
      event.preventDefault();
      return actions.create(firstTime(day));
    }
    if (!entry) return;
    if (event.key === 'm' || event.key === 'M') {
      event.preventDefault();
      if (actions.mayMove(entry)) actions.ask(entry);
      else refuse(entry);
    }
    if (event.key === 'Delete' && actions.mayMove(entry)) {
      event.preventDefault();
      actions.cancel(entry);
    }
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

  /** A time on a day that has not passed: the morning, or the next full hour. */
  function firstTime(day: string): string {
    const morning = `${day}T${timeOf(MORNING)}`;
    if (!isPassed(morning, actions.zone)) return morning;
    const now = new Date(Date.now() + 60 * 60_000);
    const hour = new Intl.DateTimeFormat('sv-SE', {
      timeZone: actions.zone,
      hour: '2-digit',
      hour12: false,
    }).format(now);
    const next = `${day}T${hour.padStart(2, '0')}:00`;
    return isPassed(next, actions.zone) ? `${day}T${timeOf(LAST)}` : next;
  }

  function mark(cell: Element | undefined) {
    if (over.current === cell) return;
    over.current?.removeAttribute('data-over');
    cell?.setAttribute('data-over', '');
    over.current = cell;
  }

  const dragging = {
    onDragStart: (event: DragEvent) => {
      const element = (event.target as HTMLElement).closest<HTMLElement>('[data-entry]');
      const entry = entries.get(element?.dataset.entry ?? '');
      if (!element || !entry) return;
      if (!actions.mayMove(entry)) {
        event.preventDefault();
        return refuse(entry);
      }
      event.dataTransfer.setData(DRAGGED_ENTRY, entry.key);
      event.dataTransfer.effectAllowed = 'move';
      dragged.current = { entry, grabbed: event.clientY - element.getBoundingClientRect().top };
      // After the browser has drawn what is dragged.
      requestAnimationFrame(() => element.setAttribute('data-dragged', ''));
    },
    onDragOver: (event: DragEvent) => {
      const { types } = event.dataTransfer;
      const known =
        types.includes(DRAGGED_ENTRY) || (types.includes(DRAGGED_ITEMS) && actions.writes);
      if (!known) return;
      grid.current?.setAttribute('data-dragging', '');
      const place = options.placeOf(event, dragged.current?.grabbed ?? 0);
      const cell = (event.target as HTMLElement).closest('[data-day]') ?? undefined;
      const isOpen = place !== undefined && place.day >= actions.today;
      options.onOver?.(isOpen ? place : undefined);
      mark(isOpen ? cell : undefined);
      if (!isOpen) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
    },
    onDragLeave: (event: DragEvent) => {
      if (!grid.current?.contains(event.relatedTarget as Node | null)) end();
    },
    onDragEnd: (event: DragEvent) => {
      (event.target as HTMLElement).removeAttribute('data-dragged');
      end();
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const place = options.placeOf(event, dragged.current?.grabbed ?? 0);
      const key = event.dataTransfer.getData(DRAGGED_ENTRY);
      const [item] = key ? [] : draggedItems(event.dataTransfer);
      const entry = entries.get(key);
      end();
      if (!place) return;
      const { day } = place;
      // A slot of other channels is a time like any other.
      const slot = entry?.channels.every((id) => place.slot?.includes(id)) ?? false;
      const local = place.time
        ? `${day}T${place.time}`
        : entry
          ? `${day}T${entry.time}`
          : firstTime(day);
      if (isPassed(local, actions.zone)) {
        return void toast({ title: 'Not moved', description: 'This time has passed.' });
      }
      if (entry && entry.local !== local) shift(entry, { local, slot });
      else if (item !== undefined) actions.plan(item, local);
    },
  };

  function end() {
    grid.current?.removeAttribute('data-dragging');
    grid.current?.querySelector('[data-dragged]')?.removeAttribute('data-dragged');
    mark(undefined);
    options.onOver?.(undefined);
    dragged.current = undefined;
  }

  return { reachable, firstTime, props: { ref: grid, onKeyDown, onFocus, onBlur, ...dragging } };
}

/** A time rounded to a quarter of an hour, within its day. */
export const quarterOf = (minutes: number): string =>
  timeOf(Math.min(LAST, Math.max(0, Math.round(minutes / 15) * 15)));
