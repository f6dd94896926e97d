import { z } from 'zod';
import { Item } from '../content/items.ts';
import { STATUSES } from '../content/workflow.ts';
import { endpoint } from '../http/endpoint.ts';
import { intParam } from '../http/fields.ts';
import { Zone } from '../wall-time.ts';

/** docs/domain/content.md, 'Statistics'. */
export const dashboardStats = endpoint({
  method: 'GET',
  path: '/api/content/items/dashboard_stats/',
  access: 'read',
  summary: 'Counts of items by status and of pending reviews, and the ten items updated last',
  response: z.object({
    total: z.int(),
    by_status: z.record(z.enum(STATUSES), z.int()),
    threads: z.int(),
    waiting_for_review: z.int(),
    recent: z.array(Item),
  }),
});

export const contentVolume = endpoint({
  method: 'GET',
  path: '/api/content/items/content_volume_status/',
  access: 'read',
  summary: 'Items created on each of the last days, today included, oldest first',
  query: z.object({
    days: intParam(1, 366).default(30),
    include_deleted: z
      .enum(['true', 'false'], 'Expected true or false.')
      .default('false')
      .transform((text) => text === 'true'),
    /** Where a day begins. */
    tz: Zone.default('UTC'),
  }),
  response: z.object({
    days: z.int(),
    total: z.int(),
    volume: z.array(z.object({ date: z.string().meta({ format: 'date' }), created: z.int() })),
  }),
});
