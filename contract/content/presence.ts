import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { IdParams } from '../http/fields.ts';
import { Tab } from './live.ts';

/** How long a heartbeat counts. */
export const PRESENT_SECONDS = 90;

/**
 * The presence heartbeat: sent when the editor opens, every half minute, and when it closes. Any
 * part of a thread stands for the thread.
 */
export const reportPresence = endpoint({
  method: 'PUT',
  path: '/api/content/items/:id/presence/',
  access: 'write',
  summary:
    'Report that this tab has an item open in the editor, or has closed it; returns the others, including your own other tabs',
  params: IdParams,
  body: z.object({ tab: Tab, here: z.boolean('Expected true or false.') }),
  response: z.array(z.object({ id: z.int(), name: z.string() })),
});
