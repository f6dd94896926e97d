import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { folderOf } from '#web/testing/samples.ts';
import { countBelow, flatten, forestOf, rowsOf, trailOf, withinFolder } from './tree.ts';

/**
 * Clients
 *   Evergreen
 *     Spring
 *   Northwind
 * Launch
 */
const folders = [
  folderOf({ id: 5, name: 'Spring', parent: 3, posts_count: 4 }),
  folderOf({ id: 1, name: 'Launch', posts_count: 1 }),
  folderOf({ id: 4, name: 'Northwind', parent: 2 }),
  folderOf({ id: 3, name: 'Evergreen', parent: 2, posts_count: 2 }),
  folderOf({ id: 2, name: 'Clients', posts_count: 8 }),
];
const forest = forestOf(folders);
const namesOf = (rows: { folder: { name: string }; depth: number }[]) =>
  rows.map(({ folder, depth }) => '  '.repeat(depth) + folder.name);

describe('the folders', () => {
  test('are read once for a list', () => expect(forestOf(folders)).toBe(forest));
  test('are ordered by name at each level', () => {
    expect(forest.childrenOf(null).map(({ name }) => name)).toEqual(['Clients', 'Launch']);
    expect(forest.childrenOf(2).map(({ name }) => name)).toEqual(['Evergreen', 'Northwind']);
  });
  test('count what is below them', () => {
    expect([1, 2, 3, 4, 5].map(forest.countOf)).toEqual([1, 14, 6, 0, 4]);
    expect(folders.map((folder) => countBelow(folders, folder))).toEqual([0, 0, 0, 4, 6]);
  });
  test('of an unknown parent stand at the top', () => {
    const lost = forestOf([folderOf({ id: 1, parent: 99 })]);
    expect(lost.parentOf(1)).toBeNull();
    expect(lost.childrenOf(null)).toHaveLength(1);
  });
  test('that do not exist have no parent, no children and no items', () => {
    expect([forest.parentOf(99), forest.childrenOf(99), forest.countOf(99)]).toEqual([null, [], 0]);
  });
});

describe('the rows of the tree', () => {
  test('are the top ones where none is open', () => {
    expect(namesOf(rowsOf(forest, new Set()))).toEqual(['Clients', 'Launch']);
  });
  test('have those below what is open', () => {
    expect(namesOf(rowsOf(forest, new Set([2])))).toEqual([
      'Clients',
      '  Evergreen',
      '  Northwind',
      'Launch',
    ]);
  });
  test('have nothing below a closed one, even if one in it is open', () => {
    expect(namesOf(rowsOf(forest, new Set([3])))).toEqual(['Clients', 'Launch']);
  });
  test('say their place among their siblings', () => {
    const rows = rowsOf(forest, new Set([2]));
    expect(rows.map(({ place, siblings }) => [place, siblings])).toEqual([
      [1, 2],
      [1, 2],
      [2, 2],
      [2, 2],
    ]);
  });
  test('say which have children, and which of them are open', () => {
    const rows = rowsOf(forest, new Set([2, 1]));
    expect(rows.map(({ children, isOpen }) => [children, isOpen])).toEqual([
      [true, true],
      [true, false],
      [false, false],
      [false, false],
    ]);
  });
  test('with a filter are those whose name contains it, with those above them', () => {
    expect(namesOf(rowsOf(forest, new Set(), ' SPRING '))).toEqual([
      'Clients',
      '  Evergreen',
      '    Spring',
    ]);
  });
  test('with a filter that nothing matches are none', () => {
    expect(rowsOf(forest, new Set([2]), 'nothing')).toEqual([]);
  });
  test('with a filter count their place among what is shown', () => {
    expect(
      rowsOf(forest, new Set(), 'northwind').map(({ place, siblings }) => [place, siblings]),
    ).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });
});

test('a folder and all below it', () => {
  expect([...withinFolder(folders, 2)].sort()).toEqual([2, 3, 4, 5]);
  expect([...withinFolder(folders, 1)]).toEqual([1]);
});

test('the way to a folder from the top', () => {
  expect(trailOf(forest, 5)).toEqual({
    names: ['Clients', 'Evergreen', 'Spring'],
    ids: [2, 3, 5],
    top: 2,
  });
  expect(trailOf(forest, 1)).toEqual({ names: ['Launch'], ids: [1], top: 1 });
});

test('all folders are in a select once, each after the one above it, and one deeper', () => {
  const tree = fc
    .array(fc.nat(20), { maxLength: 30 })
    .map((parents) =>
      parents.map((parent, n) =>
        folderOf({ id: n + 1, parent: parent <= n && parent > 0 ? parent : null }),
      ),
    );
  fc.assert(
    fc.property(tree, (all) => {
      const rows = flatten(all);
      expect(rows.map(({ folder }) => folder.id).sort((a, b) => a - b)).toEqual(
        all.map(({ id }) => id),
      );
      const depths = new Map(rows.map(({ folder, depth }) => [folder.id, depth]));
      const places = new Map(rows.map(({ folder }, place) => [folder.id, place]));
      for (const { folder, depth } of rows) {
        if (folder.parent === null) expect(depth).toBe(0);
        else {
          expect(depth).toBe((depths.get(folder.parent) ?? 0) + 1);
          expect(places.get(folder.parent)).toBeLessThan(places.get(folder.id) ?? -1);
        }
      }
    }),
  );
});

test('a branch has as many items as its folders have', () => {
  const counts = fc.array(fc.nat(50), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(counts, (given) => {
      const all = given.map((count, n) =>
        folderOf({
          id: n + 1,
          parent: n === 0 ? null : Math.ceil(n / 2),
          posts_count: count,
        }),
      );
      expect(forestOf(all).countOf(1)).toBe(given.reduce((sum, count) => sum + count, 0));
    }),
  );
});
