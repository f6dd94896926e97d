import { addDays, type DayRange, isDayRange } from '#contract/analytics/ranges.ts';
import { formatDay } from '#web/lib/time/time.ts';

/** The ranges that the page offers. The present day is not complete, and in none of them. */

export type NamedRange = DayRange & { name: string; label: string };

const monthStart = (day: string) => `${day.slice(0, 7)}-01`;

export function namedRanges(today: string): NamedRange[] {
  const yesterday = addDays(today, -1);
  const last = (days: number) => ({
    name: String(days),
    label: `Last ${days} days`,
    from: addDays(today, -days),
    to: yesterday,
  });
  const start = monthStart(today);
  const before = addDays(start, -1);
  return [
    last(7),
    last(30),
    last(90),
    // On its first day a month has no day that is complete.
    ...(start < today ? [{ name: 'month', label: 'This month', from: start, to: yesterday }] : []),
    { name: 'last-month', label: 'Last month', from: monthStart(before), to: before },
  ];
}

const DEFAULT = '30';

/**
 * The range that an address names; the last 30 days where it names none that is valid. On the first
 * of a month, the present one has no day to show: who kept its address sees the last one.
 */
export function readRange(params: URLSearchParams, today: string): NamedRange {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const ranges = namedRanges(today);
  const name = params.get('range');
  const named =
    ranges.find((range) => range.name === name) ??
    (name === 'month' && ranges.find((range) => range.name === 'last-month'));
  if (named) return named;
  if (isDayRange({ from, to })) return { name: '', label: dayRange({ from, to }), from, to };
  return ranges.find(({ name }) => name === DEFAULT) as NamedRange;
}

/** '27 Oct – 25 Nov', with the year where it is not that of today. */
export function dayRange({ from, to }: DayRange, today = new Date().toISOString()): string {
  const isThisYear = from.slice(0, 4) === today.slice(0, 4) && to.slice(0, 4) === today.slice(0, 4);
  const name = (day: string) =>
    formatDay(day, { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) });
  return from === to ? name(from) : `${name(from)} – ${name(to)}`;
}
