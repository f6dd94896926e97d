import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { IdParams, Instant, intParam, pageOf, UserRef } from '../http/fields.ts';
import { ALL_NETWORKS, NETWORK_NAMES } from '../networks/names.ts';
import { paths } from '../paths.ts';
import { ALERT_CAUSES, isAlertCause } from './assistant-causes.ts';

/** The values that the text of a notification is built from. */
type Facts = {
  actor: string;
  workspace: string;
  /** The item in quotation marks, or the number of items. */
  what: string;
  /** Where it was published: ' on X and Threads'; empty where that is not known. */
  where: string;
  /** Why, where the kind does not say it. */
  cause: string | null;
};

export type Kind = {
  /** Its label in the settings. */
  label: string;
  text: (facts: Facts) => string;
  /** Where it links to, where that is not its item. */
  link?: string;
  /** Where it links to where it is about several items. */
  linkOfMany?: string;
  /** Whether it has a mail of its own, and so is left out of the digest. */
  ownMail?: boolean;
};

/** ': its server refuses the key'; empty for a cause of another version. */
const why = (cause: string | null) =>
  cause !== null && isAlertCause(cause) ? `: ${ALERT_CAUSES[cause]}` : '';

/** What a program has done with members. */
const DONE_BY_PROGRAMS = {
  invited: 'invited someone',
  role: 'changed a role',
  removed: 'removed a member',
} as const;
export type DoneByProgram = keyof typeof DONE_BY_PROGRAMS;

const didOf = (cause: string | null) =>
  DONE_BY_PROGRAMS[cause as DoneByProgram] ?? 'changed the members';

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Every kind of notification. A kind that is declared here has its text, settings and mails. */
export const KINDS = {
  review_requested: {
    label: 'Someone requests your review',
    text: ({ actor, what }) => `${actor} asked you to review ${what}`,
    linkOfMany: paths.review,
  },
  approved: {
    label: 'Your content was approved',
    text: ({ actor, what }) => `${actor} approved ${what}`,
  },
  rejected: {
    label: 'Your content was rejected',
    text: ({ actor, what }) => `${actor} rejected ${what}`,
  },
  assigned: {
    label: 'Someone assigns you to a post',
    text: ({ actor, what }) => `${actor} assigned you to ${what}`,
  },
  mentioned: {
    label: 'Someone mentions you',
    text: ({ actor, what }) => `${actor} mentioned you in a comment on ${what}`,
  },
  commented: {
    label: 'Someone comments on your text, or replies to you',
    text: ({ actor, what }) => `${actor} commented on ${what}`,
  },
  published: {
    label: 'Your post was published',
    text: ({ what, where }) => `${capitalised(what)} was published${where}`,
  },
  publishing_at_risk: {
    label: 'One of your posts is due soon and can’t be published as it is',
    text: ({ what }) => `${capitalised(what)} is due soon and can’t be published as it is`,
  },
  publishing_stopped: {
    label: 'Publishing one of your posts stopped',
    text: ({ what }) => `Publishing ${what} stopped and needs your attention`,
    link: paths.attention,
  },
  publishing_late: {
    label: 'One of your posts wasn’t published on time',
    text: ({ what }) => `${capitalised(what)} wasn’t published on time and needs your attention`,
    link: paths.attention,
  },
  reconnect_needed: {
    label: 'An account must be reconnected',
    text: ({ what }) => `${capitalised(what)} is waiting for its account to be reconnected`,
    link: paths.attention,
  },
  connection_ends: {
    label: 'The connection to an account expires soon',
    text: ({ workspace }) => `An account in ${workspace} must be reconnected soon`,
    link: paths.socialAccounts,
  },
  report_ready: {
    label: 'Your monthly reports are ready',
    text: ({ workspace }) => `The monthly reports of ${workspace} are ready`,
    link: paths.reports,
  },
  assistant_fails: {
    label: 'The writing assistant needs its owner',
    text: ({ actor, workspace, cause }) =>
      `${actor} needs you for the writing assistant of ${workspace}${why(cause)}`,
    link: paths.assistantSettings,
  },
  rule_notice: {
    label: 'A rule tells you about a post',
    text: ({ what }) => `A rule tells you about ${what}`,
  },
  rule_assigned: {
    label: 'A rule assigns you to a post',
    text: ({ what }) => `A rule assigned you to ${what}`,
  },
  rule_ran: {
    label: 'A rule tells you that it ran',
    text: ({ workspace }) => `A rule of ${workspace} ran`,
    link: '/automations/runs',
  },
  rule_paused: {
    label: 'One of your rules was paused',
    text: ({ workspace }) => `A rule of ${workspace} was paused`,
    link: '/automations',
  },
  webhook_failing: {
    label: 'A webhook of a workspace that you manage has failed for a day',
    text: ({ workspace }) => `A webhook of ${workspace} has accepted nothing for a day`,
    link: paths.webhooks,
  },
  webhook_off: {
    label: 'A webhook of a workspace that you manage was turned off',
    text: ({ workspace }) => `A webhook of ${workspace} was turned off after failures`,
    link: paths.webhooks,
  },
  invited: {
    label: 'You are invited to a workspace',
    text: ({ actor, workspace }) => `${actor} invited you to ${workspace}`,
    ownMail: true,
  },
  joined: {
    label: 'Someone joins a workspace that you manage',
    text: ({ actor, workspace }) => `${actor} joined ${workspace}`,
    link: paths.members,
  },
  program_members: {
    label: 'A program invites someone, changes a role, or removes a member',
    text: ({ actor, workspace, cause }) => `A program of ${actor} ${didOf(cause)} in ${workspace}`,
    link: paths.members,
  },
  access_left: {
    label: 'What acted for someone who leaves a workspace becomes yours',
    text: ({ actor, workspace }) =>
      `What acted for ${actor} in ${workspace} has ended, or is yours now`,
    link: paths.audit,
  },
} as const satisfies Record<string, Kind>;

export type NotificationKind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as [NotificationKind, ...NotificationKind[]];

/** The kinds that the token of an unsubscribe link names; unknown ones are of another version. */
export const kindsOf = (token: string): NotificationKind[] => {
  const named = token.split('-');
  return KIND_NAMES.filter((kind) => named.includes(kind));
};

const Published = z.object({ network: z.enum(ALL_NETWORKS), url: z.string().nullable() });
/** A network where a post was published, and its address there: a path where that is this server. */
export type Published = z.output<typeof Published>;

/** ' on X and Threads'. */
export const whereOf = (published: readonly Published[]): string => {
  const names = new Set(published.map(({ network }) => NETWORK_NAMES[network]));
  return names.size ? ` on ${new Intl.ListFormat('en-GB').format(names)}` : '';
};

/**
 * `item` is null where the notification is about no item, about several, or the item was deleted.
 * Beside it: who acted (null where deleted), the workspace, and the path to open (null where there
 * is none).
 */
export const Notification = z.object({
  id: z.int(),
  kind: z.enum(KIND_NAMES),
  text: z.string(),
  item: z.int().nullable(),
  read: z.boolean(),
  created_at: Instant,
  actor: UserRef,
  workspace: z.object({ id: z.int(), name: z.string() }),
  link: z.string().nullable(),
  /** Where it was published. */
  published: z.array(Published),
});
export type Notification = z.output<typeof Notification>;

const Ways = z.object({ in_app: z.boolean(), email: z.boolean() });
const ofKinds = <Schema extends z.ZodType>(schema: Schema) =>
  z.object(
    Object.fromEntries(KIND_NAMES.map((kind) => [kind, schema])) as Record<
      NotificationKind,
      Schema
    >,
  );

/** By kind: whether it is shown in the application, and whether it is mailed. */
export const NotificationSettings = ofKinds(Ways);
export type NotificationSettings = z.output<typeof NotificationSettings>;

const Way = z.boolean('Expected true or false.').optional();
const SettingsChange = ofKinds(
  z.object({ in_app: Way, email: Way }, 'Expected an object with in_app and email.').optional(),
);

const Count = z.object({ count: z.int() });

/**
 * docs/domain/people.md, 'Notifications'. Parameters: `unread`, and `cursor` for keyset pagination.
 */
export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/',
  access: 'user',
  summary: 'The caller’s notifications, of all workspaces, newest first',
  query: z.object({
    unread: z.enum(['true', 'false'], 'Expected true or false.').optional(),
    cursor: z
      .string()
      .regex(/^[ab][1-9]\d{0,15}$/, 'Invalid cursor.')
      .optional(),
    page_size: intParam(1, 100).default(20),
  }),
  response: pageOf(Notification),
});

export const markNotificationRead = endpoint({
  method: 'POST',
  path: '/api/notifications/:id/read/',
  access: 'user',
  summary: 'Mark a notification as read',
  params: IdParams,
  response: Notification,
});

export const deleteNotification = endpoint({
  method: 'DELETE',
  path: '/api/notifications/:id/',
  access: 'user',
  summary: 'Delete a notification',
  params: IdParams,
});

export const saveNotificationSettings = endpoint({
  method: 'PUT',
  path: '/api/notifications/settings/',
  access: 'user',
  summary: 'Update notification settings by kind; the other kinds are unchanged',
  body: SettingsChange,
  response: NotificationSettings,
});

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notifications/settings/',
  access: 'user',
  summary: 'Notification settings, by kind',
  response: NotificationSettings,
});

/** Of the link in a digest. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/notifications/unsubscribe/',
  access: 'public',
  summary: 'Stop emails of the kinds that the link of a digest names, without a session',
  body: z.object({
    token: z.string('Expected the token of a link.').max(1000, 'This link is not valid.'),
  }),
});

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/notifications/unread/',
  access: 'user',
  summary: 'The number of unread notifications',
  response: Count,
});

export const readAllNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read/',
  access: 'user',
  summary: 'Mark all notifications as read, or those up to one; returns their number',
  body: z.object({ up_to: z.int('Expected the id of a notification.').positive().optional() }),
  response: Count,
});
