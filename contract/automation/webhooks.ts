import { z } from 'zod';
import { VersionField } from '../content/items.ts';
import { endpoint } from '../http/endpoint.ts';
import {
  DayOrInstant,
  Id,
  IdParams,
  IdText,
  Instant,
  intParam,
  nameText,
  UserRef,
} from '../http/fields.ts';
import { EVENT_TYPES } from './event-names.ts';

/**
 * Addresses of other programs that are told what happens (docs/domain/automation.md, 'Webhooks').
 */

/** The maximum number of endpoints of a workspace. */
export const MAX_WEBHOOKS = 20;
/** How often a delivery is tried by itself, within about three days. */
export const MAX_TRIES = 10;
/** The latest attempts of a delivery, which are kept: those of `MAX_TRIES`, and some by hand. */
export const MAX_SHOWN_TRIES = 30;
/** What was sent is shown for so many days. */
export const DELIVERY_DAYS = 30;
/** An endpoint that accepts nothing for so many days is turned off. */
export const MAX_FAILING_DAYS = 5;
/** How long the former secret signs as well, in hours. */
export const FORMER_SECRET_HOURS = 24;
/** How many failed deliveries are sent again in one request. */
export const MAX_AGAIN = 10_000;
/** How many deliveries the list of endpoints shows of each. */
const LATEST = 40;
const MAX_URL = 2000;
const MAX_CHOSEN = 100;

/** 'paused': what happens waits. 'off': nothing is written down. */
const WEBHOOK_STATES = ['on', 'paused', 'off'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/**
 * 'gone': it answered 410. 'failures': it accepted nothing for days. 'maker': it ended with the rights
 * of who made it, who knows its address and its secret.
 */
const OFF_REASONS = ['person', 'gone', 'failures', 'maker'] as const;

const DELIVERY_STATES = ['waiting', 'accepted', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** 'retried': accepted, but not at the first attempt. */
const OUTCOMES = ['waiting', 'accepted', 'retried', 'failed'] as const;

const EventType = z.enum(EVENT_TYPES, `Expected one of ${EVENT_TYPES.join(', ')}.`);

const Webhook = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  events: z.array(EventType),
  /** Only what is in these folders, and on these accounts; null: all. */
  folders: z.array(z.int()).nullable(),
  channels: z.array(z.int()).nullable(),
  state: z.enum(WEBHOOK_STATES),
  off_reason: z.enum(OFF_REASONS).nullable(),
  /** Since when nothing was accepted; null where that is not so. */
  failing_since: Instant.nullable(),
  /** When it is tried again. */
  next_at: Instant.nullable(),
  waiting: z.int(),
  /** Since when the oldest of these waits. */
  waiting_since: Instant.nullable(),
  /** Of the last 7 days, by outcome. */
  sent: z.object({ accepted: z.int(), retried: z.int(), failed: z.int() }),
  /** The outcomes of the latest deliveries, the newest one last. */
  latest: z.array(z.enum(OUTCOMES)),
  /** Until when the former secret signs as well. */
  former_secret_until: Instant.nullable(),
  version: z.int(),
  created_by: UserRef,
  created_at: Instant,
});
export type Webhook = z.output<typeof Webhook>;

/** The secret is shown this once. */
const WithSecret = Webhook.extend({ secret: z.string() });

const url = z
  .string('Enter the address of the endpoint')
  .trim()
  .min(1, 'Enter the address of the endpoint')
  .max(MAX_URL, `An address has at most ${MAX_URL} characters`);

const idsOf = (what: string) =>
  z
    .array(Id, `Expected the ids of ${what}.`)
    .min(1, `Expected the ids of ${what}, or null for all.`)
    .max(MAX_CHOSEN, `Expected at most ${MAX_CHOSEN} ${what}.`)
    .nullable()
    .default(null);

const Fields = z.object({
  name: nameText('A name', {
    max: 100,
    missing: 'Give it a name',
    long: 'A name has at most 100 characters',
  }),
  url,
  events: z
    .array(EventType, 'Expected the types of events.')
    .min(1, 'Choose an event')
    .max(EVENT_TYPES.length, `Expected at most ${EVENT_TYPES.length} types of events.`),
  folders: idsOf('folders'),
  channels: idsOf('accounts'),
});

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/webhooks/',
  access: 'manage',
  summary: `The endpoints of the workspace, by name, each with its latest ${LATEST} deliveries`,
  response: z.array(Webhook),
});

export const getWebhook = endpoint({
  method: 'GET',
  path: '/api/webhooks/:id/',
  access: 'manage',
  summary: 'One endpoint',
  params: IdParams,
  response: Webhook,
});

export const tryAddress = endpoint({
  method: 'POST',
  path: '/api/webhooks/try/',
  access: 'manage',
  summary: 'Send a test to an address, which is not added',
  body: z.object({ url }),
  response: z.object({
    accepted: z.boolean(),
    status: z.int().nullable(),
    /** What came of it, in a sentence. */
    text: z.string(),
    ms: z.int(),
  }),
});

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/',
  access: 'manage',
  summary: `Add an endpoint; ${MAX_WEBHOOKS} at most. Its secret is in this response alone`,
  body: Fields,
  response: WithSecret,
  status: 201,
});

export const updateWebhook = endpoint({
  method: 'PUT',
  path: '/api/webhooks/:id/',
  access: 'manage',
  summary: 'Save an endpoint. With `version`, a stale save gets 409',
  params: IdParams,
  body: Fields.extend({ version: VersionField.optional() }),
  response: Webhook,
});

export const switchWebhook = endpoint({
  method: 'PUT',
  path: '/api/webhooks/:id/state/',
  access: 'manage',
  summary:
    'Turn an endpoint on, pause it (what happens waits), or turn it off (what happens is not written down)',
  params: IdParams,
  body: z.object({
    state: z.enum(WEBHOOK_STATES, `Expected one of ${WEBHOOK_STATES.join(', ')}.`),
  }),
  response: Webhook,
});

export const rollSecret = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/secret/',
  access: 'manage',
  summary: `Make another secret. The former one signs as well for ${FORMER_SECRET_HOURS} hours. 409 where one from before still does, unless \`end_former\` says that it ends`,
  params: IdParams,
  body: z.object({ end_former: z.boolean().default(false) }),
  response: WithSecret,
});

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/webhooks/:id/',
  access: 'manage',
  summary: 'Delete an endpoint, what waits for it, and what was sent to it',
  params: IdParams,
});

const Delivery = z.object({
  id: z.int(),
  /** The `webhook-id` that the receiver knows it by. */
  key: z.string(),
  type: z.string(),
  /** What it is about: the beginning of a text, or a name; empty where it was not read yet. */
  title: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  /** Of the last attempt; null where there was none, or nothing was answered. */
  status: z.int().nullable(),
  error: z.string().nullable(),
  occurred_at: Instant,
  next_at: Instant.nullable(),
});
export type Delivery = z.output<typeof Delivery>;

const DeliveryDetails = Delivery.extend({
  /** As it is sent; null where it was not tried yet. */
  body: z.string().nullable(),
  tries: z.array(
    z.object({
      began_at: Instant,
      ms: z.int(),
      status: z.int().nullable(),
      error: z.string().nullable(),
      /** Of the response: its beginning, and its size as far as it was read. */
      type: z.string().nullable(),
      size: z.int().nullable(),
      text: z.string().nullable(),
    }),
  ),
});
export type DeliveryDetails = z.output<typeof DeliveryDetails>;

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/webhooks/:id/deliveries/',
  access: 'manage',
  summary: `What was sent to an endpoint in ${DELIVERY_DAYS} days, the newest first; \`before\` continues after an id`,
  params: IdParams,
  query: z.object({
    before: IdText.optional(),
    state: z.enum(DELIVERY_STATES, `Expected one of ${DELIVERY_STATES.join(', ')}.`).optional(),
    /** Only what had happened by then. */
    until: DayOrInstant.optional(),
    page_size: intParam(1, 100).default(50),
  }),
  response: z.object({ failed: z.int(), waiting: z.int(), results: z.array(Delivery) }),
});

export const getDelivery = endpoint({
  method: 'GET',
  path: '/api/webhooks/deliveries/:id/',
  access: 'manage',
  summary: `One delivery, with its latest ${MAX_SHOWN_TRIES} attempts, what was sent and what was answered`,
  params: IdParams,
  response: DeliveryDetails,
});

export const sendAgain = endpoint({
  method: 'POST',
  path: '/api/webhooks/deliveries/:id/again/',
  access: 'manage',
  summary: 'Try a delivery once more; one that waits is tried now',
  params: IdParams,
  response: Delivery,
});

export const sendFailedAgain = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/again/',
  access: 'manage',
  summary: `Send again what failed since then, the latest ${MAX_AGAIN.toLocaleString('en')}`,
  params: IdParams,
  body: z.object({ since: DayOrInstant }),
  response: z.object({ count: z.int() }),
});

export const sendExample = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/example/',
  access: 'manage',
  summary: 'Send an example of an event to an endpoint that is on',
  params: IdParams,
  body: z.object({ type: EventType }),
  response: Delivery,
  status: 201,
});
