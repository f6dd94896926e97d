import { METRICS, type Metric, type Metrics } from '#contract/networks/metrics.ts';

/** Figures of a publication from those of its parts (docs/domain/analytics.md, 'Figures'). */

/** What each part has of its own: a reader of the thread sees all parts, and is counted at each. */
const OF_THE_FIRST: ReadonlySet<Metric> = new Set(['views', 'reach']);

/**
 * The figures of a thread whose parts reply to each other: each part but the last has a reply of
 * ours, which is no comment. A metric that a part lacks is summed over the others.
 * @param parts in order; undefined for a part that was never read
 */
export function totalOf(parts: readonly (Metrics | undefined)[]): Metrics {
  const known = parts.map((part) => part ?? {});
  const total: Metrics = {};
  for (const metric of METRICS) {
    const counted = OF_THE_FIRST.has(metric) ? known.slice(0, 1) : known;
    const counts = counted.flatMap((part) => part[metric] ?? []);
    if (counts.length) total[metric] = counts.reduce((sum, count) => sum + count, 0);
  }
  if (total.comments === undefined) return total;
  const replies = known.slice(0, -1).filter(({ comments }) => comments !== undefined).length;
  return { ...total, comments: Math.max(total.comments - replies, 0) };
}

export type PartReading = { position: number; at: number; metrics: Metrics };

/**
 * The figures of a publication at each time that any of its parts was read, the oldest first: of the
 * other parts the last reading before counts. Those before the first part was read are left out.
 * @param count of its parts
 * @param readings by time
 */
export function curveOf(
  count: number,
  readings: readonly PartReading[],
): { at: number; metrics: Metrics }[] {
  const latest: (Metrics | undefined)[] = Array.from({ length: count });
  const curve: { at: number; metrics: Metrics }[] = [];
  for (const [index, { position, at, metrics }] of readings.entries()) {
    if (position < count) latest[position] = metrics;
    const isLastAtTime = readings[index + 1]?.at !== at;
    if (isLastAtTime && latest[0]) curve.push({ at, metrics: totalOf(latest) });
  }
  return curve;
}
