/** How a panel lies beside what it belongs to. */
export type Place = {
  /** Where there is no room, it is on the other side. */
  side?: 'bottom' | 'right';
  align: 'start' | 'end';
  /** The distance, in pixels. */
  sideOffset: number;
};

/** The distance to the edges of the window, in pixels. */
const MARGIN = 8;

/**
 * What the styles of a panel may use: the width of its anchor, and the height that it can have.
 * Known before it is there, so that the browser computes its styles once.
 */
export function measuresOf(
  anchor: DOMRect,
  { side, sideOffset }: Required<Place>,
  { top, bottom, above, below } = spaceAround(anchor, sideOffset),
) {
  return {
    '--anchor-width': pixels(anchor.width),
    '--room': pixels(side === 'bottom' ? Math.max(above, below) : bottom - top),
  };
}

/** Moves a panel of `position: fixed` beside its anchor, within the window. */
export function placeBeside(panel: HTMLElement, anchor: DOMRect, place: Required<Place>): void {
  const { side, align, sideOffset } = place;
  const space = spaceAround(anchor, sideOffset);
  for (const [name, value] of Object.entries(measuresOf(anchor, place, space)))
    set(panel, name, value);
  // Not its rectangle: that is of the first picture of an animation.
  const { offsetWidth: width, offsetHeight: height } = panel;
  let [left, top] = [
    align === 'start' ? anchor.left : anchor.right - width,
    align === 'start' ? anchor.top : anchor.bottom - height,
  ];
  if (side === 'bottom') {
    const isBelow = height <= space.below || space.below >= space.above;
    top = isBelow ? anchor.bottom + sideOffset : anchor.top - sideOffset - height;
  } else {
    const onRight = anchor.right + sideOffset;
    const onLeft = anchor.left - sideOffset - width;
    left = onRight + width <= space.right || onLeft < space.left ? onRight : onLeft;
  }
  set(panel, 'left', pixels(within(left, width, space.left, space.right)));
  set(panel, 'top', pixels(within(top, height, space.top, space.bottom)));
}

/**
 * What is seen of the window, without the keyboard of a phone and without the margins, and how much of
 * it is above and below an anchor.
 */
function spaceAround(anchor: DOMRect, offset: number) {
  const { clientWidth, clientHeight } = document.documentElement;
  const {
    offsetLeft = 0,
    offsetTop = 0,
    width = clientWidth,
    height = clientHeight,
  } = visualViewport ?? {};
  const top = offsetTop + MARGIN;
  const bottom = Math.min(clientHeight, offsetTop + height) - MARGIN;
  return {
    left: offsetLeft + MARGIN,
    right: Math.min(clientWidth, offsetLeft + width) - MARGIN,
    top,
    bottom,
    above: anchor.top - offset - top,
    below: bottom - anchor.bottom - offset,
  };
}

const pixels = (length: number) => `${Math.round(length)}px`;

/** The start of something of a length, moved so that it is between two edges. */
const within = (start: number, length: number, from: number, to: number) =>
  Math.max(from, Math.min(start, to - length));

/** Only a change: each makes the browser compute styles again. */
function set(panel: HTMLElement, property: string, value: string) {
  if (panel.style.getPropertyValue(property) !== value) panel.style.setProperty(property, value);
}
