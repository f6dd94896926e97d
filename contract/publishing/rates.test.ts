import { describe, expect, test } from 'vitest';
import { isTelling, rateOf } from './rates.ts';

describe('the interval of a share', () => {
  test.each([
    [109, 3412, 0.0274, 0.0372],
    [6, 203, 0.0155, 0.0558],
    [0, 10, 0, 0.213],
    [10, 10, 0.787, 1],
  ])('%i of %i', (some, all, low, high) => {
    const rate = rateOf(some, all);
    expect(rate?.rate).toBe(some / all);
    expect(rate?.low).toBeCloseTo(low, 3);
    expect(rate?.high).toBeCloseTo(high, 3);
  });

  test('says nothing where it is wider than the share', () => {
    expect([rateOf(109, 3412), rateOf(2, 40)].map((rate) => rate && isTelling(rate))).toEqual([
      true,
      false,
    ]);
  });

  test('there is none without visits', () => expect(rateOf(0, 0)).toBeNull());
});
