import type { Budget } from '#contract/analytics/budget.ts';
import { formatDay } from '#web/lib/time/time.ts';

/** What reading figures costs, in words. Amounts are dollars. */

/** '$5', '$0.62', '$0.005'. */
export const amountOf = (dollars: number) =>
  dollars.toLocaleString('en', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: Number.isInteger(dollars) ? 0 : 2,
    maximumFractionDigits: 3,
  });

/** An estimate: '$2.04'. */
export const about = (dollars: number) =>
  dollars.toLocaleString('en', { style: 'currency', currency: 'USD' });

/** How it stands: 'readings $0.62 of $5'; undefined where nothing is read. */
export function stateOf({ limit, spent, stopped_until }: Budget): string | undefined {
  if (limit === null) return undefined;
  return stopped_until
    ? `Stopped until ${formatDay(stopped_until, { day: 'numeric', month: 'short' })}`
    : `readings ${amountOf(spent)} of ${amountOf(limit)}`;
}

/** An amount that was written; undefined where it is none. */
export function parseAmount(text: string): number | undefined {
  const trimmed = text.trim().replace(',', '.');
  const amount = Number(trimmed);
  return /^\d{1,5}(\.\d{1,2})?$/.test(trimmed) && amount > 0 && amount <= 10_000
    ? amount
    : undefined;
}

/** How many posts a month a limit is enough for, to two digits. */
export function postsFor(
  limit: number,
  { days, part_price, accounts_cost }: Budget['estimate'],
): number {
  const posts = Math.max(Math.floor((limit - accounts_cost) / (days * part_price)), 0);
  const size = 10 ** Math.max(String(posts).length - 2, 0);
  return Math.floor(posts / size) * size;
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIX: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** The day of a month on which a limit is reached, such as '18th'; undefined where it is enough. */
export function endingDay(limit: number, cost: number): string | undefined {
  if (cost <= limit) return undefined;
  const day = Math.max(Math.ceil((30 * limit) / cost), 1);
  return `${day}${SUFFIX[ORDINALS.select(day)] ?? 'th'}`;
}
