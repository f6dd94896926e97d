import type { RefObject } from 'react';

/** What is dragged: targets know what they take by its kind. */
export type Dragged = { kind: string; keys: readonly string[] };

/** Where something is dragged. */
export type Spot = {
  dragged: Dragged;
  /** What is below the pointer. */
  element: Element;
  /** The pointer, in the window. */
  y: number;
  /** The upper edge of what is dragged, in the window. */
  top: number;
};

export type Target = {
  takes: (dragged: Dragged) => boolean;
  /** Shows what a drop would do; undefined once that is over. */
  onOver?: (spot: Spot | undefined) => void;
  onDrop: (spot: Spot) => void;
};

/** What is dragged, by the value of `data-drag`; undefined where that cannot be. */
export type Take = (key: string) => Dragged | undefined;

/** Less than the time after which browsers open a menu. */
const HOLD_MS = 300;
/** A press may move as far and is none yet. */
const MOUSE_PX = 5;
const TOUCH_PX = 10;

/** How near to an edge the pointer scrolls, and how far in a frame. */
const EDGE_PX = 40;
const STEP_PX = 10;
/** What is wider would hide the targets that it is dragged over. */
const WIDE_PX = 320;
const BESIDE_PX = 12;

type Point = Pick<PointerEvent, 'clientX' | 'clientY'>;

const targets = new Map<Element, RefObject<Target>>();

/** Lets an element take what is dragged. */
export function addTarget(element: HTMLElement, target: RefObject<Target>, signal: AbortSignal) {
  if (signal.aborted) return;
  targets.set(element, target);
  signal.addEventListener('abort', () => targets.delete(element));
}

/** Until after the click that ends a drag. */
let isDragging = false;
function preventWhileDragging(event: Event) {
  if (!isDragging) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Lets elements within an element be dragged. */
export function listen(element: HTMLElement, take: Take, signal: AbortSignal) {
  element.addEventListener('pointerdown', (event) => watch(event, take), { signal });
  // Browsers ask before they scroll only where such listeners are at the first touch.
  for (const type of ['touchmove', 'touchend'])
    element.addEventListener(type, preventWhileDragging, { passive: false, signal });
  // Links and pictures would be dragged by the browser.
  element.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
}

/** Follows a pressed pointer, which may begin a drag. */
function watch(down: PointerEvent, take: Take) {
  const source = (down.target as Element).closest<HTMLElement>('[data-drag]');
  if (!source || !down.isPrimary || down.button !== 0) return;
  const isTouch = down.pointerType !== 'mouse';
  let session: ReturnType<typeof startDrag> | undefined;
  const listening = new AbortController();
  const timer = isTouch ? setTimeout(begin, HOLD_MS) : undefined;

  function begin() {
    // A press that opened a menu drags nothing.
    const dragged = down.defaultPrevented ? undefined : take(source?.dataset.drag ?? '');
    const isTaken = [...targets.values()].some(({ current }) => dragged && current.takes(dragged));
    if (!source || !dragged || !isTaken) return end();
    isDragging = true;
    // A row that is scrolled out of sight leaves the list, and its touches with it.
    source.addEventListener('touchmove', preventWhileDragging, { passive: false, signal });
    window.addEventListener('click', preventWhileDragging, { capture: true });
    session = startDrag(source, dragged, down);
  }
  function end() {
    clearTimeout(timer);
    listening.abort();
    setTimeout(() => {
      isDragging = false;
      window.removeEventListener('click', preventWhileDragging, { capture: true });
    });
  }
  const { signal } = listening;
  const on = <Type extends keyof WindowEventMap>(
    type: Type,
    run: (event: WindowEventMap[Type]) => void,
  ) => window.addEventListener(type, run, { capture: true, signal });

  on('pointermove', (event) => {
    if (event.pointerId !== down.pointerId) return;
    const { clientX: x, clientY: y } = event;
    const isFar = Math.hypot(x - down.clientX, y - down.clientY) > (isTouch ? TOUCH_PX : MOUSE_PX);
    if (!session && isFar && isTouch) return end();
    if (!session && isFar) begin();
    session?.move(x, y);
  });
  on('pointerup', ({ pointerId, clientX, clientY }) => {
    if (pointerId !== down.pointerId) return;
    session?.move(clientX, clientY);
    session?.drop();
    end();
  });
  on('pointercancel', () => {
    session?.finish();
    end();
  });
  on('keydown', (event) => {
    if (!session || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    // Until the pointer is released, for the click that follows.
    session.finish();
  });
  on('contextmenu', (event) => session && event.preventDefault());
  on('selectstart', (event) => event.preventDefault());
}

/** Draws what is dragged below the pointer, and tells targets where it is. */
function startDrag(source: HTMLElement, dragged: Dragged, begun: Point) {
  const { clientX, clientY } = begun;
  const { top } = source.getBoundingClientRect();
  const ghost = ghostOf(source, begun);
  let [x, y] = [clientX, clientY];
  let over: RefObject<Target> | undefined;
  let hasEnded = false;
  source.setAttribute('data-dragged', '');
  document.documentElement.setAttribute('data-dragging', '');
  let frame = requestAnimationFrame(scroll);

  function spot(): Spot | undefined {
    const element = document.elementFromPoint(x, y);
    return element ? { dragged, element, y, top: top + y - clientY } : undefined;
  }

  function look() {
    const found = spot();
    const target = found && targetAt(found.element, dragged);
    if (over !== target) over?.current.onOver?.(undefined);
    over = target;
    over?.current.onOver?.(found);
  }

  /** Scrolls what is below the pointer while that is at its edge. */
  function scroll() {
    frame = requestAnimationFrame(scroll);
    const scroller = scrollerAt(document.elementFromPoint(x, y));
    const isPage = scroller === document.scrollingElement;
    const { top, bottom } = scroller.getBoundingClientRect();
    const [from, to] = isPage ? [0, window.innerHeight] : [top, bottom];
    const by = y < from + EDGE_PX ? -STEP_PX : y > to - EDGE_PX ? STEP_PX : 0;
    const before = scroller.scrollTop;
    scroller.scrollBy({ top: by, behavior: 'instant' });
    if (scroller.scrollTop !== before) look();
  }

  function finish() {
    if (hasEnded) return;
    hasEnded = true;
    cancelAnimationFrame(frame);
    over?.current.onOver?.(undefined);
    ghost.remove();
    source.removeAttribute('data-dragged');
    document.documentElement.removeAttribute('data-dragging');
  }

  return {
    move(toX: number, toY: number) {
      if (hasEnded) return;
      [x, y] = [toX, toY];
      ghost.style.translate = `${x - clientX}px ${y - clientY}px`;
      look();
    },
    drop() {
      if (hasEnded) return;
      const found = spot();
      const target = over;
      finish();
      if (found) target?.current.onDrop(found);
    },
    finish,
  };
}

/** A copy of an element, at its place; of a wide one, its beginning beside the pointer. */
function ghostOf(source: HTMLElement, { clientX, clientY }: Point) {
  const { left, top, width, height } = source.getBoundingClientRect();
  const isWide = width > WIDE_PX;
  const [x, y] = isWide ? [clientX + BESIDE_PX, clientY + BESIDE_PX] : [left, top];
  const ghost = source.cloneNode(true) as HTMLElement;
  ghost.inert = true;
  ghost.setAttribute('data-ghost', '');
  Object.assign(ghost.style, {
    inset: `${y}px auto auto ${x}px`,
    width: `${Math.min(width, WIDE_PX)}px`,
    height: `${height}px`,
    transform: 'none',
  });
  document.body.append(ghost);
  return ghost;
}

/** The innermost target around an element that takes it. */
function targetAt(element: Element, dragged: Dragged): RefObject<Target> | undefined {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const target = targets.get(at);
    if (target?.current.takes(dragged)) return target;
  }
}

/** What scrolls an element up and down. */
function scrollerAt(element: Element | null): Element {
  const isScroller = (at: Element) =>
    at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY);
  for (let at = element; at; at = at.parentElement) if (isScroller(at)) return at;
  return document.scrollingElement ?? document.documentElement;
}
