import { z } from 'zod';
import { Id } from '../http/fields.ts';
import { MAX_DAYS, MAX_HOURS } from '../publishing/afterwards.ts';
import { whole } from './rules-fields.ts';

/** The settings of actions that are done with a publication afterwards. */

/** After the publication; at once where that has passed. */
const afterHours = whole(1, MAX_HOURS);
/** Whether nobody is asked; else it is proposed, and a person accepts it. */
const unasked = z.boolean('Expected true or false.').default(false);

export const afterwardActions = [
  z.object({
    kind: z.literal('repost'),
    /** Null: the account of the publication. */
    channel: Id.nullable().default(null),
    hours: afterHours,
    unasked,
  }),
  z.object({ kind: z.literal('reply'), snippet: Id, hours: afterHours, unasked }),
  z.object({
    kind: z.literal('remove'),
    days: whole(1, MAX_DAYS),
    /** Nothing brings a post back. */
    consent: z.literal(true, 'Confirm that posts are deleted for good.'),
    unasked,
  }),
] as const;
