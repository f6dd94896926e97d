import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import {
  Day,
  hasControl,
  IdParams,
  IdText,
  Instant,
  intParam,
  nameText,
  UserRef,
} from '../http/fields.ts';
import { ALL_NETWORKS } from '../networks/names.ts';

/** Short links of ours, and who follows them (docs/domain/analytics.md, 'Links'). */

/** Of a workspace, made by hand. */
export const MAX_MANUAL_LINKS = 5000;
export const MAX_LINK_NAME = 120;
export const MAX_ADDRESS = 4000;
/** Of a period. */
const MAX_DAYS = 800;
const PAGE_SIZE = 50;

const DAY_MS = 24 * 60 * 60_000;
const ONLY_WEB = 'Only http and https addresses';

/** Where a link leads. Nothing else is ever a destination: a script, a file. */
const Address = z
  .string('Enter an address')
  .trim()
  .min(1, { error: 'Enter an address', abort: true })
  .max(MAX_ADDRESS, `An address has at most ${MAX_ADDRESS} characters`)
  .refine((text) => !hasControl(text) && !/\s/.test(text), 'An address has no spaces')
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), ONLY_WEB)
  .meta({ examples: ['https://example.org/spring'] });

/** For the team alone; an empty one is none. */
const Name = nameText('A name', {
  min: 0,
  max: MAX_LINK_NAME,
  missing: 'Enter a name',
  long: `A name has at most ${MAX_LINK_NAME} characters`,
}).transform((name) => name || null);

export const LINK_KINDS = ['all', 'posts', 'manual', 'ended'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

const Counted = z.object({
  visits: z.int(),
  /** A sum of days: who comes again on another day is another visitor. */
  visitors: z.int(),
  /** Visits of programs, which are not among the others. */
  bots: z.int(),
});

const Link = Counted.extend({
  id: z.int(),
  /** The short link. */
  url: z.string(),
  code: z.string(),
  /** Where it leads. */
  target: z.string(),
  /** What stands in the post. */
  address: z.string(),
  name: z.string().nullable(),
  is_manual: z.boolean(),
  created_at: Instant,
  created_by: UserRef,
  ended_at: Instant.nullable(),
  ended_by: UserRef,
  last_visit_at: Instant.nullable(),
  /** Where it is used; null where it was made by hand, or its publication is gone. */
  channel: z.object({ id: z.int(), network: z.enum(ALL_NETWORKS), handle: z.string() }).nullable(),
});
export type Link = z.output<typeof Link>;

/** The links of an address in a post, one for each channel; or one that was made by hand. */
const LinkGroup = Counted.extend({
  address: z.string(),
  name: z.string().nullable(),
  last_visit_at: Instant.nullable(),
  /** The first item of the post that has it. */
  post: z.object({ item: z.int(), beginning: z.string() }).nullable(),
  /** Visits of each day of the period. */
  days: z.array(z.int()),
  links: z.array(Link),
});
export type LinkGroup = z.output<typeof LinkGroup>;

export const period = {
  /** Days in the zone of the workspace, both included; without them the last 30 days. */
  from: Day.optional(),
  to: Day.optional(),
};
export const hasValidPeriod = ({
  from,
  to,
}: {
  from?: string | undefined;
  to?: string | undefined;
}) => {
  if (!from || !to) return from === to;
  const ms = Date.parse(to) - Date.parse(from);
  return ms >= 0 && ms < MAX_DAYS * DAY_MS;
};
export const PERIOD = {
  path: ['to'],
  message: `Expected 'from' and 'to', at most ${MAX_DAYS} days apart.`,
};

export const listLinks = endpoint({
  method: 'GET',
  path: '/api/analytics/links/',
  access: 'read',
  summary: 'Short links with their visits in a period, by address and post, most visits first',
  query: z
    .object({
      ...period,
      kind: z.enum(LINK_KINDS, `Expected one of ${LINK_KINDS.join(', ')}.`).default('all'),
      channel: IdText.optional(),
      /** A part of an address, a name or a code. */
      search: z.string().max(200, 'Expected at most 200 characters.').optional(),
      page: intParam(1, 10_000).default(1),
      page_size: intParam(1, 100).default(PAGE_SIZE),
    })
    .refine(hasValidPeriod, PERIOD),
  response: z.object({
    from: z.string(),
    to: z.string(),
    /** Of everything that matches, not of the page alone. */
    count: z.int(),
    links: z.int(),
    totals: Counted,
    /** Links of each kind, whatever was searched for. */
    kinds: z.record(z.enum(LINK_KINDS), z.int()),
    results: z.array(LinkGroup),
  }),
});

const Source = z.object({ name: z.string(), visits: z.int() });

export const getVisits = endpoint({
  method: 'GET',
  path: '/api/analytics/visits/',
  access: 'read',
  summary: 'Visits of all short links in a period, compared with the one before, and their sources',
  query: z.object({ ...period, channel: IdText.optional() }).refine(hasValidPeriod, PERIOD),
  response: z.object({
    from: z.string(),
    to: z.string(),
    /** Whether visits of the links of posts are counted. */
    counts: z.boolean(),
    /** Whether there was ever a visit. */
    has_visits: z.boolean(),
    totals: Counted,
    before: Counted,
    /** Visitors of each day of the period. */
    days: z.array(z.int()),
    /** Names of networks; an empty one is that of links made by hand. */
    networks: z.array(Source),
    /** Hosts; an empty name is unknown, or typed in. */
    referrers: z.array(Source),
    devices: z.array(Source),
  }),
});

const LinkDetails = Link.extend({
  from: z.string(),
  to: z.string(),
  days: z.array(z.int()),
  /** The most frequent hosts; an empty name is unknown, or typed in. */
  referrers: z.array(Source),
  devices: z.array(Source),
  /** What was done to it, the latest first. */
  history: z.array(
    z.object({
      at: Instant,
      user: UserRef,
      action: z.string(),
      changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
    }),
  ),
  /** The QR code of the short link, as an SVG. */
  qr: z.string(),
  /** On the site that it leads to; `visits` are those that conversions are counted of. */
  site: z.object({
    visits: z.int(),
    converted: z.int(),
    conversions: z.int(),
    value: z.number(),
  }),
});
export type LinkDetails = z.output<typeof LinkDetails>;

export const getLink = endpoint({
  method: 'GET',
  path: '/api/analytics/links/:id/',
  access: 'read',
  summary: 'A short link with its visits by day and by source in a period, and its QR code',
  params: IdParams,
  query: z.object(period).refine(hasValidPeriod, PERIOD),
  response: LinkDetails,
});

export const createLink = endpoint({
  method: 'POST',
  path: '/api/analytics/links/',
  access: 'decide',
  summary: 'Make a short link by hand, for a profile, a label or a mail',
  body: z.object({ target: Address, name: Name.optional() }),
  response: Link,
  status: 201,
});

export const updateLink = endpoint({
  method: 'PUT',
  path: '/api/analytics/links/:id/',
  access: 'decide',
  summary:
    'Rename a short link that was made by hand, point it elsewhere, end it, or take that back; 409 for one of a post',
  params: IdParams,
  body: z.object({
    target: Address.optional(),
    name: Name.optional(),
    ended: z.boolean('Expected true or false.').optional(),
  }),
  response: Link,
});

const QR_FORMATS = ['svg', 'png'] as const;

export const getQrCode = endpoint({
  method: 'GET',
  path: '/api/analytics/links/:id/qr/',
  access: 'read',
  summary: 'The QR code of a short link, dark on white: an SVG, or a PNG of 1024 pixels',
  params: IdParams,
  query: z.object({ format: z.enum(QR_FORMATS, 'Expected svg or png.').default('svg') }),
  response: { kind: 'file', types: ['image/svg+xml', 'image/png'] },
});
