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
export function measuresOf(anchor: DOMRect, { side, sideOffset }: Required<Place>) {
  const { top, bottom } = bounds();
  const { above, below } = roomOf(anchor, sideOffset);
  return {
    '--anchor-width': pixels(anchor.width),
    '--room': pixels(side === 'bottom' ? Math.max(above, below) : bottom - top),
  };
}

/** Moves a panel of `position: fixed` beside its anchor, within the window. */
export function placeBeside(panel: HTMLElement, anchor: DOMRect, place: Required<Place>): void {
  for (const [name, value] of Object.entries(measuresOf(anchor, place))) set(panel, name, value);
  const { side, align, sideOffset } = place;
  // Not its rectangle: that is of the first picture of an animation.
  const { offsetWidth: width, offsetHeight: height } = panel;
  const seen = bounds();
  let [left, top] = [
    align === 'start' ? anchor.left : anchor.right - width,
    align === 'start' ? anchor.top : anchor.bottom - height,
  ];
  if (side === 'bottom') {
    const { above, below } = roomOf(anchor, sideOffset);
    const isBelow = height <= below || below >= above;
    top = isBelow ? anchor.bottom + sideOffset : anchor.top - sideOffset - height;
  } else {
    const onRight = anchor.right + sideOffset;
    const onLeft = anchor.left - sideOffset - width;
    left = onRight + width <= seen.right || onLeft < seen.left ? onRight : onLeft;
  }
  set(panel, 'left', pixels(within(left, width, seen.left, seen.right)));
  set(panel, 'top', pixels(within(top, height, seen.top, seen.bottom)));
}

/** What is seen of the window, without the keyboard of a phone, and without the margins. */
function bounds() {
  const { clientWidth, clientHeight } = document.documentElement;
  const {
    offsetLeft: left = 0,
    offsetTop: top = 0,
    width = clientWidth,
    height = clientHeight,
  } = visualViewport ?? {};
  return {
    left: left + MARGIN,
    top: top + MARGIN,
    right: Math.min(clientWidth, left + width) - MARGIN,
    bottom: Math.min(clientHeight, top + height) - MARGIN,
  };
}

function roomOf(anchor: DOMRect, offset: number) {
  const { top, bottom } = bounds();
  return { above: anchor.top - offset - top, below: bottom - anchor.bottom - offset };
}

const pixels = (length: number) => `${Math.round(length)}px`;

/** The start of something of a length, moved so that it is between two edges. */
const within = (start: number, length: number, from: number, to: number) =>
  Math.max(from, Math.min(start, to - length));

/** Only a change: each makes the browser compute styles again. */
function set(panel: HTMLElement, property: string, value: string) {
  if (panel.style.getPropertyValue(property) !== value) panel.style.setProperty(property, value);
}
