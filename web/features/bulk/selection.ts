import { create } from 'zustand';
import { useContentView } from '#web/api/content-store.ts';

type Selection = {
  /** What is chosen one by one. */
  ids: ReadonlySet<number>;
  /** Whether all that match the list's filters are chosen, loaded or not. */
  all: boolean;
  /** Where a range begins. */
  anchor: number | null;
};

const NOTHING: Selection = { ids: new Set(), all: false, anchor: null };

/** The items chosen in the multi-item view; not kept beyond the page (section 3). */
export const useSelection = create<Selection>(() => NOTHING);

export const clearSelection = () => useSelection.setState(NOTHING);

export const selectAll = () => useSelection.setState({ ...NOTHING, all: true });

/**
 * Chooses an item or lets go of it; with `range`, all from the one chosen last to it.
 * @param loaded the ids of the list, in its order
 */
export function toggleSelected(id: number, range: boolean, loaded: readonly number[]) {
  const { ids, all, anchor } = useSelection.getState();
  const chosen = new Set(all ? loaded : ids);
  const [from, to] = [loaded.indexOf(anchor ?? id), loaded.indexOf(id)];
  const choose = !chosen.has(id);
  const reach = range && from >= 0 ? loaded.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
  for (const one of reach) {
    if (choose) chosen.add(one);
    else chosen.delete(one);
  }
  useSelection.setState({ ids: chosen, all: false, anchor: id });
}

/** Turns the multi-item view on or off; off, nothing is chosen any more (section 4). */
export function setMultiItemView(multiItemView: boolean) {
  clearSelection();
  useContentView.setState({ multiItemView });
}
