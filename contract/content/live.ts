import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { intParam, LastIdText } from '../http/fields.ts';

/** The topics of changes that clients subscribe to. */
export const TOPICS = [
  'content',
  'comments',
  'people',
  'presence',
  'publications',
  'figures',
  'channels',
  'media',
  'feeds',
  'templates',
  'rules',
  'snippets',
  'webhooks',
] as const;
export type Topic = (typeof TOPICS)[number];

/** The maximum number of ids in a change; a larger change has none. */
export const MAX_CHANGED_IDS = 50;

/** Something of a topic changed in a workspace. */
export type Change = {
  workspaceId: number;
  topic: Topic;
  /** The affected items; absent where any item may be affected. */
  ids?: readonly number[];
  /** The originating tab, which already knows; empty where there is none. */
  tab: string;
};

/** The id that a tab chooses for itself. */
export const Tab = z.string().regex(/^[\w-]{8,36}$/, 'Expected 8 to 36 letters, digits, _ or -.');

/** The names of the events of the stream, in their `event` field; `data` is JSON. */
export type LiveEvents = {
  /** The first event: `id` is that of the person's last notification, or 0. */
  ready: { unread: number };
  /** A new notification, a `Notification`; `id` is its own. */
  notification: unknown;
  /** The number of unread notifications, after one was created, read or deleted. */
  unread: { unread: number };
  /**
   * Something in this topic changed: clients that show it fetch it again. `ids`: the affected
   * items, 50 at most; absent where any may be affected.
   */
  changed: { topic: Topic; ids?: number[] };
};

/** Server-sent events, read by `fetch` with the bearer token. */
export const streamEvents = endpoint({
  method: 'GET',
  path: '/api/live/',
  access: 'read',
  summary:
    'Server-sent events: the caller’s notifications (resumed after the given one, none lost and none repeated), and changes in the workspace',
  query: z.object({
    /** The `id` of the last event that had one; 0 where there was no notification yet. */
    after: LastIdText.optional(),
    tab: Tab.optional(),
    /**
     * For how many milliseconds the client was disconnected: changes of that time are sent at once.
     */
    missed_ms: intParam(0, 999_999_999).optional(),
  }),
  response: { kind: 'events' },
});
