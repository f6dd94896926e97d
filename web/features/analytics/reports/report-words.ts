import type { Block, Period } from '#contract/analytics/reports.ts';

/** Reports in words. */

export const PERIOD_NAMES: Record<Period, string> = {
  last_7: 'Last 7 days',
  last_30: 'Last 30 days',
  last_90: 'Last 90 days',
  last_month: 'Last month',
  fixed: 'From … to …',
};

export const BLOCK_NAMES: Record<Block, string> = {
  numbers: 'Numbers',
  over_time: 'Over time',
  top_content: 'Top Content',
  channels: 'Channels',
  definitions: 'Definitions',
};
