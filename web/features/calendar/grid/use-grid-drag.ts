import { type RefObject, useRef } from 'react';
import { useCalendarActions } from '#web/features/calendar/entries/actions.ts';
import type { Entry } from '#web/features/calendar/entries/entries.ts';
import { draggedItems } from '#web/lib/dragged-items.ts';
import { useDragSource, useDropTarget } from '#web/ui/dragging/drag.ts';
import type { Dragged, Spot } from '#web/ui/dragging/dragging.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { firstTime, isPassed } from './grid-times.ts';

const ENTRY = 'calendar-entry';

/** Where something is dropped: a day, and in a week a time; the channels of a free slot. */
export type Place = { day: string; time?: string; slot?: readonly number[] };

type Options = {
  entries: ReadonlyMap<string, Entry>;
  /** The place of an element of the grid; `top`: the upper edge of an entry there. */
  placeOf: (element: Element, top: number) => Place | undefined;
  /** Shows where it would be dropped. */
  onOver?: (place: Place | undefined) => void;
  shift: (entry: Entry, to: { local: string; slot: boolean }) => void;
  refuse: (entry: Entry) => void;
};

/**
 * Entries and drafts are dragged to days. Meanwhile nothing is rendered: marks are set on the
 * elements.
 */
export function useGridDrag(grid: RefObject<HTMLElement | null>, options: Options) {
  const { writes, zone, today, mayMove, plan } = useCalendarActions();
  const { entries, shift, refuse } = options;
  const over = useRef<Element>(undefined);

  /** The place where it would be dropped; none in the past. */
  function placeOf({ dragged, element, top, y }: Spot) {
    const place = options.placeOf(element, dragged.kind === ENTRY ? top : y);
    return place && place.day >= today ? place : undefined;
  }

  function show(spot: Spot | undefined) {
    const place = spot && placeOf(spot);
    const cell = (place && spot?.element.closest('[data-day]')) ?? undefined;
    options.onOver?.(place);
    if (over.current === cell) return;
    over.current?.removeAttribute('data-over');
    cell?.setAttribute('data-over', '');
    over.current = cell;
  }

  function drop({ dragged, place: { day, time, slot } }: { dragged: Dragged; place: Place }) {
    const entry = dragged.kind === ENTRY ? entries.get(dragged.keys[0] ?? '') : undefined;
    const [item] = draggedItems(dragged);
    const at = time ?? entry?.time;
    const local = at ? `${day}T${at}` : firstTime(day, zone);
    if (isPassed(local, zone))
      return void toast({ title: 'Not moved', description: 'This time has passed.' });
    // A slot of other channels is a time like any other.
    const isSlot = entry?.channels.every((id) => slot?.includes(id)) ?? false;
    if (entry && entry.local !== local) shift(entry, { local, slot: isSlot });
    else if (item !== undefined) plan(item, local);
  }

  useDragSource(grid, (key) => {
    const entry = entries.get(key);
    if (!entry) return undefined;
    if (mayMove(entry)) return { kind: ENTRY, keys: [key] };
    refuse(entry);
  });
  useDropTarget(grid, {
    takes: (dragged) => dragged.kind === ENTRY || (writes && draggedItems(dragged).length > 0),
    onOver: show,
    onDrop: (spot) => {
      const place = placeOf(spot);
      if (place) drop({ dragged: spot.dragged, place });
    },
  });
}
