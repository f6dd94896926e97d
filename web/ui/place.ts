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
  const { above, below } = roomOf(anchor, sideOffset);
  return {
    '--anchor-width': pixels(anchor.width),
    '--room': pixels(side === 'bottom' ? Math.max(above, below) : heightOfWindow() - 2 * MARGIN),
  };
}

/** Moves a panel of `position: fixed` beside its anchor, within the window. */
export function placeBeside(panel: HTMLElement, anchor: DOMRect, place: Required<Place>): void {
  for (const [name, value] of Object.entries(measuresOf(anchor, place))) set(panel, name, value);
  const { side, align, sideOffset } = place;
  // Not its rectangle: that is of the first picture of an animation.
  const { offsetWidth: width, offsetHeight: height } = panel;
  const windowWidth = document.documentElement.clientWidth;
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
    left = onRight + width <= windowWidth - MARGIN || onLeft < MARGIN ? onRight : onLeft;
    top = within(top, height, heightOfWindow());
  }
  set(panel, 'left', pixels(within(left, width, windowWidth)));
  set(panel, 'top', pixels(top));
}

const roomOf = (anchor: DOMRect, offset: number) => ({
  above: anchor.top - offset - MARGIN,
  below: heightOfWindow() - MARGIN - anchor.bottom - offset,
});

const heightOfWindow = () => document.documentElement.clientHeight;

const pixels = (length: number) => `${Math.round(length)}px`;

/** The start of something of a length, moved so that it is between the margins. */
const within = (start: number, length: number, whole: number) =>
  Math.max(MARGIN, Math.min(start, whole - MARGIN - length));

/** Only a change: each makes the browser compute styles again. */
function set(panel: HTMLElement, property: string, value: string) {
  if (panel.style.getPropertyValue(property) !== value) panel.style.setProperty(property, value);
}
