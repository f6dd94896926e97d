import type { PartFigures } from '#contract/analytics/figures.ts';
import { engagementsOf, type Metrics } from '#contract/networks/metrics.ts';
import type { Adapters } from '../../networks/networks.service.ts';
import type { PartRow } from './parts.sql.ts';

/** The parts of a thread with their figures, and what reading them has cost. */

/** The prices of networks are thousandths of a dollar. */
const UNIT = 1000;

/** What each part of a thread has; of a single post nothing. */
export const partsOf = (parts: readonly PartRow[]): PartFigures[] =>
  parts.length < 2
    ? []
    : parts.map(({ position, excerpt, url, read_at, is_gone, metrics }, index) => {
        const own = withoutReply(metrics ?? {}, index < parts.length - 1);
        const engagements = engagementsOf(own) ?? null;
        return { position, excerpt, url, read_at, is_gone, metrics: own, engagements };
      });

/** Each part but the last has a reply of the thread, which is no comment. */
const withoutReply = (metrics: Metrics, hasReply: boolean): Metrics =>
  hasReply && metrics.comments !== undefined
    ? { ...metrics, comments: Math.max(metrics.comments - 1, 0) }
    : metrics;

/** Readings of a part on one day are charged once; null where the network does not charge. */
export function costOf(
  adapters: Adapters,
  network: keyof Adapters,
  parts: readonly PartRow[],
): number | null {
  const { price } = adapters[network].figures ?? {};
  return price ? (price.part * parts.reduce((sum, { days }) => sum + days, 0)) / UNIT : null;
}
