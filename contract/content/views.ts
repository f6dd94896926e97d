import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { IdParams, intParam } from '../http/fields.ts';
import { Item } from './items.ts';

/** docs/domain/content.md, 'Views'. */
export const countView = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/view/',
  access: 'read',
  summary: 'Count a view of an item, at most one an hour for each person',
  params: IdParams,
  response: z.object({ view_count: z.int() }),
});

export const trending = endpoint({
  method: 'GET',
  path: '/api/content/items/trending/',
  access: 'read',
  summary: 'The most viewed items of the last days, today included',
  query: z.object({ days: intParam(1, 366).default(7), limit: intParam(1, 100).default(10) }),
  response: z.array(Item.extend({ views: z.int() })),
});
