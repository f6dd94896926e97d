import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { numberText } from './fields.ts';
import { Item } from './items.ts';
import { STATUSES } from './workflow.ts';

/** A time zone by its name, which says where a day begins; UTC where none is given. */
const TimeZone = z
  .string()
  .refine((name) => {
    try {
      // Offsets are left out: PostgreSQL reads their sign the other way round.
      return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
    } catch {
      return false;
    }
  }, 'Expected the name of a time zone, such as Europe/Berlin.')
  .default('UTC');

/** Section 7, 'Content items'; section 9, 'Recent items statistic'. */
export const dashboardStats = endpoint({
  method: 'GET',
  path: '/api/content/items/dashboard_stats/',
  access: 'read',
  summary: 'How many items there are, by status, what waits for review, and the ten that were changed last',
  answer: z.object({
    total: z.int(),
    by_status: z.record(z.enum(STATUSES), z.int()),
    threads: z.int(),
    waiting_for_review: z.int(),
    recent: z.array(Item),
  }),
});

/** Section 7, 'Content items'. */
export const contentVolume = endpoint({
  method: 'GET',
  path: '/api/content/items/content_volume_status/',
  access: 'read',
  summary: 'How many items were made on each of the last days, today included, the oldest first',
  query: z.object({
    days: numberText(1, 366).default(30),
    include_deleted: z
      .enum(['true', 'false'], 'Expected true or false.')
      .default('false')
      .transform((text) => text === 'true'),
    tz: TimeZone,
  }),
  answer: z.object({
    days: z.int(),
    total: z.int(),
    volume: z.array(z.object({ date: z.string().meta({ format: 'date' }), created: z.int() })),
  }),
});
