/** Whether two sides differ by more than chance (docs/domain/analytics.md, 'Analytics'). */

/** Of fewer posts nothing is said. */
export const MIN_POSTS = 8;
/** Of the normal distribution: 90 % are within so many standard errors of the mean. */
const ERRORS = 1.6449;

export type Verdict = 'clear' | 'chance' | 'few';
export type Interval = { low: number; high: number };

/** The value below which this share of sorted values is; between two of them it is interpolated. */
function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return low + (place - Math.floor(place)) * (high - low);
}

/** The median and the middle half of values in ascending order; undefined without any. */
export const middleOf = (sorted: readonly number[]) =>
  sorted.length === 0
    ? undefined
    : {
        median: quantile(sorted, 0.5),
        low: quantile(sorted, 0.25),
        high: quantile(sorted, 0.75),
      };

/**
 * The rank test of Mann, Whitney and Wilcoxon, two-sided: by how many standard errors the ranks of
 * two samples differ, with the corrections for ties and for continuity. 0 where they do not.
 */
export function rankErrors(some: readonly number[], others: readonly number[]): number {
  const [n, m] = [some.length, others.length];
  const total = n + m;
  if (n === 0 || m === 0) return 0;
  // For each value, how often each sample has it.
  const counts = new Map<number, [number, number]>();
  for (const [side, sample] of [some, others].entries())
    for (const value of sample) {
      const own = counts.get(value) ?? [0, 0];
      own[side as 0 | 1]++;
      counts.set(value, own);
    }
  let below = 0;
  let ranks = 0;
  let ties = 0;
  for (const [, [own, other]] of [...counts].sort(([a], [b]) => a - b)) {
    const tied = own + other;
    ranks += own * (below + (tied + 1) / 2);
    ties += tied ** 3 - tied;
    below += tied;
  }
  const difference = ranks - (n * (n + 1)) / 2 - (n * m) / 2;
  const variance = ((n * m) / 12) * (total + 1 - ties / (total * (total - 1)));
  return variance > 0 ? Math.max(Math.abs(difference) - 0.5, 0) / Math.sqrt(variance) : 0;
}

/** Medians differ by the rank test, at 10 %. */
export function compareMedians(some: readonly number[], others: readonly number[]): Verdict {
  if (some.length < MIN_POSTS || others.length < MIN_POSTS) return 'few';
  return rankErrors(some, others) > ERRORS ? 'clear' : 'chance';
}

/** The 90 % interval of Wilson of so many of so many. */
export function shareInterval(count: number, of: number): Interval | undefined {
  if (of <= 0) return undefined;
  const share = Math.min(count / of, 1);
  const spread = ERRORS ** 2 / of;
  const centre = share + spread / 2;
  const half = ERRORS * Math.sqrt((share * (1 - share)) / of + spread / of / 4);
  return {
    low: Math.max((centre - half) / (1 + spread), 0),
    high: Math.min((centre + half) / (1 + spread), 1),
  };
}

/** The 90 % interval of how often something happens for each of so many, which happened so often. */
export function rateInterval(count: number, of: number): Interval | undefined {
  if (of <= 0) return undefined;
  const root = Math.sqrt(count);
  return {
    low: Math.max(root - ERRORS / 2, 0) ** 2 / of,
    high: (root + ERRORS / 2) ** 2 / of,
  };
}

/** Rates differ where their intervals are apart. `posts`: of the side with fewer. */
export function compareRates(
  some: Interval | undefined,
  others: Interval | undefined,
  posts: number,
): Verdict {
  if (posts < MIN_POSTS || !some || !others) return 'few';
  return some.low > others.high || others.low > some.high ? 'clear' : 'chance';
}
