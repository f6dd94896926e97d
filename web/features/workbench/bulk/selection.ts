import { create } from 'zustand';
import { useContentView } from '#web/api/content-view.ts';

type Selection = {
  /** The items that were selected one by one. */
  ids: ReadonlySet<number>;
  /** Whether all items that match the filters are selected, loaded or not. */
  all: boolean;
  /** The start of a range. */
  anchor: number | null;
};

const NOTHING: Selection = { ids: new Set(), all: false, anchor: null };

/** The selection of the multi-item view; not stored (docs/domain/pages.md, 'Content page'). */
export const useSelection = create<Selection>(() => NOTHING);

export const clearSelection = () => useSelection.setState(NOTHING);

export const selectAll = () => useSelection.setState({ ...NOTHING, all: true });

/**
 * Toggles an item; with `range`, selects all from the last one.
 * @param loaded the ids of the list, in its order
 */
export function toggleSelected(id: number, range: boolean, loaded: readonly number[]) {
  const { ids, all, anchor } = useSelection.getState();
  const chosen = new Set(all ? loaded : ids);
  const [from, to] = [loaded.indexOf(anchor ?? id), loaded.indexOf(id)];
  const choose = !chosen.has(id);
  const reach =
    range && from >= 0 ? loaded.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
  for (const id of reach) {
    if (choose) chosen.add(id);
    else chosen.delete(id);
  }
  useSelection.setState({ ids: chosen, all: false, anchor: id });
}

/** Toggles the multi-item view; turning it off clears the selection. */
export function setMultiItemView(multiItemView: boolean) {
  clearSelection();
  useContentView.setState({ multiItemView });
}
