import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { IdParams, numberText } from './fields.ts';
import { Item } from './items.ts';

/** Ours (design, section 6, 'Views'). */
export const countView = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/view/',
  access: 'read',
  summary: 'Count a view of an item; of one person at most one an hour counts',
  params: IdParams,
  answer: z.object({ view_count: z.int() }),
});

/** Section 7, 'Content items'. */
export const trending = endpoint({
  method: 'GET',
  path: '/api/content/items/trending/',
  access: 'read',
  summary: 'What was viewed most in the last days, today included, most first',
  query: z.object({ days: numberText(1, 366).default(7), limit: numberText(1, 100).default(10) }),
  answer: z.array(Item.extend({ views: z.int() })),
});
