import { type KeyboardEvent, useRef } from 'react';
import {
  type CalendarActions,
  useCalendarActions,
} from '#web/features/calendar/entries/actions.ts';
import { addDays } from '#web/features/calendar/entries/days.ts';
import type { Entry } from '#web/features/calendar/entries/entries.ts';
import { toast } from '#web/ui/overlays/toast.ts';
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

type Arrow = { sideways: number; down: number };

const ARROWS = new Map<string, Arrow>([
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

  /** @returns whether it was moved */
  async function shift(entry: Entry, to: Move | undefined) {
    if (!to) return true;
    if (!actions.mayMove(entry)) return refuse(entry);
    focus.follow(entry, to.local.slice(0, 10));
    return actions.move(entry, to.local, to.slot);
  }

  const inTurn = useTurns();
  useGridDrag(grid, { ...options, shift, refuse });
  const onKeyDown = (event: KeyboardEvent) =>
    pressed(event, options, { actions, focus, shift, inTurn });
  return { reachable: focus.reachable, props: { ref: grid, onKeyDown, ...focus.props } };
}

/**
 * Runs moves that are asked for faster than the server answers one after the other. Those behind a
 * move that failed are dropped: the person has not seen that yet.
 * @returns a function that takes a move; `isRepeat`: of a key that is held, which waits for nothing
 */
function useTurns() {
  const { current: waiting } = useRef<(() => Promise<boolean>)[]>([]);
  return async (run: () => Promise<boolean>, isRepeat: boolean) => {
    if (isRepeat && waiting.length) return;
    waiting.push(run);
    if (waiting.length > 1) return;
    for (let next = waiting[0]; next; next = waiting[0]) {
      let isMoved = false;
      try {
        isMoved = await next();
      } finally {
        waiting.splice(0, isMoved ? 1 : waiting.length);
      }
    }
  };
}

function refuse({ state }: Entry): false {
  const text =
    state === 'published' || state === 'publishing'
      ? 'Published posts can’t be moved.'
      : 'This can’t be moved.';
  toast({ title: 'Not moved', description: text });
  return false;
}

type Grid = {
  actions: CalendarActions;
  focus: ReturnType<typeof useGridFocus>;
  shift: (entry: Entry, to: Move | undefined) => Promise<boolean>;
  inTurn: ReturnType<typeof useTurns>;
};

/** What a key does in a grid. */
function pressed(event: KeyboardEvent, options: Options, grid: Grid) {
  const { actions, focus } = grid;
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
    return void grid.inTurn(() => shiftBy(entry, arrow, options, grid), event.repeat);
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

/** From where the entry is by now: what is drawn may be its place before the last press. */
function shiftBy(drawn: Entry, { sideways, down }: Arrow, options: Options, grid: Grid) {
  const entry = grid.actions.latest(drawn);
  const beside = { local: `${addDays(entry.day, sideways)}T${entry.time}` };
  return grid.shift(entry, sideways ? beside : options.onVertical(entry, down as -1 | 1));
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
