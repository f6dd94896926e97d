/** The type of dragged items, for `DataTransfer`. */
export const DRAGGED_ITEMS = 'application/x-items';

export const dragItems = (transfer: DataTransfer, ids: readonly number[]) => {
  transfer.setData(DRAGGED_ITEMS, ids.join());
  transfer.effectAllowed = 'move';
};

/** The ids of dropped items. */
export const draggedItems = (transfer: DataTransfer): number[] =>
  transfer.getData(DRAGGED_ITEMS).split(',').map(Number).filter(Number.isSafeInteger);
