import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  Id,
  IdParams,
  IdText,
  Instant,
  InstantText,
  intParam,
  pageOf,
  repeated,
  UserRef,
} from './fields.ts';
import { CHANNEL_NETWORKS } from './networks.ts';

/** The states of a publication (docs/domain.md, 'Publications'). */
const PUBLICATION_STATES = [
  'scheduled',
  'publishing',
  'published',
  'stopped',
  'cancelled',
] as const;

/** Why a publication is stopped. */
const STOP_REASONS = [
  'rejected',
  'reconnect',
  'operator',
  'unknown',
  'late',
  'changed',
  'exhausted',
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** The outcomes of an attempt; null while it is running, or where its worker died. */
const OUTCOMES = [
  'sent',
  'absent',
  'unknowable',
  'transient',
  'rate_limited',
  'reauthorize',
  'rejected',
  'operator',
  'unknown',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The maximum number of channels of one request. */
const MAX_CHANNELS = 50;

const Attempt = z.object({
  step: z.enum(['send', 'find']),
  began_at: Instant,
  ended_at: Instant.nullable(),
  outcome: z.enum(OUTCOMES).nullable(),
  code: z.string().nullable(),
  detail: z.string().nullable(),
  user: UserRef,
});

const Part = z.object({
  position: z.int(),
  content: z.string(),
  url: z.string().nullable(),
  sent_at: Instant.nullable(),
  attempts: z.array(Attempt),
});

/** One post on one channel at one time. */
export const Publication = z.object({
  id: z.int(),
  /** The first item of the post; null where it was deleted permanently. */
  item: z.int().nullable(),
  channel: z.object({ id: z.int(), network: z.enum(CHANNEL_NETWORKS), handle: z.string() }),
  state: z.enum(PUBLICATION_STATES),
  reason: z.enum(STOP_REASONS).nullable(),
  /** Why it is stopped, or what it waits for. */
  detail: z.string().nullable(),
  due_at: Instant,
  next_attempt_at: Instant.nullable(),
  published_at: Instant.nullable(),
  /** The number of parts, once it is being published, and of those that are published. */
  parts: z.int(),
  sent: z.int(),
  created_by: UserRef,
  created_at: Instant,
});
export type Publication = z.output<typeof Publication>;

const PublicationWithParts = Publication.extend({ content: z.array(Part) });
export type PublicationWithParts = z.output<typeof PublicationWithParts>;

const Time = InstantText.nullish();

/** Publishes now where `at` is null. All channels, or none. */
export const publishItem = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/publications/',
  access: 'decide',
  summary: 'Publish the post of an item on channels, now or at a time',
  params: IdParams,
  body: z.object({
    channels: z
      .array(Id, 'Expected the ids of channels.')
      .min(1, 'Choose a channel')
      .max(MAX_CHANNELS, `Expected at most ${MAX_CHANNELS} channels.`),
    at: Time,
  }),
  response: z.array(Publication),
  status: 201,
});

const Cursor = z
  .string()
  .max(100)
  .regex(/^[ab]\d{1,16}_[1-9]\d{0,15}$/, 'Invalid cursor.');

export const listPublications = endpoint({
  method: 'GET',
  path: '/api/publications/',
  access: 'read',
  summary: 'The publications of the workspace, by time, the latest first',
  query: z.object({
    from: InstantText.optional(),
    to: InstantText.optional(),
    state: repeated(z.enum(PUBLICATION_STATES, 'Expected a state.')).optional(),
    channel: IdText.optional(),
    item: IdText.optional(),
    cursor: Cursor.optional(),
    page_size: intParam(1, 100).default(20),
  }),
  response: pageOf(Publication),
});

export const getPublication = endpoint({
  method: 'GET',
  path: '/api/publications/:id/',
  access: 'read',
  summary: 'A publication with its parts and every attempt',
  params: IdParams,
  response: PublicationWithParts,
});

/** Only before it is due. */
export const movePublication = endpoint({
  method: 'PUT',
  path: '/api/publications/:id/',
  access: 'decide',
  summary: 'Move a scheduled publication to another time, or publish it now',
  params: IdParams,
  body: z.object({ at: Time }),
  response: PublicationWithParts,
});

export const cancelPublication = endpoint({
  method: 'DELETE',
  path: '/api/publications/:id/',
  access: 'decide',
  summary: 'Cancel a scheduled publication, or leave a stopped one as it is',
  params: IdParams,
});

/** Continues with the part that failed; parts that are not published yet get the present text. */
export const retryPublication = endpoint({
  method: 'POST',
  path: '/api/publications/:id/retry/',
  access: 'decide',
  summary: 'Continue a stopped publication',
  params: IdParams,
  response: PublicationWithParts,
});

/** For reason `unknown`: only a person can see whether the part is on the network. */
export const resolvePublication = endpoint({
  method: 'POST',
  path: '/api/publications/:id/resolve/',
  access: 'decide',
  summary: 'Report whether a part of unknown outcome is on the network',
  params: IdParams,
  body: z.object({
    sent: z.boolean('Expected true or false.'),
    /** The id of the post at the network, where it is known: parts that follow reply to it. */
    remote_id: z.string().min(1).max(500, 'Expected at most 500 characters.').optional(),
    url: z
      .url({ protocol: /^https?$/, error: 'Expected a URL.' })
      .max(2000)
      .optional(),
  }),
  response: PublicationWithParts,
});
