import { z } from 'zod';
import { MEDIA_KINDS } from '../attachments.ts';
import { endpoint } from '../http/endpoint.ts';
import { Day, IdParams, IdText, Instant, intParam, repeated } from '../http/fields.ts';
import { METRICS } from '../networks/metrics.ts';
import { ALL_NETWORKS } from '../networks/names.ts';
import { COMPARED_BY, sideOf } from './compare.ts';
import { ChannelRef, Figures, PartFigures } from './figures.ts';
import { daysIn, MAX_RANGE_DAYS } from './ranges.ts';

/** What became of what was published in a workspace (docs/domain/analytics.md, 'Analytics'). */

const MAX_TAG = 100;

const filters = {
  /** Days in the zone of the workspace, both included; the last 30 days where they are absent. */
  from: Day.optional(),
  to: Day.optional(),
  channel: repeated(IdText).optional(),
  network: repeated(z.enum(ALL_NETWORKS, `Expected one of ${ALL_NETWORKS.join(', ')}.`)).optional(),
  folder: repeated(IdText).optional(),
  tag: repeated(
    z.string().min(1, 'Expected a tag.').max(MAX_TAG, `A tag has at most ${MAX_TAG} characters.`),
  ).optional(),
  author: repeated(IdText).optional(),
};

type Range = { from?: string | undefined; to?: string | undefined };

/** A query with a range that is not too long. */
export const inRange = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...filters, ...shape }).refine(
    (query) => {
      const { from, to } = query as Range;
      if (from === undefined || to === undefined) return from === to;
      return from <= to && daysIn({ from, to }) <= MAX_RANGE_DAYS;
    },
    {
      path: ['to'],
      message: `Expected 'from' and 'to', at most ${MAX_RANGE_DAYS} days.`,
    },
  );

const DayRange = z.object({ from: z.string(), to: z.string() });

/**
 * Whether figures of a channel are in a sum. `waiting`: nothing was read yet; `permission`: it has
 * to be connected again; `not_offered`: its network does not count it, or it is not read.
 */
const COVERAGE = ['counted', 'waiting', 'permission', 'not_offered'] as const;
export type Coverage = (typeof COVERAGE)[number];
const Covered = z.enum(COVERAGE);

/** A number of the range, and the same of the range before it; null where nothing was counted. */
const Compared = z.object({ now: z.number().nullable(), before: z.number().nullable() });
export type Compared = z.output<typeof Compared>;

/** By day of the range; null where the network does not count it. */
const Series = z.array(z.int()).nullable();

const PostRef = z.object({ item: z.int().nullable(), excerpt: z.string() });

export const Overview = z.object({
  range: DayRange,
  before: DayRange,
  /** Whether anything was ever read in the workspace. */
  has_figures: z.boolean(),
  /** When the latest of these figures was read. */
  as_of: Instant.nullable(),
  days: z.array(z.string()),
  /** The first day of which networks may still change what they counted. */
  provisional_from: z.string().nullable(),
  totals: z.object({
    views: Compared,
    engagements: Compared,
    /** Engagements of posts with views, divided by these; null below 50 views. */
    engagement_rate: Compared,
    /** Gained less lost, of channels that were read at both ends of the range. */
    followers: Compared,
  }),
  /** The networks with the most views first. */
  networks: z.array(
    z.object({
      network: z.enum(ALL_NETWORKS),
      views: Series,
      engagements: Series,
      views_before: z.int().nullable(),
      engagements_before: z.int().nullable(),
    }),
  ),
  /** By day of the range before. */
  before_by_day: z.object({ views: Series, engagements: Series }),
  /** Followers of all channels gained on each day; null where one was not read. */
  followers_by_day: z.array(z.int().nullable()),
  /** Posts published on each day; of a day some of them. */
  posts: z.array(z.object({ day: z.string(), count: z.int(), some: z.array(PostRef) })),
  coverage: z.array(
    z.object({
      channel: ChannelRef,
      views: Covered,
      engagements: Covered,
      followers: Covered,
    }),
  ),
  /** Of posts that were published lately. */
  tags: z.array(z.string()),
});

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/analytics/',
  access: 'read',
  summary: 'What was counted on the days of a range, by network, compared with the range before',
  query: inRange({}),
  response: Overview,
});

/** At which age posts are compared: 'latest' is what was read last. */
const AGES = ['latest', 'day', 'week', 'four_weeks'] as const;
export type Age = (typeof AGES)[number];

const SORTS = ['published', 'engagements', 'engagement_rate', ...METRICS] as const;
export type Sort = (typeof SORTS)[number];

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `Expected one of ${values.join(', ')}.`);

const postsQuery = {
  age: oneOf(AGES).default('latest'),
  /** A post with all its publications, or each publication. */
  by: oneOf(['post', 'publication']).default('post'),
  sort: oneOf(SORTS).default('engagements'),
  order: oneOf(['asc', 'desc']).default('desc'),
};

/** Absent metrics were not counted, of none of the channels. */
const MetricsField = z.partialRecord(z.enum(METRICS), z.int());

/** Compared with the median of the posts of the same channels at the same age. */
const Usual = z.object({
  /** How many times as many engagements; null with fewer than 8 posts to compare with. */
  factor: z.number().nullable(),
  age: oneOf(['day', 'week', 'four_weeks']).nullable(),
});

export const PostRow = z.object({
  /** Null where the post was deleted permanently. */
  item: z.int().nullable(),
  publications: z.array(z.int()),
  channels: z.array(ChannelRef.extend({ coverage: Covered })),
  published_at: Instant,
  excerpt: z.string(),
  /** How many parts were sent. */
  parts: z.int(),
  picture: z
    .object({
      hash: z.string(),
      kind: z.enum(MEDIA_KINDS),
      focus: z.tuple([z.number(), z.number()]),
    })
    .nullable(),
  metrics: MetricsField,
  engagements: z.int().nullable(),
  /** Null where fewer than 50 views were counted. */
  engagement_rate: z.number().nullable(),
  /** Whether a publication of it was not read yet. */
  is_partial: z.boolean(),
  /** When the next reading is due. */
  next_at: Instant.nullable(),
  usual: Usual,
});
export type PostRow = z.output<typeof PostRow>;

const MAX_PAGE = 100;

export const listPosts = endpoint({
  method: 'GET',
  path: '/api/analytics/posts/',
  access: 'read',
  summary: 'The posts that were published in a range with their figures; absent ones are last',
  query: inRange({
    ...postsQuery,
    page: intParam(1, 100_000).default(1),
    page_size: intParam(1, MAX_PAGE).default(50),
  }),
  response: z.object({ total: z.int(), rows: z.array(PostRow) }),
});

/** The middle half of the posts of a channel at an age, and their median. */
const Quartiles = z.object({ low: z.number(), median: z.number(), high: z.number() }).nullable();

export const getPostFigures = endpoint({
  method: 'GET',
  path: '/api/analytics/posts/:id/',
  access: 'read',
  summary: 'The figures of the post of an item by age, and what is usual for its channels',
  params: IdParams,
  response: z.object({
    refreshable_at: Instant.nullable(),
    publications: z.array(
      Figures.extend({
        engagements: z.int().nullable(),
        engagement_rate: z.number().nullable(),
        /** Of a thread, in order; else none. */
        parts: z.array(PartFigures),
        /** What its readings have cost so far, in dollars; null where they are free. */
        readings_cost: z.number().nullable(),
        usual: Usual.extend({
          /** How many posts of the channel in the 90 days before it were read. */
          posts: z.int(),
          /** None with fewer than 8 of them. */
          by_age: z.array(z.object({ hours: z.int(), views: Quartiles, engagements: Quartiles })),
        }),
      }),
    ),
    engagements: z.int().nullable(),
    engagement_rate: z.number().nullable(),
    factor: z.number().nullable(),
  }),
});

export const ChannelFigures = z.object({
  channel: ChannelRef,
  state: Covered,
  as_of: z.string().nullable(),
  /** At the end of each day; null where it was not read. */
  followers: z.array(z.int().nullable()),
  /** Gained less lost in the range and in the one before. */
  net: Compared,
  posts: Compared,
  /** The median of engagements at 7 days, with how many posts it is of; null below 8. */
  typical: z.number().nullable(),
  typical_views: z.number().nullable(),
  typical_of: z.int(),
  engagement_rate: z.number().nullable(),
});

export const listChannelFigures = endpoint({
  method: 'GET',
  path: '/api/analytics/channels/',
  access: 'read',
  summary: 'The followers of channels by day, and what is typical of their posts in a range',
  query: inRange({}),
  response: z.object({
    range: DayRange,
    days: z.array(z.string()),
    channels: z.array(ChannelFigures),
  }),
});

/** Of so many posts, the latest, it is said what is typical. */
export const MAX_TYPICAL = 1000;

export const getTypical = endpoint({
  method: 'GET',
  path: '/api/analytics/typical/',
  access: 'read',
  summary: `The engagements of each post of a range at 7 days, of the latest ${MAX_TYPICAL}`,
  query: inRange({}),
  response: z.object({
    posts: z.int(),
    /** On how many channels they were published. */
    channels: z.int(),
    /** What the post with the most has, as read last. */
    most: z.object({ views: z.int().nullable(), engagements: z.int().nullable() }),
    /** In ascending order; posts that were not read at that age are left out. */
    engagements: z.array(z.int()),
  }),
});

export const EXPORTS = ['overview', 'posts', 'channels', 'links', 'compare', 'readings'] as const;
export type ExportView = (typeof EXPORTS)[number];

export const exportFigures = endpoint({
  method: 'GET',
  path: '/api/analytics/export/',
  access: 'read',
  summary: 'The figures of a view with the same filters, exact, as a file',
  query: inRange({
    ...postsQuery,
    view: oneOf(EXPORTS).default('overview'),
    format: oneOf(['csv', 'json']).default('csv'),
    /** What is compared: by what, and both sides ('12', 'launch', '2026-10-27_2026-11-25'). */
    compare: oneOf(COMPARED_BY).optional(),
    a: z.string().max(MAX_TAG).optional(),
    b: z.string().max(MAX_TAG).optional(),
  }).refine(
    ({ view, compare, a = '', b = '' }) =>
      view !== 'compare' || (compare && sideOf(compare, a) && sideOf(compare, b)),
    { path: ['compare'], message: `Expected 'compare' with two sides, 'a' and 'b'.` },
  ),
  response: { kind: 'file', types: ['text/csv', 'application/json'] },
});
