import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { IdText, numberText } from './fields.ts';

/** A tab's name for itself, of its own choice. */
export const Tab = z.string().regex(/^[\w-]{8,36}$/, 'Expected 8 to 36 letters, digits, _ or -.');

/** The names of what the stream tells, as `event` has them; `data` is JSON. */
export type LiveEvents = {
  /** The first: `id` is that of the person's last notification. */
  ready: { unread: number };
  /** A notification that is new, a `Notification`; `id` is its own. */
  notification: unknown;
  /** How many are unread, after one came, was read or deleted. */
  unread: { unread: number };
  /** Something of this topic is another by now: whoever shows it fetches it again. */
  changed: { topic: string };
};

/** Ours: server-sent events, for `fetch` with the bearer token. */
export const followLive = endpoint({
  method: 'GET',
  path: '/api/live/',
  access: 'read',
  summary:
    'Server-sent events: the notifications of whoever calls (resumed after the one named, none lost and none repeated), and what changes in the workspace',
  query: z.object({
    after: IdText.optional(),
    tab: Tab.optional(),
    /** For how many milliseconds nobody told what changed, before a break say: it is told at once. */
    behind: numberText(0, 999_999_999).optional(),
  }),
  events: true,
});
