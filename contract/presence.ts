import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { IdParams } from './fields.ts';
import { Tab } from './live.ts';

/** How long somebody counts as being there after they said so last. */
export const PRESENT_SECONDS = 90;

/** Ours: said on opening the editor, again every half minute, and on leaving. Any part of a thread stands for the whole. */
export const bePresent = endpoint({
  method: 'PUT',
  path: '/api/content/items/:id/presence/',
  access: 'write',
  summary:
    'Say that this tab has an item open in the editor, or no longer has; answers who else has; oneself, where it is in another tab',
  params: IdParams,
  body: z.object({ tab: Tab, here: z.boolean('Expected true or false.') }),
  answer: z.array(z.object({ id: z.int(), name: z.string() })),
});
