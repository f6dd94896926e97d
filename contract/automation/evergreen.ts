import { z } from 'zod';
import { MAX_ITEMS } from '../content/bulk.ts';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams, Instant, UserRef } from '../http/fields.ts';
import { ALL_NETWORKS } from '../networks/names.ts';
import { PublicationWithParts } from '../publishing/publications.ts';

/** Folders whose approved posts come again (docs/domain/automation.md, 'Evergreen folders'). */

/** Days between two uses of a post on a channel: some networks refuse the same text for two. */
export const MIN_GAP_DAYS = 7;
export const MAX_GAP_DAYS = 730;
export const MAX_USES = 100;
/** The maximum number of posts of a folder that are looked at, the longest unused first. */
export const MAX_EVERGREEN_POSTS = 500;
/** The number of posts that are listed as next. */
export const LISTED = 5;

const range = (what: string, min: number, max: number) =>
  z
    .int(`Expected ${what} from ${min} to ${max}.`)
    .min(min, `Expected at least ${min}.`)
    .max(max, `Expected at most ${max}.`);
const month = range('a month', 1, 12).nullable();

const Fields = z.object({
  /** The set of channels whose queues are filled. */
  channel_set: Id,
  gap_days: range('a number of days', MIN_GAP_DAYS, MAX_GAP_DAYS),
  max_uses: range('a number', 1, MAX_USES),
  /** Months, 1 is January, both included; null: all year. */
  season_from: month,
  season_to: month,
  /** The last day, in the zone of the workspace. */
  ends_on: z.iso.date('Expected a date: 2026-11-28.').nullable(),
  /** Whether posts are scheduled, else proposed. */
  without_asking: z.boolean(),
});
export type EvergreenFields = z.output<typeof Fields>;

const Body = Fields.refine(
  ({ season_from, season_to }) => (season_from === null) === (season_to === null),
  { path: ['season_to'], message: 'Choose the first and the last month, or neither.' },
);

const Settings = Fields.extend({
  /** Null where the set was deleted. */
  channel_set: Id.nullable(),
  by: UserRef,
  updated_at: Instant,
  /** Why nothing is taken; null where something is. */
  error: z.string().nullable(),
});
export type Evergreen = z.output<typeof Settings>;

export const getEvergreen = endpoint({
  method: 'GET',
  path: '/api/content/folders/:id/evergreen/',
  access: 'read',
  summary: 'Whether the approved posts of a folder come again, and how',
  params: IdParams,
  response: z.object({ evergreen: Settings.nullable() }),
});

const Outlook = z.object({
  /** Approved posts in the folder. */
  posts: z.int(),
  /** Free slots of the next seven days: of the channel of the set that has the most. */
  slots: z.int(),
  /** How often each post could come; null where there are no slots, or no posts. */
  every_days: z.int().nullable(),
  /** The number of slots that stay free, and of posts that would fill all. */
  free: z.int(),
  needed: z.int(),
  networks: z.array(
    z.object({
      network: z.enum(ALL_NETWORKS),
      /** Posts that come there once, because they have one text alone; null: any number of times. */
      once: z.int().nullable(),
      /** Of these, the ones that have been there. */
      over: z.int(),
    }),
  ),
  /** The next posts in turn. */
  next: z.array(
    z.object({
      item: z.int(),
      title: z.string(),
      used: z.int(),
      /** From when it can come somewhere; null: never again with these settings. */
      from: Instant.nullable(),
      /** Networks on which it cannot come any more. */
      not_on: z.array(z.enum(ALL_NETWORKS)),
      /** Why its last use was refused. */
      refused: z.string().nullable(),
    }),
  ),
});
export type EvergreenOutlook = z.output<typeof Outlook>;

export const outlookEvergreen = endpoint({
  method: 'POST',
  path: '/api/content/folders/:id/evergreen/outlook/',
  reads: true,
  access: 'read',
  summary: 'What settings would lead to with the posts and slots of today; changes nothing',
  params: IdParams,
  body: Body,
  response: Outlook,
});

export const setEvergreen = endpoint({
  method: 'PUT',
  path: '/api/content/folders/:id/evergreen/',
  access: 'write',
  summary:
    'Take the approved posts of a folder in turn into free slots, with the rights of who sets it. Without asking takes the right to publish',
  params: IdParams,
  body: Body,
  response: Settings,
});

export const endEvergreen = endpoint({
  method: 'DELETE',
  path: '/api/content/folders/:id/evergreen/',
  access: 'write',
  summary: 'End it; what was proposed or scheduled stays',
  params: IdParams,
});

export const getEvergreenUse = endpoint({
  method: 'GET',
  path: '/api/content/items/:id/evergreen/',
  access: 'read',
  summary:
    'Of which post this is a use, or null, and how many copies of it are scheduled without asking; the first item of a post',
  params: IdParams,
  response: z.object({
    use: z
      .object({
        /** The first item of the source; null where it was erased. */
        item: z.int().nullable(),
        title: z.string().nullable(),
        /** The how many-th use it is. */
        number: z.int(),
        max_uses: z.int().nullable(),
      })
      .nullable(),
    /** They stop at their time once the post is taken back or deleted. */
    copies: z.int(),
  }),
});

/** The scheduled copies that stop at their time once these posts, or all of a folder, are deleted. */
export const countEvergreenCopies = endpoint({
  method: 'POST',
  path: '/api/evergreen/copies/',
  reads: true,
  access: 'read',
  summary: 'How many scheduled copies wait for a person once these posts, or a folder, are deleted',
  body: z
    .object({
      items: z
        .array(Id, 'Expected the ids of items.')
        .max(MAX_ITEMS, `Expected at most ${MAX_ITEMS} ids.`)
        .optional(),
      folder: Id.optional(),
    })
    .refine(({ items, folder }) => (items === undefined) !== (folder === undefined), {
      path: ['items'],
      message: 'Expected either items or a folder.',
    }),
  response: z.object({ copies: z.int() }),
});

/** Sums over publications; null where no network counted it. */
const UseFigures = z.object({
  /** How many channels it was published on. */
  published: z.int(),
  views: z.int().nullable(),
  engagements: z.int().nullable(),
});

const EvergreenUses = z.object({
  /** The oldest first. */
  uses: z.array(
    UseFigures.extend({
      /** The first item of the use; null where it was deleted. */
      item: z.int().nullable(),
      title: z.string().nullable(),
      at: Instant,
    }),
  ),
  total: UseFigures,
});
export type EvergreenUses = z.output<typeof EvergreenUses>;

export const listEvergreenUses = endpoint({
  method: 'GET',
  path: '/api/content/items/:id/evergreen/uses/',
  access: 'read',
  summary:
    'What networks have counted of all uses of an evergreen post, and of them together with it',
  params: IdParams,
  response: EvergreenUses,
});

/**
 * For a publication with `source` among its `sendable`. All publications of the copy that have it there
 * get that text. Those that had stopped go on, but for others that it does not fit; those that wait keep
 * their times.
 */
export const takeNewText = endpoint({
  method: 'POST',
  path: '/api/publications/:id/new-text/',
  access: 'decide',
  summary:
    'Take the text of the evergreen post that a publication repeats, which was approved since, and go on with it',
  params: IdParams,
  /** `continued`: the others that had stopped, and go on. */
  response: PublicationWithParts.extend({ continued: z.array(z.int()) }),
});
