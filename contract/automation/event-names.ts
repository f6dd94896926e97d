/**
 * What other programs are told (docs/webhooks.md). The database writes it down (migration 0090); what an
 * event carries is in events.ts.
 */

export const EVENT_GROUPS = ['Posts', 'Publishing', 'Accounts and people'] as const;

/** Every event: its group and its sentence on the page. */
export const EVENTS = {
  'post.created': { group: 'Posts', text: 'A post is written, or restored.' },
  'post.updated': { group: 'Posts', text: 'A post, its status or its folder changes.' },
  'post.deleted': { group: 'Posts', text: 'A post is deleted.' },
  'post.submitted': { group: 'Posts', text: 'A review of a post is requested.' },
  'post.approved': { group: 'Posts', text: 'A post is approved.' },
  'post.rejected': { group: 'Posts', text: 'A post is rejected.' },
  'publication.scheduled': { group: 'Publishing', text: 'A post is scheduled on an account.' },
  'publication.moved': { group: 'Publishing', text: 'A publication gets another time.' },
  'publication.cancelled': { group: 'Publishing', text: 'A publication is cancelled.' },
  'publication.published': { group: 'Publishing', text: 'A post is published.' },
  'publication.stopped': { group: 'Publishing', text: 'Publishing stops and needs a person.' },
  'publication.resumed': { group: 'Publishing', text: 'Publishing that had stopped goes on.' },
  'reading.milestone': {
    group: 'Publishing',
    text: 'A figure of a publication reaches 100, 1,000, 10,000 and so on.',
  },
  'channel.connected': { group: 'Accounts and people', text: 'An account is connected.' },
  'channel.needs_reconnect': {
    group: 'Accounts and people',
    text: 'A network refuses an account until it is connected again.',
  },
  'channel.disconnected': { group: 'Accounts and people', text: 'An account is disconnected.' },
  'comment.created': { group: 'Accounts and people', text: 'Someone comments on a post.' },
  'media.created': { group: 'Accounts and people', text: 'A file is uploaded.' },
  'member.joined': { group: 'Accounts and people', text: 'Someone joins the workspace.' },
} as const satisfies Record<string, { group: (typeof EVENT_GROUPS)[number]; text: string }>;

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];

/** Tries an address: nothing has happened. */
export const TEST_EVENT = 'webhook.test';
