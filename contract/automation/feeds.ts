import { z } from 'zod';
import { Item } from '../content/items.ts';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams, IdText, Instant, intParam, UserRef } from '../http/fields.ts';

/** Feeds of other sites, whose entries become drafts (docs/domain/automation.md, 'Feeds'). */

/** The maximum number of feeds of a workspace. */
export const MAX_FEEDS = 50;
/** The entries of a feed that are stored; the oldest make room. */
export const MAX_ENTRIES = 20_000;
/** More at once are held: they often mean that the addresses of a site have changed. */
export const MAX_AT_ONCE = 20;
/** The drafts that a feed makes by itself within 24 hours. */
export const MAX_DRAFTS_A_DAY = 100;
/** In bytes, decompressed. */
export const MAX_FEED_BYTES = 5 * 1024 * 1024;
const MAX_URL = 2000;
/** Of entries that are left out in one request. */
const MAX_CHOSEN = 500;

const FORMATS = ['rss', 'rdf', 'atom', 'json'] as const;
export type FeedFormat = (typeof FORMATS)[number];

/** 'gone': its server said that it will not come back (410). It is read no more. */
const FEED_STATES = ['fine', 'failing', 'gone'] as const;

/**
 * 'earlier': it was there when the feed was added. 'made': a draft was made of it, which may have
 * been deleted since.
 */
const ENTRY_STATES = ['earlier', 'new', 'left_out', 'made'] as const;

const Feed = z.object({
  id: z.int(),
  url: z.string(),
  /** As the feed calls itself, else its host. */
  title: z.string(),
  /** The page that it belongs to. */
  site: z.string().nullable(),
  format: z.enum(FORMATS),
  state: z.enum(FEED_STATES),
  /** Why it could not be read the last time, as a sentence. */
  error: z.string().nullable(),
  /** When it was read last, with success. */
  read_at: Instant,
  /** Null where it is gone. */
  next_read_at: Instant.nullable(),
  /** Between two readings, by what the feed asks for and how often it changes. */
  interval_minutes: z.int(),
  new_entries: z.int(),
  /** Where drafts of new entries are made by themselves; null where they are not. */
  drafts_folder: z.int().nullable(),
  /** For whom, who is their author. */
  drafts_by: UserRef,
  /** Why they are made no more, as a sentence. */
  drafts_error: z.string().nullable(),
  created_by: UserRef,
});
export type Feed = z.output<typeof Feed>;

const FeedEntry = z.object({
  id: z.int(),
  title: z.string().nullable(),
  link: z.string().nullable(),
  /** The beginning of its text. */
  text: z.string().nullable(),
  author: z.string().nullable(),
  has_picture: z.boolean(),
  published_at: Instant.nullable(),
  seen_at: Instant,
  state: z.enum(ENTRY_STATES),
  /** Whether an earlier entry of the feed has its title, at another address. */
  looks_known: z.boolean(),
  /** The draft that was made of it, while it is there. */
  item: z.int().nullable(),
});
export type FeedEntry = z.output<typeof FeedEntry>;

const url = z
  .string('Enter the address of a feed')
  .trim()
  .min(1, 'Enter the address of a feed')
  .max(MAX_URL, `An address has at most ${MAX_URL} characters`);

export const listFeeds = endpoint({
  method: 'GET',
  path: '/api/feeds/',
  access: 'read',
  summary: 'The feeds of the workspace, by title',
  response: z.array(Feed),
});

export const previewFeed = endpoint({
  method: 'POST',
  path: '/api/feeds/preview/',
  reads: true,
  access: 'write',
  summary: 'Read an address: the feed that is there, else the feeds that its page names',
  body: z.object({ url }),
  response: z.object({
    feed: z
      .object({
        url: z.string(),
        title: z.string(),
        format: z.enum(FORMATS),
        entries: z.int(),
        newest_at: Instant.nullable(),
      })
      .nullable(),
    found: z.array(z.object({ url: z.string(), title: z.string() })),
  }),
});

export const createFeed = endpoint({
  method: 'POST',
  path: '/api/feeds/',
  access: 'write',
  summary: `Add a feed; ${MAX_FEEDS} at most. What is in it already is not new`,
  body: z.object({ url }),
  response: Feed,
  status: 201,
});

export const updateFeed = endpoint({
  method: 'PUT',
  path: '/api/feeds/:id/',
  access: 'write',
  summary: `Make drafts of new entries by themselves, in this folder; null ends it. More than ${MAX_AT_ONCE} at once, and ${MAX_DRAFTS_A_DAY} a day, wait for a person`,
  params: IdParams,
  body: z.object({ drafts_folder: Id.nullable() }),
  response: Feed,
});

export const deleteFeed = endpoint({
  method: 'DELETE',
  path: '/api/feeds/:id/',
  access: 'write',
  summary: 'Delete a feed and its entries; drafts that were made of them stay',
  params: IdParams,
});

export const readFeed = endpoint({
  method: 'POST',
  path: '/api/feeds/:id/read/',
  access: 'write',
  summary: 'Read a feed now, once a minute; also one that is gone',
  params: IdParams,
  response: Feed,
});

export const listFeedEntries = endpoint({
  method: 'GET',
  path: '/api/feeds/:id/entries/',
  access: 'read',
  summary: 'Entries of a feed, those that came last first; `before` continues after an id',
  params: IdParams,
  query: z.object({
    before: IdText.optional(),
    state: z.enum(ENTRY_STATES, `Expected one of ${ENTRY_STATES.join(', ')}.`).optional(),
    page_size: intParam(1, 100).default(50),
  }),
  response: z.object({ count: z.int(), results: z.array(FeedEntry) }),
});

export const leaveOut = endpoint({
  method: 'POST',
  path: '/api/feeds/:id/leave-out/',
  access: 'write',
  summary: 'Leave new entries out: these, or all',
  params: IdParams,
  body: z.object({
    /** All that are new where it is null. */
    entries: z
      .array(Id, 'Expected the ids of entries.')
      .max(MAX_CHOSEN, `Expected at most ${MAX_CHOSEN} entries.`)
      .nullable()
      .default(null),
  }),
  response: z.object({ left_out: z.int() }),
});

export const makeDraft = endpoint({
  method: 'POST',
  path: '/api/feeds/entries/:id/draft/',
  access: 'write',
  summary: 'Make a draft of an entry, with its picture; the draft that is there, where one is',
  params: IdParams,
  body: z.object({ folder: Id }),
  response: z.object({
    item: Item,
    /** Why its picture is not in the draft; null where it is, or there is none. */
    picture_error: z.string().nullable(),
  }),
});
