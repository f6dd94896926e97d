import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Instant } from '../http/fields.ts';
import { inRange } from './overview.ts';

/** Reading the figures of many posts at once (docs/domain/analytics.md, 'Figures'). */

/** Of so many publications, the latest, figures are read at once. */
export const MAX_REFRESHED = 100;

const Refreshing = z.object({
  /** What is being read: posts, and on how many channels. */
  posts: z.int(),
  channels: z.int(),
  /** When figures of the range were read last. */
  read_at: Instant.nullable(),
  /** When the next of them can be read by hand; null where some can be now, or none ever. */
  refreshable_at: Instant.nullable(),
});

export const getRefreshing = endpoint({
  method: 'GET',
  path: '/api/analytics/refresh/',
  access: 'read',
  summary: 'Which figures of a range are being read',
  query: inRange({}),
  response: Refreshing,
});

/** Each once in ten minutes; what is paid for once in a day (UTC). The answer does not wait. */
export const refreshRange = endpoint({
  method: 'POST',
  path: '/api/analytics/refresh/',
  access: 'write',
  summary: `Read the figures of the posts of a range from their networks now, of the latest ${MAX_REFRESHED}`,
  query: inRange({}),
  response: Refreshing,
});
