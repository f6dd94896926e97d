import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useStable } from '#web/lib/use-stable.ts';
import type { Take, Target } from './dragging.ts';

/**
 * Dragging by mouse, pen and touch. A finger has to rest first, so that it scrolls as everywhere.
 * Every drag has an equivalent by keys. Most of the code is loaded once something that can be dragged
 * is drawn; without it nothing can.
 */

type Attach = (element: HTMLElement, signal: AbortSignal) => Promise<void>;

function useAttached(ref: RefObject<HTMLElement | null>, attach: Attach) {
  const latest = useStable(attach);
  useEffect(() => {
    const attached = new AbortController();
    if (ref.current) latest(ref.current, attached.signal).catch(() => undefined);
    return () => attached.abort();
  }, [ref, latest]);
}

/** Lets the elements with `data-drag` in an element be dragged. */
export function useDragSource(ref: RefObject<HTMLElement | null>, take: Take) {
  const latest = useStable(take);
  useAttached(ref, async (element, signal) => {
    const { listen } = await import('./dragging.ts');
    listen(element, latest, signal);
  });
}

/** Lets what is dragged be dropped in an element. */
export function useDropTarget(ref: RefObject<HTMLElement | null>, target: Target) {
  const latest = useRef(target);
  useLayoutEffect(() => {
    latest.current = target;
  });
  useAttached(ref, async (element, signal) => {
    const { addTarget } = await import('./dragging.ts');
    addTarget(element, latest, signal);
  });
}
