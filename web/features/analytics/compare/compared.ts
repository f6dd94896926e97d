import { COMPARED_BY, type ComparedBy } from '#contract/analytics/compare.ts';
import type { Sides } from '#web/features/analytics/figures/analytics-queries.ts';
import type { Address, FilterName } from '#web/features/analytics/filters/analytics-address.ts';

/** What an address compares, for the page around the view. */

export const comparedBy = ({ params }: Pick<Address, 'params'>): ComparedBy =>
  COMPARED_BY.find((by) => by === params.get('compare')) ?? 'channel';

/** What the sides differ in is no filter of both. */
export const filtersBeside = (by: ComparedBy, names: readonly FilterName[]): FilterName[] =>
  names.filter((name) => name !== by && !(by === 'channel' && name === 'network'));

export const sidesOf = (address: Pick<Address, 'params'>): Sides => ({
  compare: comparedBy(address),
  a: address.params.get('a') ?? '',
  b: address.params.get('b') ?? '',
});
