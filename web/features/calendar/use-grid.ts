import { type KeyboardEvent, useRef } from 'react';
import { toast } from '#web/ui/toast.ts';
import { type CalendarActions, useCalendarActions } from './actions.ts';
import { addDays } from './days.ts';
import type { Entry } from './entries.ts';
import { firstTime } from './grid-times.ts';
import { type Place, useGridDrag } from './use-grid-drag.ts';
import { STOPS, useGridFocus } from './use-grid-focus.ts';

type Move = { local: string; slot?: boolean };

type Options = {
  entries: ReadonlyMap<string, Entry>;
  /** The days in sight, in order. */
  days: readonly string[];
  /** Shows the period with this day. */
  onDay: (day: string) => void;
  /** What Alt with an arrow up or down does with an entry. */
  onVertical: (entry: Entry, direction: -1 | 1) => Move | undefined;
  /** The number of days that an arrow up or down leads over; none in a week. */
  rowDays: number;
  /** The place of an element of the grid; `top`: the upper edge of an entry there. */
  placeOf: (element: Element, top: number) => Place | undefined;
  /** Shows where it would be dropped. */
  onOver?: (place: Place | undefined) => void;
};

const ARROWS = new Map([
  ['ArrowLeft', { sideways: -1, down: 0 }],
  ['ArrowRight', { sideways: 1, down: 0 }],
  ['ArrowUp', { sideways: 0, down: -1 }],
  ['ArrowDown', { sideways: 0, down: 1 }],
]);

/**
 * The keys and the dragging of a grid of days. Days are elements with `data-day`, entries in them
 * have `data-entry`.
 */
export function useGrid(options: Options) {
  const actions = useCalendarActions();
  const grid = useRef<HTMLDivElement>(null);
  const focus = useGridFocus(grid, options);

  function shift(entry: Entry, to: Move | undefined) {
    if (!to) return;
    if (!actions.mayMove(entry)) return refuse(entry);
    actions.move(entry, to.local, to.slot);
    focus.follow(entry, to.local.slice(0, 10));
  }

  useGridDrag(grid, { ...options, shift, refuse });
  const onKeyDown = (event: KeyboardEvent) => pressed(event, options, { actions, focus, shift });
  return { reachable: focus.reachable, props: { ref: grid, onKeyDown, ...focus.props } };
}

function refuse({ state }: Entry) {
  const text =
    state === 'published' || state === 'publishing'
      ? 'Published posts can’t be moved.'
      : 'This can’t be moved.';
  toast({ title: 'Not moved', description: text });
}

type Grid = {
  actions: CalendarActions;
  focus: ReturnType<typeof useGridFocus>;
  shift: (entry: Entry, to: Move | undefined) => void;
};

/** What a key does in a grid. */
function pressed(event: KeyboardEvent, options: Options, { actions, focus, shift }: Grid) {
  const target = event.target as HTMLElement;
  const cell = target.closest<HTMLElement>('[data-day]');
  const day = cell?.dataset.day;
  const stop = target.closest<HTMLElement>(STOPS);
  if (!cell || !day || (target !== cell && target !== stop)) return;
  if (event.ctrlKey || event.metaKey) return;
  const entry = stop ? options.entries.get(stop.dataset.entry ?? '') : undefined;
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
    const stops = [...cell.querySelectorAll<HTMLElement>(STOPS)];
    const next = stops[(stop ? stops.indexOf(stop) : -1) + arrow.down];
    if (arrow.down && next) return next.focus();
    const by = arrow.sideways || arrow.down * options.rowDays;
    if (by) focus.focusDay(addDays(day, by), arrow.down < 0 ? 'last' : 'first');
    return;
  }
  if (event.key === 'Enter' && target === cell && actions.writes) {
    event.preventDefault();
    return actions.create(firstTime(day, actions.zone));
  }
  if (entry) pressedOn(entry, event, actions);
}

function pressedOn(entry: Entry, event: KeyboardEvent, actions: CalendarActions) {
  const { key } = event;
  if (key === 'm' || key === 'M') {
    event.preventDefault();
    if (actions.mayMove(entry)) actions.ask(entry);
    else refuse(entry);
  }
  if (key === 'Delete' && actions.mayMove(entry)) {
    event.preventDefault();
    actions.cancel(entry);
  }
}
