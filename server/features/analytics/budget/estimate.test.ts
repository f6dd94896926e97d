import { expect, test } from 'vitest';
import { chargedDays, estimateOf } from './estimate.ts';

test('readings of one day are charged once', () => {
  expect(chargedDays([1])).toBe(1);
  // Six hours later it is another day for a quarter of all posts.
  expect(chargedDays([1, 7])).toBe(1.25);
  expect(chargedDays([1, 25, 168])).toBe(3);
  expect(chargedDays([1, 6, 24, 72, 168, 672])).toBeCloseTo(4.96);
});

test('an estimate is the price of what was published in a month', () => {
  const price = { part: 5, account: 10, accountDays: 7 };
  expect(estimateOf(price, [1, 25], { parts: 40, accounts: 2 })).toEqual({
    days: 2,
    partsCost: 400,
    accountsCost: 86,
  });
  expect(estimateOf(price, [1], { parts: 0, accounts: 0 })).toMatchObject({
    partsCost: 0,
    accountsCost: 0,
  });
});
