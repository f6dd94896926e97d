import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as cells from './cells.ts';

/** Texts of what has a meaning in a table, and of anything else. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'\'=+-@;,|/\\#＃，、\t\n "'.split(''), '\r\n', '---', '\n---\n', '\\---'),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));
const name = text.map((value) => value.replaceAll('\n', ' ').trim()).filter(Boolean);

describe('what an export writes, an import reads', () => {
  const same = <Value>(
    values: fc.Arbitrary<Value>,
    write: (value: Value) => string,
    read: (cell: string) => unknown,
  ) =>
    fc.assert(
      fc.property(values, (value) => {
        expect(read(cells.unguardFormula(cells.guardFormula(write(value))))).toEqual(value);
      }),
      { numRuns: 2000 },
    );

  test('of texts and threads', () =>
    same(fc.array(text, { minLength: 1, maxLength: 4 }), cells.joinParts, (cell) =>
      cells.splitParts(cell, 10),
    ));

  test('of tags and accounts', () => {
    same(fc.array(name), cells.joinList, cells.splitTags);
    same(fc.array(name), cells.joinList, cells.splitList);
  });

  test('of folders', () =>
    same(fc.array(name, { minLength: 1 }), cells.joinPath, (cell) => cells.splitPath(cell).names));
});

describe('cells that people write', () => {
  test('separate tags by any comma, or by their signs', () => {
    expect(cells.splitTags('winter, roast;beans')).toEqual(['winter', 'roast', 'beans']);
    expect(cells.splitTags('冬、焙煎，豆')).toEqual(['冬', '焙煎', '豆']);
    expect(cells.splitTags('قهوة، شتاء؛ بن')).toEqual(['قهوة', 'شتاء', 'بن']);
    expect(cells.splitTags('#winter #slow roast, c#')).toEqual(['winter', 'slow roast', 'c#']);
    expect(cells.splitTags('a\\,b, c\\d, #')).toEqual(['a,b', 'c\\d', '#']);
  });

  test('name a folder from the root, or by a part of its path', () => {
    expect(cells.splitPath('Ideas/ Winter')).toEqual({
      names: ['Ideas', 'Winter'],
      isFromRoot: false,
    });
    expect(cells.splitPath('/Q1\\/2026')).toEqual({ names: ['Q1/2026'], isFromRoot: true });
  });

  test('are no formulas for a spreadsheet, and equal afterwards', () => {
    expect(cells.guardFormula('=x')).toBe("'=x");
    expect(cells.guardFormula("'=x")).toBe("''=x");
    expect(cells.unguardFormula("'=x")).toBe('=x');
    expect(cells.unguardFormula("'tis")).toBe("'tis");
    expect(cells.guardFormula('a;=1\n- b')).toBe("a;'=1\n'- b");
  });
});
