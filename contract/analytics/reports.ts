import { z } from 'zod';
import { MAX_TAG_LENGTH } from '../content/items.ts';
import { endpoint } from '../http/endpoint.ts';
import { Day, Id, IdParams, Instant, nameText, optionalText, UserRef } from '../http/fields.ts';
import { ALL_NETWORKS } from '../networks/names.ts';
import { ChannelFigures, Overview, PostRow } from './overview.ts';
import { daysIn, MAX_RANGE_DAYS } from './ranges.ts';

/**
 * Reports of figures, which can be read by a link without an account (docs/domain/analytics.md,
 * 'Reports').
 */

export const MAX_REPORTS = 200;
export const MAX_TITLE = 100;
export const MAX_COMMENT = 2000;
const MAX_RECIPIENTS = 50;
const MAX_FILTERS = 100;

/** Without the present day; 'fixed' is from one day to another. */
export const PERIODS = ['last_7', 'last_30', 'last_90', 'last_month', 'fixed'] as const;
export type Period = (typeof PERIODS)[number];

/** In the order in which a new report has them. */
export const BLOCKS = ['numbers', 'over_time', 'top_content', 'channels', 'definitions'] as const;
export type Block = (typeof BLOCKS)[number];

const ids = z.array(Id, 'Expected a list of ids.').max(MAX_FILTERS);

/** What the figures are of; everything where a list is empty. */
const Filters = z.object({
  channel: ids.default([]),
  folder: ids.default([]),
  author: ids.default([]),
  network: z.array(z.enum(ALL_NETWORKS)).max(ALL_NETWORKS.length).default([]),
  tag: z
    .array(
      nameText('A tag', {
        max: MAX_TAG_LENGTH,
        missing: 'Expected a tag.',
        long: `A tag has at most ${MAX_TAG_LENGTH} characters`,
      }),
    )
    .max(MAX_FILTERS)
    .default([]),
});

const period = z.enum(PERIODS, `Expected one of ${PERIODS.join(', ')}.`);
const blocks = z
  .array(z.enum(BLOCKS, `Expected one of ${BLOCKS.join(', ')}.`))
  .min(1, 'Choose a block')
  .max(BLOCKS.length)
  .refine((given) => new Set(given).size === given.length, 'Each block is there once.');
/** Members who are told on the first of each month. */
const recipients = z.array(Id).max(MAX_RECIPIENTS);

const texts = {
  title: nameText('A title', {
    max: MAX_TITLE,
    missing: 'Enter a title',
    long: `A title has at most ${MAX_TITLE} characters`,
  }),
  comment: optionalText('A comment', MAX_COMMENT),
  client: optionalText('A client', MAX_TITLE),
};

type InPeriod = { period: Period; from_day: string | null; to_day: string | null };

/** Days are those of a fixed period, in the zone of the workspace, both included. */
export const isWholePeriod = ({ period, from_day: from, to_day: to }: InPeriod): boolean =>
  period === 'fixed'
    ? from !== null && to !== null && from <= to && daysIn({ from, to }) <= MAX_RANGE_DAYS
    : from === null && to === null;

export const WHOLE_PERIOD = `Expected 'from_day' and 'to_day' of a fixed period, at most ${MAX_RANGE_DAYS} days.`;

const Fields = z
  .object({
    ...texts,
    period: period.default('last_30'),
    from_day: Day.nullable().default(null),
    to_day: Day.nullable().default(null),
    filters: Filters.default(Filters.parse({})),
    blocks: blocks.default([...BLOCKS]),
    recipients: recipients.default([]),
  })
  .refine(isWholePeriod, { path: ['to_day'], message: WHOLE_PERIOD });

/** Those that are given. */
const Changes = z
  .object({
    ...texts,
    period,
    from_day: Day.nullable(),
    to_day: Day.nullable(),
    filters: Filters,
    blocks,
    recipients,
  })
  .partial();

const Report = z.object({
  id: z.int(),
  title: z.string(),
  comment: z.string().nullable(),
  client: z.string().nullable(),
  period: z.enum(PERIODS),
  from_day: z.string().nullable(),
  to_day: z.string().nullable(),
  filters: Filters,
  blocks: z.array(z.enum(BLOCKS)),
  recipients: z.array(z.int()),
  /** When its link ends; null where it has none, or it has ended. */
  link_ends_at: Instant.nullable(),
  created_by: UserRef,
  updated_at: Instant,
});
export type Report = z.output<typeof Report>;

export const listReports = endpoint({
  method: 'GET',
  path: '/api/analytics/reports/',
  access: 'read',
  summary: `The reports of the workspace, the newest first; ${MAX_REPORTS} at most`,
  response: z.array(Report),
});

export const createReport = endpoint({
  method: 'POST',
  path: '/api/analytics/reports/',
  access: 'write',
  summary: 'Make a report',
  body: Fields,
  response: Report,
  status: 201,
});

export const getReport = endpoint({
  method: 'GET',
  path: '/api/analytics/reports/:id/',
  access: 'read',
  summary: 'A report',
  params: IdParams,
  response: Report,
});

export const updateReport = endpoint({
  method: 'PUT',
  path: '/api/analytics/reports/:id/',
  access: 'write',
  summary: 'Change what is given of a report',
  params: IdParams,
  body: Changes,
  response: Report,
});

export const deleteReport = endpoint({
  method: 'DELETE',
  path: '/api/analytics/reports/:id/',
  access: 'write',
  summary: 'Delete a report; its link ends',
  params: IdParams,
});

/** For how many days a link can be read. */
export const LINK_DAYS = [7, 30, 90] as const;

/** The address is shown once: only a hash of it is stored. */
export const shareReport = endpoint({
  method: 'POST',
  path: '/api/analytics/reports/:id/link/',
  access: 'decide',
  summary: 'Make the link of a report, which needs no account; a former one ends',
  params: IdParams,
  body: z.object({
    days: z.union(
      LINK_DAYS.map((days) => z.literal(days)),
      `Expected one of ${LINK_DAYS.join(', ')}.`,
    ),
  }),
  response: z.object({ url: z.string(), link_ends_at: Instant }),
  status: 201,
});

export const endLink = endpoint({
  method: 'DELETE',
  path: '/api/analytics/reports/:id/link/',
  access: 'decide',
  summary: 'End the link of a report',
  params: IdParams,
});

/** What a report shows: what its blocks do not is null. Ids and pictures are left out. */
const Content = z.object({
  title: z.string(),
  comment: z.string(),
  client: z.string(),
  workspace: z.string(),
  /** The zone of the days. */
  zone: z.string(),
  blocks: z.array(z.enum(BLOCKS)),
  overview: Overview.omit({ has_figures: true, tags: true, coverage: true }),
  top: z.array(PostRow).nullable(),
  channels: z.array(ChannelFigures).nullable(),
});
export type ReportContent = z.output<typeof Content>;

export const getReportContent = endpoint({
  method: 'GET',
  path: '/api/analytics/reports/:id/content/',
  access: 'read',
  summary: 'What a report shows now',
  params: IdParams,
  response: Content,
});

/** The token is the credential. */
export const readSharedReport = endpoint({
  method: 'GET',
  path: '/api/reports/:token/',
  access: 'public',
  summary: 'What a report shows, at the secret address of its link',
  params: z.object({ token: z.string().max(100) }),
  response: Content,
});
