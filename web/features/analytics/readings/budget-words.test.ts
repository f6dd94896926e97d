import { expect, test } from 'vitest';
import { amountOf, endingDay, parseAmount, postsFor, stateOf } from './budget-words.ts';

const estimate = {
  parts: 42,
  days: 5,
  part_price: 0.005,
  parts_cost: 1.05,
  accounts: 2,
  account_price: 0.01,
  accounts_cost: 0.09,
  cost: 1.14,
};
const budget = { network: 'x' as const, limit: 5, spent: 0.62, stopped_until: null, estimate };

test('amounts have as many decimals as they need', () => {
  expect([5, 0.62, 0.005, 2.5, 10_000].map(amountOf)).toEqual([
    '$5',
    '$0.62',
    '$0.005',
    '$2.50',
    '$10,000',
  ]);
});

test('the state says what was spent, or until when nothing is read', () => {
  expect(stateOf(budget)).toBe('readings $0.62 of $5');
  expect(stateOf({ ...budget, stopped_until: '2026-12-01' })).toMatch(
    /^Stopped until (1 Dec|Dec 1)$/,
  );
  expect(stateOf({ ...budget, limit: null })).toBeUndefined();
});

test('what is no amount of cents is refused', () => {
  expect(['5', ' 5.00 ', '2,5', '0.01'].map(parseAmount)).toEqual([5, 5, 2.5, 0.01]);
  for (const text of ['', '0', '0.001', '-1', '10001', '1e3', '5 dollars'])
    expect(parseAmount(text)).toBeUndefined();
});

test('a limit is enough for so many posts, or ends on a day', () => {
  expect(postsFor(5, estimate)).toBe(190);
  expect(postsFor(0.05, estimate)).toBe(0);
  expect(endingDay(5, 1.14)).toBeUndefined();
  expect([0.7, 0.8, 0.85, 0.01].map((limit) => endingDay(limit, 1.14))).toEqual([
    '19th',
    '22nd',
    '23rd',
    '1st',
  ]);
});
