import type { Dragged } from '#web/ui/dragging/dragging.ts';

const ITEMS = 'items';

export const dragItems = (ids: readonly number[]): Dragged => ({
  kind: ITEMS,
  keys: ids.map(String),
});

/** The ids of dragged items; none of anything else. */
export const draggedItems = ({ kind, keys }: Dragged) => (kind === ITEMS ? keys.map(Number) : []);
