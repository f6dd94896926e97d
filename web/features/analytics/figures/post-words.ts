import type { PostRow } from '#contract/analytics/overview.ts';
import { type Metric, OFFERED } from '#contract/networks/metrics.ts';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { timeOfDay } from '#web/lib/time/time.ts';
import type { Reason } from './Absent.tsx';

/** The columns of a table of posts, and why values of them are missing. */

export type Column = Metric | 'engagements' | 'engagement_rate' | 'usual';

export const COLUMN_NAMES: Record<Column, string> = {
  engagements: 'Engagements',
  views: 'Views',
  reach: 'Reach',
  reactions: 'Reactions',
  comments: 'Comments',
  shares: 'Shares',
  saves: 'Saves',
  link_clicks: 'Clicks',
  profile_visits: 'Profile visits',
  follows: 'Follows',
  video_views: 'Video views',
  watch_seconds: 'Watch seconds',
  engagement_rate: 'Rate',
  usual: 'vs usual',
};

/** What can be counted without being sorted by. */
export const isSortable = (column: Column): column is Exclude<Column, 'usual'> =>
  column !== 'usual';

type Row = Pick<
  PostRow,
  'channels' | 'metrics' | 'engagements' | 'engagement_rate' | 'usual' | 'next_at'
>;

export function valueIn(row: Row, column: Column): number | null {
  if (column === 'usual') return row.usual.factor;
  if (column === 'engagements' || column === 'engagement_rate') return row[column];
  return row.metrics[column] ?? null;
}

const namesOf = (channels: Row['channels']) =>
  [...new Set(channels.map(({ network }) => NETWORK_NAMES[network]))].join(', ');

/** @returns undefined where the value is there */
export function whyAbsent(row: Row, column: Column, zone: string): Reason | undefined {
  if (valueIn(row, column) !== null) return undefined;
  const { channels, metrics, next_at: next } = row;
  const isKnown = row.engagements !== null || Object.keys(metrics).length > 0;
  if (!isKnown && channels.some(({ coverage }) => coverage === 'permission'))
    return { kind: 'permission', text: 'Connect again to see figures' };
  if (!isKnown && channels.some(({ coverage }) => coverage === 'waiting'))
    return {
      kind: 'waiting',
      text: `Not all read yet.${next ? ` Next reading at ${timeOfDay(next, zone)}.` : ''}`,
    };
  const absent = (text: string): Reason => ({ kind: 'absent', text });
  if (column === 'usual') return absent('Fewer than 8 posts to compare with');
  if (column === 'reach' && channels.length > 1) return absent('Reach is not summed over channels');
  if (column === 'engagement_rate' && metrics.views !== undefined)
    return absent('Fewer than 50 views');
  const metric =
    column === 'engagements' ? 'reactions' : column === 'engagement_rate' ? 'views' : column;
  const isOffered = channels.some(({ network }) => OFFERED[network][metric] !== undefined);
  const what = COLUMN_NAMES[metric].toLowerCase();
  return absent(
    isOffered ? `${namesOf(channels)} didn’t say.` : `${namesOf(channels)} doesn’t offer ${what}.`,
  );
}
