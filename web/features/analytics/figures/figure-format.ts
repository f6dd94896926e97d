import type { Compared } from '#contract/analytics/overview.ts';
import { exactCount, shortCount } from '#web/lib/count.ts';

/** Figures as text: a true minus, one decimal in rates. */

export type Unit = 'count' | 'rate' | 'net' | 'time';

const MINUS = '−';
const oneDecimal = (value: number) => Math.abs(value).toFixed(1);
const signOf = (value: number) => (value < 0 ? MINUS : '+');

/** '4.1%'. */
export const percent = (rate: number): string =>
  `${rate < 0 ? MINUS : ''}${oneDecimal(100 * rate)}%`;

/** '+416', '−2'. */
export const signed = (count: number): string =>
  count === 0 ? '0' : `${signOf(count)}${shortCount(Math.abs(count))}`;

/** '3m 42s', '48s'. */
function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const rest = `${whole % 60}s`;
  return whole < 60 ? rest : `${Math.floor(whole / 60)}m ${rest}`;
}

/** '2.7–3.7%': an interval of rates. */
export const percents = (low: number, high: number): string =>
  `${oneDecimal(100 * low)}–${percent(high)}`;

export function figure(value: number, unit: Unit, isExact = false): string {
  if (unit === 'rate') return percent(value);
  if (unit === 'net') return signed(value);
  if (unit === 'time') return duration(value);
  return isExact ? exactCount(value) : shortCount(value);
}

/** '2.3×'. */
export const factor = (value: number): string =>
  `${value >= 10 ? Math.round(value) : value.toFixed(1)}×`;

export type Change = { direction: 'up' | 'down' | 'same'; text: string };

/** How a figure has changed; undefined where that cannot be said. */
export function changeOf({ now, before }: Compared, unit: Unit): Change | undefined {
  if (now === null || before === null) return undefined;
  const difference = now - before;
  const direction = difference > 0 ? 'up' : difference < 0 ? 'down' : 'same';
  if (unit === 'rate') return { direction, text: `${oneDecimal(100 * difference)} pt` };
  if (before <= 0) return undefined;
  return { direction, text: `${oneDecimal((100 * difference) / before)}%` };
}
