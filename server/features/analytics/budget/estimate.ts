import type { Price } from '../../networks/networks.service.ts';

/** What reading figures costs at a rate of posting. In thousandths of a dollar. */

/** Of a month. */
const DAYS = 30;

/**
 * On how many days (UTC) a part is read on average, at whatever time it was published: two readings
 * that are a part of a day apart are on two days as often as that part says.
 * @param ladder the ages at which it is read, in hours
 */
export const chargedDays = (ladder: readonly number[]): number =>
  ladder.reduce(
    (days, hours, index) => days + Math.min((hours - (ladder[index - 1] ?? -24)) / 24, 1),
    0,
  );

/** @param published what was published in 30 days, on so many accounts */
export function estimateOf(
  price: Price,
  ladder: readonly number[],
  { parts, accounts }: { parts: number; accounts: number },
) {
  const days = Math.round(chargedDays(ladder) * 10) / 10;
  const partsCost = Math.round(parts * days * price.part);
  const accountsCost = Math.round((accounts * price.account * DAYS) / price.accountDays);
  return { days, partsCost, accountsCost };
}
