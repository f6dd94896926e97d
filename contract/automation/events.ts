import { z } from 'zod';
import { Comment } from '../content/comments.ts';
import { Item } from '../content/items.ts';
import { MediaFile } from '../media/media.ts';
import { ALL_NETWORKS } from '../networks/names.ts';
import { Member } from '../people/members.ts';
import { Channel } from '../publishing/channels.ts';
import { Publication } from '../publishing/publications.ts';
import type { EventType, TEST_EVENT } from './event-names.ts';

/** What events carry (event-names.ts): the same as the lists of the API. */

/** The figures of which marks are told. */
export const MILESTONE_METRICS = [
  'views',
  'reactions',
  'comments',
  'shares',
  'saves',
  'link_clicks',
] as const;

const DeletedPost = z.object({
  id: z.int(),
  folder: z.int().nullable(),
  title: z.string(),
});

/** What is left of an account of which nothing can be read any more. */
const KnownChannel = z.object({
  id: z.int(),
  network: z.enum(ALL_NETWORKS),
  handle: z.string(),
  name: z.string(),
});

/** Its links expire within a day: they are read by its id. */
const File = MediaFile.omit({ links: true });

const Milestone = z.object({
  publication: Publication,
  metric: z.enum(MILESTONE_METRICS),
  value: z.int(),
  /** 100, 1,000, 10,000 and so on. */
  milestone: z.int(),
});

const Told = z.object({
  rule: z.object({ id: z.int(), name: z.string() }),
  /** As the rule says it, with what has happened filled in. */
  text: z.string(),
  /** What the rule was about, or the draft that it made; null where there is none. */
  post: Item.nullable(),
});

/** By event: the schema of its `data`. */
export const EVENT_DATA = {
  'post.created': Item,
  'post.updated': Item,
  'post.deleted': DeletedPost,
  'post.submitted': Item,
  'post.approved': Item,
  'post.rejected': Item,
  'publication.scheduled': Publication,
  'publication.moved': Publication,
  'publication.cancelled': Publication,
  'publication.published': Publication,
  'publication.stopped': Publication,
  'publication.resumed': Publication,
  'reading.milestone': Milestone,
  'channel.connected': Channel,
  'channel.needs_reconnect': Channel,
  'channel.disconnected': KnownChannel,
  'comment.created': Comment,
  'media.created': File,
  'member.joined': Member,
  'rule.told': Told,
} as const satisfies Record<EventType, z.ZodType>;

/** What is sent: at most `MAX_EVENT_BYTES` of JSON. */
export type EventBody = { type: EventType | typeof TEST_EVENT; timestamp: string; data: unknown };

/** The limit of Standard Webhooks: longer texts are cut, and `truncated` says so. */
export const MAX_EVENT_BYTES = 20_000;
