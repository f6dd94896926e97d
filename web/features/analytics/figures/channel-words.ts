import type { ChannelFigures } from './analytics-queries.ts';

/** What the followers of a channel say. */

export type ChannelRow = ChannelFigures['channels'][number];

export const lastOf = ({ followers }: Pick<ChannelRow, 'followers'>) =>
  followers.findLast((count) => count !== null) ?? null;

/** Gained in relation to what it began with; null where that is not known. */
export function growthOf(row: Pick<ChannelRow, 'followers' | 'net'>): number | null {
  const last = lastOf(row);
  if (last === null || row.net.now === null) return null;
  const before = last - row.net.now;
  return before > 0 ? row.net.now / before : null;
}
