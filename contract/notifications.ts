import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { IdParams, Instant, numberText, pageOf, Who } from './fields.ts';

/** What a notification is about, in words. */
type Facts = {
  actor: string;
  workspace: string;
  /** The item in quotation marks, or how many. */
  what: string;
};

export type Kind = {
  /** What it tells of, as the settings list it. */
  label: string;
  text: (facts: Facts) => string;
  /** Where it leads, where it is not to its item. */
  link?: string;
  /** Where it leads where it is about several items. */
  linkOfMany?: string;
  /** Whether a mail of its own tells of it anyway, and no bundle has to. */
  ownMail?: boolean;
};

/** Every kind of notification there is: declared here, it has its words, its settings and its mails. */
export const KINDS = {
  review_requested: {
    label: 'Somebody asks for a review',
    text: ({ actor, what }) => `${actor} asks you to review ${what}`,
    linkOfMany: '/content/review',
  },
  approved: {
    label: 'Your text is approved',
    text: ({ actor, what }) => `${actor} approved ${what}`,
  },
  rejected: {
    label: 'Your text is rejected',
    text: ({ actor, what }) => `${actor} rejected ${what}`,
  },
  mentioned: {
    label: 'Somebody mentions you',
    text: ({ actor, what }) => `${actor} mentioned you on ${what}`,
  },
  commented: {
    label: 'Somebody comments on your text, or answers you',
    text: ({ actor, what }) => `${actor} commented on ${what}`,
  },
  invited: {
    label: 'You are invited to a workspace',
    text: ({ actor, workspace }) => `${actor} invites you to ${workspace}`,
    ownMail: true,
  },
  joined: {
    label: 'Somebody joins a workspace that you manage',
    text: ({ actor, workspace }) => `${actor} joined ${workspace}`,
    link: '/settings/members',
  },
} as const satisfies Record<string, Kind>;

export type NotificationKind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as [NotificationKind, ...NotificationKind[]];

/**
 * `item` is null where it is about none, about several, or the item is gone. Ours: who did it (null where they are gone), the
 * workspace it happened in, and the path it leads to (null where there is nothing to see).
 */
export const Notification = z.object({
  id: z.int(),
  kind: z.enum(KIND_NAMES),
  text: z.string(),
  item: z.int().nullable(),
  read: z.boolean(),
  created_at: Instant,
  actor: Who,
  workspace: z.object({ id: z.int(), name: z.string() }),
  link: z.string().nullable(),
});
export type Notification = z.output<typeof Notification>;

const Ways = z.object({ in_app: z.boolean(), email: z.boolean() });
const ofKinds = <Schema extends z.ZodType>(schema: Schema) =>
  z.object(Object.fromEntries(KIND_NAMES.map((kind) => [kind, schema])) as Record<NotificationKind, Schema>);

/** By kind: whether it is shown here, and whether it is mailed. */
export const NotificationSettings = ofKinds(Ways);
export type NotificationSettings = z.output<typeof NotificationSettings>;

const Way = z.boolean('Expected true or false.').optional();
const SettingsChange = ofKinds(
  z.object({ in_app: Way, email: Way }, 'Expected an object with in_app and email.').optional(),
);

const Count = z.object({ count: z.int() });

/** Section 7, 'Notifications'. Ours: `unread`, and `cursor` as the links to other pages have it. */
export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/',
  access: 'person',
  summary: 'The notifications of whoever calls, of all their workspaces, newest first',
  query: z.object({
    unread: z.enum(['true', 'false'], 'Expected true or false.').optional(),
    cursor: z
      .string()
      .regex(/^[ab][1-9]\d{0,15}$/, 'This cursor is not of this list.')
      .optional(),
    page_size: numberText(1, 100).default(20),
  }),
  answer: pageOf(Notification),
});

export const readNotification = endpoint({
  method: 'POST',
  path: '/api/notifications/:id/read/',
  access: 'person',
  summary: 'Mark a notification as read',
  params: IdParams,
  answer: Notification,
});

export const deleteNotification = endpoint({
  method: 'DELETE',
  path: '/api/notifications/:id/',
  access: 'person',
  summary: 'Delete a notification',
  params: IdParams,
});

export const saveNotificationSettings = endpoint({
  method: 'PUT',
  path: '/api/notifications/settings/',
  access: 'person',
  summary: 'Choose by kind how to be told; kinds that are not named stay as they are',
  body: SettingsChange,
  answer: NotificationSettings,
});

/** Ours. */
export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notifications/settings/',
  access: 'person',
  summary: 'How one is told, by kind',
  answer: NotificationSettings,
});

/** Ours. */
export const countUnread = endpoint({
  method: 'GET',
  path: '/api/notifications/unread/',
  access: 'person',
  summary: 'How many notifications are unread',
  answer: Count,
});

/** Ours. */
export const readAllNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read/',
  access: 'person',
  summary: 'Mark all notifications as read, or those up to one; answers how many that were',
  body: z.object({ up_to: z.int('Expected the id of a notification.').positive().optional() }),
  answer: Count,
});
