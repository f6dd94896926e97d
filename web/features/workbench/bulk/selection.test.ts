import { beforeEach, describe, expect, test } from 'vitest';
import { clearSelection, selectAll, toggleSelected, useSelection } from './selection.ts';

const LOADED = [1, 2, 3, 4, 5];
const chosen = () => [...useSelection.getState().ids].sort();
beforeEach(clearSelection);

describe('the selection of a list', () => {
  test('has what was chosen one by one, and not what was chosen twice', () => {
    for (const id of [2, 4, 2]) toggleSelected(id, false, LOADED);
    expect(chosen()).toEqual([4]);
  });
  test.each([
    [2, 4, [2, 3, 4]],
    [4, 2, [2, 3, 4]],
    [3, 3, []],
  ])('from %i to %i has all in between', (from, to, ids) => {
    toggleSelected(from, false, LOADED);
    toggleSelected(to, true, LOADED);
    expect(chosen()).toEqual(ids);
  });
  test('loses a range that ends at a chosen one', () => {
    for (const id of [1, 2, 3, 4]) toggleSelected(id, false, LOADED);
    toggleSelected(2, true, LOADED);
    expect(chosen()).toEqual([1]);
  });
  test('has no range from one that has left the list', () => {
    toggleSelected(9, false, LOADED);
    toggleSelected(3, true, LOADED);
    expect(chosen()).toEqual([3, 9]);
  });
  test('of everything becomes that of what is loaded but for one', () => {
    selectAll();
    toggleSelected(3, false, LOADED);
    expect([chosen(), useSelection.getState().all]).toEqual([[1, 2, 4, 5], false]);
  });
});
