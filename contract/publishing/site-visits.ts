import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { IdText, Instant, nameText } from '../http/fields.ts';
import { hasValidPeriod, PERIOD, period } from './links.ts';

/** Visits on sites of a workspace that came by its short links (docs/analytics.md). */

/** The parameter with the click id, which the script takes out of the address again. */
export const CLICK_PARAMETER = 'pf_click';

const MAX_NAME = 40;
const MAX_EVENT_ID = 64;
const MAX_VALUE = 1_000_000_000;
/** What a page sends at once; a visit has `MAX_READ_SECONDS` in all. */
export const MAX_READ_SECONDS = 30 * 60;

const Click = z
  .string('Expected a click id.')
  .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Expected a click id.')
  .meta({ examples: ['0b6f3f5e-9f0a-4b6e-8f57-2f6f3a4d5c6b'] });
const EventId = z
  .string('Expected an id.')
  .regex(/^[\w.:-]+$/, 'An id has letters, digits and ._:- only.')
  .max(MAX_EVENT_ID, `An id has at most ${MAX_EVENT_ID} characters.`)
  .meta({ examples: ['order-1042'] });
const ConversionName = nameText('A name', {
  max: MAX_NAME,
  missing: 'Expected a name.',
  long: `A name has at most ${MAX_NAME} characters.`,
})
  // What pages send is not cleaned before.
  .refine((text) => text.isWellFormed(), 'A name has whole characters only.')
  .meta({ examples: ['signup'] });
const Value = z
  .number('Expected a number.')
  .min(0, 'Expected a number from 0.')
  .max(MAX_VALUE, `Expected a number up to ${MAX_VALUE}.`)
  .transform((value) => Math.round(value * 100) / 100);

/** What the script of a page sends. */
export const SiteEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('time'),
    click: Click,
    id: EventId,
    seconds: z.int().min(0).max(MAX_READ_SECONDS),
  }),
  z.object({
    kind: z.literal('conversion'),
    click: Click,
    id: EventId,
    name: ConversionName,
    value: Value.optional(),
  }),
]);
export type SiteEvent = z.output<typeof SiteEvent>;

export const postConversion = endpoint({
  method: 'POST',
  path: '/api/conversions/',
  access: 'public',
  summary:
    'Count a conversion of a visit, sent by the server of the site with the secret of the site as a bearer token; an id counts once for each visit',
  body: z.object({
    click: Click,
    name: ConversionName,
    value: Value.nullish(),
    /** Without one, each call counts. */
    id: EventId.nullish(),
  }),
});

export const createSiteSecret = endpoint({
  method: 'POST',
  path: '/api/workspace/links/secret/',
  access: 'manage',
  summary: 'Make a secret for the server of the site; it is shown once, and a former one ends',
  response: z.object({ secret: z.string() }),
  status: 201,
});

export const endSiteSecret = endpoint({
  method: 'DELETE',
  path: '/api/workspace/links/secret/',
  access: 'manage',
  summary: 'End the secret for the server of the site',
});

const Compared = z.object({ now: z.number().nullable(), before: z.number().nullable() });

/** A share of visits, with its interval (90 %); null without visits. */
const Rate = z.object({ rate: z.number(), low: z.number(), high: z.number() }).nullable();

export const getSiteVisits = endpoint({
  method: 'GET',
  path: '/api/analytics/site-visits/',
  access: 'read',
  summary:
    'How long visits by short links read, and how many convert, compared with the period before',
  query: z.object({ ...period, channel: IdText.optional() }).refine(hasValidPeriod, PERIOD),
  response: z.object({
    from: z.string(),
    to: z.string(),
    as_of: Instant,
    /** Whether hosts are named. */
    is_on: z.boolean(),
    /** Visits that got a click id: those that conversions are counted of. */
    visits: z.int(),
    read_time: Compared.extend({
      /** The visits that it is the average of. */
      visits: z.int(),
      /** Seconds of each day; null where nothing was measured. */
      days: z.array(z.number().nullable()),
    }),
    conversions: Compared.extend({
      /** Whether any was ever sent. */
      is_named: z.boolean(),
      converted: z.int(),
      rate: Rate,
      days: z.array(z.number().nullable()),
      /** The most frequent ones. */
      names: z.array(
        z.object({
          name: z.string(),
          converted: z.int(),
          conversions: z.int(),
          value: z.number(),
          rate: Rate,
        }),
      ),
    }),
  }),
});
