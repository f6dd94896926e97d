import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { IdParams } from '../http/fields.ts';
import { ChannelRef } from './figures.ts';

/** When the posts of a channel do better than usual (docs/domain/analytics.md, 'Best times'). */

/** Hours of a day of the week (ISO 8601: 1 is Monday): `to` may be 24. */
const Hours = z.object({ weekday: z.int(), from: z.int(), to: z.int() });

const Summary = z.object({
  channel: ChannelRef,
  /** Whether its network tells figures, and whether it may be asked for them. */
  state: z.enum(['read', 'permission', 'not_offered']),
  /** Of the last six months whose figures after a day are known. */
  posts: z.int(),
  /** Fewer posts say nothing. */
  needed: z.int(),
  /** The best hours of the week; empty where there are too few posts, or none is clear. */
  best: z.array(Hours),
});
export type BestTimes = z.output<typeof Summary>;

const Grid = Summary.extend({
  is_enough: z.boolean(),
  /** The blocks of three hours in which something was published. */
  cells: z.array(
    z.object({
      weekday: z.int(),
      /** From 0: midnight to three. */
      block: z.int(),
      posts: z.int(),
      /** The share above the usual: 0.2 is a fifth more engagements. */
      effect: z.number(),
      /** The median time of its posts: 09:05. */
      time: z.string(),
    }),
  ),
  /** Two times of the week of which little is known. */
  to_try: z.array(z.object({ weekday: z.int(), time: z.string() })),
});
export type BestTimesGrid = z.output<typeof Grid>;

export const listBestTimes = endpoint({
  method: 'GET',
  path: '/api/analytics/best-times/',
  access: 'read',
  summary: 'The best hours of each connected channel, in the zone of the workspace; 100 at most',
  response: z.array(Summary),
});

export const getBestTimes = endpoint({
  method: 'GET',
  path: '/api/analytics/best-times/:id/',
  access: 'read',
  summary: 'How posts of a channel do by day and time of the week',
  params: IdParams,
  response: Grid,
});
