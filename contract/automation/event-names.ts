/**
 * What other programs are told (docs/webhooks.md). It is read from the log of events (decision 95); what
 * an event carries is in events.ts.
 */

export const EVENT_GROUPS = ['Publications', 'Posts', 'Everything else'] as const;

/** Every event: its group, and what it says on the page. */
export const EVENTS = {
  'publication.published': { group: 'Publications', text: 'It went out on an account' },
  'publication.stopped': { group: 'Publications', text: 'It needs a person' },
  'publication.scheduled': { group: 'Publications', text: 'It got a time' },
  'publication.moved': { group: 'Publications', text: 'Its time changed' },
  'publication.cancelled': { group: 'Publications', text: 'It won’t be sent' },
  'publication.resumed': { group: 'Publications', text: 'It goes on after a stop' },
  'post.created': { group: 'Posts', text: 'It was written, or restored' },
  'post.updated': { group: 'Posts', text: 'Its text, status or folder changed' },
  'post.submitted': { group: 'Posts', text: 'It waits for review' },
  'post.approved': { group: 'Posts', text: 'It may be published' },
  'post.rejected': { group: 'Posts', text: 'It goes back to its author' },
  'post.deleted': { group: 'Posts', text: 'It was moved to the trash' },
  'channel.needs_reconnect': { group: 'Everything else', text: 'An account lost its access' },
  'channel.connected': { group: 'Everything else', text: 'An account was connected' },
  'channel.disconnected': { group: 'Everything else', text: 'An account was disconnected' },
  'comment.created': { group: 'Everything else', text: 'Someone commented on a post' },
  'media.created': { group: 'Everything else', text: 'A file was uploaded' },
  'member.joined': { group: 'Everything else', text: 'Someone joined the workspace' },
  'rule.told': { group: 'Everything else', text: 'A rule has something to say' },
  'reading.milestone': { group: 'Everything else', text: '1,000 views, for example' },
} as const satisfies Record<string, { group: (typeof EVENT_GROUPS)[number]; text: string }>;

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];

/** Tries an address: nothing has happened. */
export const TEST_EVENT = 'webhook.test';
