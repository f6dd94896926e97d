/** Numbers for people. Page and tests are in English (web/lib/time/locale.ts has the formats of times). */

const EXACT = new Intl.NumberFormat('en');
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
/** Shorter from here on. */
const LONG = 10_000;

/** '9,812'. */
export const exactCount = (count: number): string => EXACT.format(count);

/** '9,812', and '12.3K' from 10,000 on. */
export const shortCount = (count: number): string =>
  count < LONG ? exactCount(count) : SHORT.format(count);

/** '5K': a round number of an axis. */
export const axisCount = (count: number): string => SHORT.format(count);
