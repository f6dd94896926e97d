import type { z } from 'zod';
import type { EventType } from '#contract/automation/event-names.ts';
import type { EVENT_DATA } from '#contract/automation/events.ts';
import type { Item } from '#contract/content/items.ts';
import { ALL_NETWORKS } from '#contract/networks/names.ts';
import type { Publication } from '#contract/publishing/publications.ts';

/** Examples of events, as the page sends them and docs/webhooks.md shows them. */

const AT = '2026-11-24T09:00:00Z';
const ADA = { id: 3, name: 'Ada Byron' };
const CHANNEL = {
  id: 5,
  // Any of them.
  network: ALL_NETWORKS[0] as (typeof ALL_NETWORKS)[number],
  handle: '@harbour@social.example',
  name: 'Harbour Café',
} as const;

const post: z.input<typeof Item> = {
  id: 41,
  folder: 7,
  title: 'We open at eight tomorrow.',
  description: null,
  status: 'draft',
  content: 'We open at eight tomorrow.',
  network_texts: {},
  media: [],
  tags: ['opening'],
  language: 'en',
  endings_off: [],
  variations: [],
  view_count: 0,
  version: 1,
  created_at: AT,
  updated_at: AT,
  published_date: null,
  is_thread_root: false,
  is_thread_part: false,
  is_standalone: true,
  thread_size: 1,
  thread_order: 0,
  thread_root: null,
  publications: null,
  planned_at: null,
  network_views: null,
  comments: 0,
  author: ADA.id,
  assignee: null,
};

const publication: z.input<typeof Publication> = {
  id: 90,
  item: post.id,
  excerpt: post.content,
  channel: { ...CHANNEL, url: 'https://social.example/@harbour' },
  state: 'scheduled',
  reason: null,
  cause: null,
  sendable: [],
  may_be_there: false,
  detail: null,
  due_at: '2026-11-25T07:00:00Z',
  local_time: '2026-11-25T08:00',
  zone: 'Europe/Berlin',
  queued: false,
  held: false,
  options: {},
  afterwards: [],
  next_attempt_at: '2026-11-25T07:00:00Z',
  published_at: null,
  parts: 1,
  sent: 0,
  removed: 0,
  removal_failure: null,
  url: null,
  ended_by: null,
  ended_at: null,
  created_by: ADA,
  created_at: AT,
};

const published: z.input<typeof Publication> = {
  ...publication,
  state: 'published',
  next_attempt_at: null,
  published_at: '2026-11-25T07:00:02Z',
  sent: 1,
  url: 'https://social.example/@harbour/113',
  ended_at: '2026-11-25T07:00:02Z',
};

const channel = {
  ...CHANNEL,
  server: 'https://social.example',
  url: 'https://social.example/@harbour',
  picture: null,
  state: 'connected',
  state_since: AT,
  expires_at: null,
  limits: { characters: 500 },
  settings: {},
  queue_paused_at: null,
  waiting: 0,
  connected_by: ADA,
  created_at: AT,
} as const;

const EXAMPLES: { [Type in EventType]: z.input<(typeof EVENT_DATA)[Type]> } = {
  'post.created': { ...post },
  'post.updated': { ...post, version: 2 },
  'post.deleted': { id: post.id, folder: post.folder, title: post.title },
  'post.submitted': { ...post, status: 'review' },
  'post.approved': { ...post, status: 'approved' },
  'post.rejected': { ...post },
  'publication.scheduled': publication,
  'publication.moved': { ...publication, due_at: '2026-11-26T07:00:00Z' },
  'publication.cancelled': {
    ...publication,
    state: 'cancelled',
    next_attempt_at: null,
    ended_by: ADA,
    ended_at: AT,
  },
  'publication.published': published,
  'publication.stopped': {
    ...publication,
    state: 'stopped',
    reason: 'rejected',
    detail: 'The text is too long.',
    next_attempt_at: null,
  },
  'publication.resumed': publication,
  'reading.milestone': { publication: published, metric: 'views', value: 1042, milestone: 1000 },
  'channel.connected': channel,
  'channel.needs_reconnect': { ...channel, state: 'reconnect' },
  'channel.disconnected': CHANNEL,
  'comment.created': {
    id: 12,
    item: post.id,
    parent: null,
    text: 'Can we say half past seven?',
    mentions: [],
    user: ADA,
    created_at: AT,
    edited_at: null,
    resolved_at: null,
    resolved_by: null,
  },
  'media.created': {
    id: 8,
    name: 'door.jpg',
    kind: 'picture',
    hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    type: 'image/jpeg',
    size: 482_113,
    width: 1600,
    height: 1200,
    duration: null,
    codec: null,
    alt: 'The door of the café',
    tags: [],
    focus: [0.5, 0.5],
    folder: null,
    uses: 0,
    uploaded_by: ADA,
    conversion: null,
    created_at: AT,
    updated_at: AT,
    trashed_at: null,
  },
  'rule.told': {
    rule: { id: 2, name: 'Thank at 100' },
    text: 'We open at eight tomorrow. has 100 reactions.',
    post,
  },
  'member.joined': {
    id: 4,
    name: 'Grace Hopper',
    kind: 'person',
    email: 'grace@example.org',
    role: 'editor',
    joined_at: AT,
    last_active_at: null,
  },
};

/** The `data` of an example. */
export const exampleOf = (type: EventType): object => EXAMPLES[type];
