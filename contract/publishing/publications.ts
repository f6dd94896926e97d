import { z } from 'zod';
import { MEDIA_KINDS } from '../attachments.ts';
import { VersionField } from '../content/items.ts';
import { endpoint } from '../http/endpoint.ts';
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
} from '../http/fields.ts';
import { ALL_NETWORKS } from '../networks/names.ts';
import { LocalTime, Zone } from '../wall-time.ts';
import { SeenAdditions } from './additions.ts';
import { Afterward, GivenAfterwards } from './afterwards.ts';
import { Choices } from './channels.ts';

/** The states of a publication (docs/domain/publishing.md, 'Publications'). */
export const PUBLICATION_STATES = [
  'proposed',
  'scheduled',
  'publishing',
  'published',
  'stopped',
  'cancelled',
] as const;

export type PublicationState = (typeof PUBLICATION_STATES)[number];

/** Why a publication is stopped. */
export const STOP_REASONS = [
  'rejected',
  'reconnect',
  'operator',
  'unknown',
  'late',
  'changed',
  'exhausted',
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/**
 * What exactly stopped it, where a reason has several causes. Of `rejected`: `checks` (the checks of
 * this server; the network was not called), `parent` (the part above is gone). Of `exhausted`:
 * `limited`, `unavailable` (the network answered with errors), `processing`. Of `changed`:
 * `taken_back`, `policy` (nobody has approved it, and the workspace demands it by now). Of `reconnect`:
 * `sealed` (this server cannot open the stored access). Of `unknown` and `late`: `copied` (restored
 * from a backup).
 */
const STOP_CAUSES = [
  'checks',
  'parent',
  'limited',
  'unavailable',
  'processing',
  'taken_back',
  'policy',
  'sealed',
  'copied',
] as const;
export type StopCause = (typeof STOP_CAUSES)[number];

/**
 * The texts of a stopped publication: the one that was scheduled, and that of the post now. `source`:
 * the text of the evergreen post that it repeats, which was approved since; also while it waits.
 */
const SENDABLE = ['scheduled', 'present', 'source'] as const;

/** The outcomes of an attempt; null while it is running, or where its worker died. */
export const OUTCOMES = [
  'sent',
  'absent',
  'unknowable',
  'prepared',
  'removed',
  'transient',
  'rate_limited',
  'expired',
  'reauthorize',
  'rejected',
  'operator',
  'unknown',
  'processing',
  'unprepared',
  'repeatable',
] as const;
export type Outcome = (typeof OUTCOMES)[number];
/** What is no failure. An attempt without an outcome counts as unknown. */
export const NO_FAILURES: readonly Outcome[] = ['prepared', 'sent', 'absent'];

/** What was tried: to prepare a part, to send it, to look for it, to delete it. */
export const STEPS = ['prepare', 'send', 'find', 'remove'] as const;
export type AttemptStep = (typeof STEPS)[number];

/** The maximum number of channels of one request. */
export const MAX_CHANNELS = 50;
/** The maximum number of posts of one request. */
const MAX_ITEMS = 200;

const Attempt = z.object({
  step: z.enum(STEPS),
  began_at: Instant,
  ended_at: Instant.nullable(),
  outcome: z.enum(OUTCOMES).nullable(),
  code: z.string().nullable(),
  detail: z.string().nullable(),
  request_id: z.string().nullable(),
  user: UserRef,
});
export type Attempt = z.output<typeof Attempt>;

const Part = z.object({
  position: z.int(),
  content: z.string(),
  url: z.string().nullable(),
  sent_at: Instant.nullable(),
  removed_at: Instant.nullable(),
  attempts: z.array(Attempt),
});
export type PublicationPart = z.output<typeof Part>;

/** One post on one channel at one time. */
export const Publication = z.object({
  id: z.int(),
  /** The first item of the post; null where it was deleted permanently. */
  item: z.int().nullable(),
  /** The beginning of the text that was scheduled. */
  excerpt: z.string(),
  channel: z.object({
    id: z.int(),
    network: z.enum(ALL_NETWORKS),
    handle: z.string(),
    name: z.string(),
    url: z.string().nullable(),
  }),
  state: z.enum(PUBLICATION_STATES),
  reason: z.enum(STOP_REASONS).nullable(),
  cause: z.enum(STOP_CAUSES).nullable(),
  /** Which texts the rules of the workspace let members publish: of what is stopped, and `source`. */
  sendable: z.array(z.enum(SENDABLE)),
  /**
   * Whether it has stopped, and more of it may be at the network than is known: it is left, moved or
   * deleted by who has looked there (`sent`).
   */
  may_be_there: z.boolean(),
  /** Why it is stopped, or what it waits for. */
  detail: z.string().nullable(),
  due_at: Instant,
  /** The wall time that was chosen, with its zone; null for an instant. */
  local_time: z.string().nullable(),
  zone: z.string().nullable(),
  /** Whether its time is a slot of the queue, and whether it is held: that, or all publishing, is paused. */
  queued: z.boolean(),
  held: z.boolean(),
  options: Choices,
  next_attempt_at: Instant.nullable(),
  published_at: Instant.nullable(),
  /** The number of parts, and of those that are published. */
  parts: z.int(),
  sent: z.int(),
  /** How many of these were deleted at the network since; why the last deletion failed. */
  removed: z.int(),
  removal_failure: z.string().nullable(),
  /** The URL of the first part. */
  url: z.string().nullable(),
  ended_by: UserRef,
  ended_at: Instant.nullable(),
  created_by: UserRef,
  created_at: Instant,
  /** What is done with it afterwards, in the order of its time. */
  afterwards: z.array(Afterward),
});
export type Publication = z.output<typeof Publication>;

export const PublicationWithParts = Publication.extend({ content: z.array(Part) });
export type PublicationWithParts = z.output<typeof PublicationWithParts>;

/**
 * An instant, a wall time in a zone (of the workspace where none is named), the next free slot of
 * each channel, or the time that the draft has.
 */
const Time = z
  .union(
    [
      InstantText,
      z.object({ local: LocalTime, zone: Zone.optional() }),
      z.literal('queue'),
      z.literal('draft'),
    ],
    "Expected an instant such as 2026-01-31T00:00:00Z, { local, zone } such as 2026-01-31T09:00 and Europe/Berlin, 'queue', or 'draft'.",
  )
  .nullish();

/** The same for what is scheduled already; `slot`: the wall time is that of a slot, which it takes. */
export const OtherTime = z
  .union(
    [
      InstantText,
      z.object({ local: LocalTime, zone: Zone.optional(), slot: z.boolean().optional() }),
      z.literal('queue'),
    ],
    "Expected an instant such as 2026-01-31T00:00:00Z, { local, zone } such as 2026-01-31T09:00 and Europe/Berlin, or 'queue'.",
  )
  .nullish();

const Channels = z
  .array(Id, 'Expected the ids of channels.')
  .min(1, 'Choose a channel')
  .max(MAX_CHANNELS, `Expected at most ${MAX_CHANNELS} channels.`);

/** Choices by the id of the channel. */
const OptionsByChannel = z
  .record(z.string().regex(/^[1-9]\d{0,15}$/, 'Expected the id of a channel.'), Choices)
  .refine((options) => Object.keys(options).length <= MAX_CHANNELS, 'Expected fewer channels.')
  .optional();

/** What is done afterwards, by the id of the channel. */
const AfterwardsByChannel = z
  .record(z.string().regex(/^[1-9]\d{0,15}$/, 'Expected the id of a channel.'), GivenAfterwards)
  .refine((given) => Object.keys(given).length <= MAX_CHANNELS, 'Expected fewer channels.')
  .optional();

/**
 * Publishes now where `at` is null. All channels, or none. For members who may not publish, it
 * proposes: the post goes into review, and its approval schedules it.
 */
export const publishItem = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/publications/',
  access: 'write',
  summary: 'Publish the post of an item on channels, now or at a time, or propose it',
  params: IdParams,
  body: z.object({
    channels: Channels,
    at: Time,
    options: OptionsByChannel,
    afterwards: AfterwardsByChannel,
    /** The version that was read: another text is not published. */
    version: VersionField.optional(),
    /** The digest of what is added to the text, as it was read: with others it is not published. */
    additions: SeenAdditions,
  }),
  response: z.array(Publication),
  status: 201,
  keepsOwnKeys: true,
});

const Finding = z.object({
  level: z.enum(['error', 'warning']),
  text: z.string(),
  part: z.int().optional(),
  /** What mends it: another wall time, alt texts of files, or a text of its own for a network. */
  mend: z
    .object({
      label: z.string(),
      at: z.string().optional(),
      files: z.array(z.int()).optional(),
      network: z.enum(ALL_NETWORKS).optional(),
    })
    .optional(),
});

export const CheckedChannel = z.object({
  channel: z.int(),
  parts: z.int(),
  /** Whether any part has a text for this network. */
  is_customised: z.boolean(),
  /** The longest part, as the network counts it, and the maximum. */
  longest: z.int(),
  limit: z.int(),
  /** When it would be due: the slot that is free now, in the queue; null for now. */
  due_at: Instant.nullable(),
  /** What is always at its end there; null where nothing is. */
  ending: z.string().nullable(),
  findings: z.array(Finding),
  /** The kinds of its files. */
  kinds: z.array(z.enum(MEDIA_KINDS)),
  /** What it costs, and what the workspace has spent this month, in thousandths of a US dollar. */
  price: z.int().nullable(),
  spent: z.int(),
});
export type CheckedChannel = z.output<typeof CheckedChannel>;

/** Checks without scheduling. Without `channels`: all that are connected. */
export const checkPublishing = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/publications/check/',
  reads: true,
  access: 'read',
  summary: 'Check a post against the rules of networks: the errors and warnings of each channel',
  params: IdParams,
  body: z.object({
    channels: Channels.optional(),
    at: OtherTime,
    options: OptionsByChannel,
    /** It is scheduled there already, and moved. */
    moving: z.boolean('Expected true or false.').optional(),
  }),
  response: z.array(CheckedChannel),
});

/** What the publish dialog lists first: the channel that was used last comes first. */
export const listUsedChannels = endpoint({
  method: 'GET',
  path: '/api/content/items/:id/publications/used-channels/',
  access: 'read',
  summary: 'The channels that other posts of the folder of an item are, or were, published on',
  params: IdParams,
  response: z.array(
    z.object({
      channel: z.int(),
      /** Whether the post that was scheduled last is among them. */
      is_latest: z.boolean(),
    }),
  ),
});

/** What the publish dialog chooses first, whoever opens it, and on whatever device. */
export const getSuggestedChannels = endpoint({
  method: 'GET',
  path: '/api/content/items/:id/publications/suggested-channels/',
  access: 'read',
  summary:
    'The connected channels that the template of a post names, with their options; none once it is scheduled anywhere',
  params: IdParams,
  response: z.object({
    channels: z.array(z.int()),
    /** By channel, where the template has some for its network. */
    options: z.record(z.string(), z.record(z.string(), z.string())),
  }),
});

/** Several posts on the same channels at one time; each post by itself, or not at all. */
export const publishItems = endpoint({
  method: 'POST',
  path: '/api/publications/',
  access: 'write',
  summary: 'Publish the posts of several items, or propose them; each succeeds or fails on its own',
  body: z.object({
    items: z
      .array(Id, 'Expected the ids of items.')
      .min(1, 'Choose a post')
      .max(MAX_ITEMS, `Expected at most ${MAX_ITEMS} posts.`),
    channels: Channels,
    at: Time,
    /** The minutes between two posts. */
    every: z
      .int('Expected a number of minutes.')
      .min(0, 'Expected a number of minutes.')
      .max(10_080, 'Expected at most 10080 minutes.')
      .optional(),
    /** Of each post. */
    afterwards: AfterwardsByChannel,
  }),
  response: z.object({
    publications: z.array(Publication),
    refused: z.array(z.object({ item: z.int(), detail: z.string() })),
  }),
  status: 201,
  keepsOwnKeys: true,
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

/** Where a part may be there that is to be sent, and a person saw that it is not. */
const NotThere = z
  .literal(false, 'Expected false: what is there is left, or reported with its link.')
  .optional();

/** Only before it is due. Who may not publish changes proposals alone. `sent`: see `may_be_there`. */
export const movePublication = endpoint({
  method: 'PUT',
  path: '/api/publications/:id/',
  access: 'write',
  summary: 'Move a scheduled publication to another time, or publish it now',
  params: IdParams,
  body: z.object({ at: OtherTime, seen: InstantText.optional(), sent: NotThere }),
  response: PublicationWithParts,
});

/** `seen`: the time that the caller has seen; where one has another by now, none is moved (409). */
export const movePublications = endpoint({
  method: 'POST',
  path: '/api/publications/move/',
  access: 'write',
  summary: 'Move several publications, each to its time: all or none',
  body: z.object({
    moves: z
      .array(
        z.object({
          publication: Id,
          at: OtherTime,
          seen: InstantText.optional(),
          sent: NotThere,
        }),
        'Expected publications, each with its new time.',
      )
      .min(1, 'Expected at least one publication.')
      .max(MAX_CHANNELS, `Expected at most ${MAX_CHANNELS} publications.`)
      .refine(
        (moves) => new Set(moves.map(({ publication }) => publication)).size === moves.length,
        'Each publication can be listed only once.',
      ),
  }),
  response: z.array(Publication),
});

/**
 * `sent`: what a person saw at the network of a part that may be there, as `resolvePublication` takes
 * it; of what was due since the backup of a restored copy, whether all of it is there. Without it, what may be there is not left (409): it would be scheduled again, and come twice.
 */
export const cancelPublication = endpoint({
  method: 'DELETE',
  path: '/api/publications/:id/',
  access: 'write',
  summary: 'Cancel a scheduled publication, or leave a stopped one as it is',
  params: IdParams,
  query: z.object({
    sent: z
      .enum(['true', 'false'], 'Expected true or false.')
      .transform((text) => text === 'true')
      .optional(),
  }),
});

/**
 * Continues with the part that failed; parts that are not published yet get the present text.
 * `as_scheduled`: they keep the text that was scheduled. What may be there is looked for first; only
 * what was due since the backup of a restored copy needs a look of a person (`sent`).
 */
export const retryPublication = endpoint({
  method: 'POST',
  path: '/api/publications/:id/retry/',
  access: 'decide',
  summary: 'Continue a stopped publication',
  params: IdParams,
  body: z
    .object({ as_scheduled: z.boolean('Expected true or false.').optional(), sent: NotThere })
    .optional(),
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
      .max(2000, 'Expected at most 2000 characters.')
      .optional(),
  }),
  response: PublicationWithParts,
});

/** For `resolvePublication`: what the account has published lately, where that can be read. */
export const listLatest = endpoint({
  method: 'GET',
  path: '/api/publications/:id/latest/',
  access: 'decide',
  summary: 'The latest posts of the account at the network',
  params: IdParams,
  response: z.array(
    z.object({
      id: z.string(),
      url: z.string().nullable(),
      content: z.string(),
      created_at: Instant,
    }),
  ),
});

/** `sent`: false where a part may be there, and a person saw that it is not. */
export const removePublication = endpoint({
  method: 'POST',
  path: '/api/publications/:id/delete-remote/',
  access: 'decide',
  summary: 'Delete a publication from its network, last part first',
  params: IdParams,
  body: z
    .object({
      sent: z
        .literal(false, 'Expected false: what is there is reported with its link first.')
        .optional(),
    })
    .optional(),
  response: PublicationWithParts,
});

/** One thing to do: what stopped on one channel for the same cause is one, where it is the cause. */
const Attention = z.object({
  reason: z.enum(STOP_REASONS),
  /** The number of publications. */
  count: z.int(),
  /** Their ids, 100 at most. */
  ids: z.array(z.int()),
  since: Instant,
  /** The latest of them. */
  publication: Publication,
  /** The first part that is not published: its position, and the number of its failed attempts. */
  part: z.int(),
  attempts: z.int(),
});
export type Attention = z.output<typeof Attention>;

/** A draft whose time passed before it was scheduled: nothing was sent. */
const OverdueDraft = z.object({
  item: z.int(),
  excerpt: z.string(),
  parts: z.int(),
  channels: z.array(z.int()),
  due_at: Instant,
});
export type OverdueDraft = z.output<typeof OverdueDraft>;

export const AttentionAfterward = Afterward.extend({
  publication: z.int(),
  item: z.int().nullable(),
  excerpt: z.string(),
  network: z.enum(ALL_NETWORKS),
});
export type AttentionAfterward = z.output<typeof AttentionAfterward>;

export const listAttention = endpoint({
  method: 'GET',
  path: '/api/attention/',
  access: 'read',
  summary: 'Stopped publications and overdue drafts, which need a person, latest first',
  query: z.object({
    channel: IdText.optional(),
    reason: z.enum(STOP_REASONS, `Expected one of ${STOP_REASONS.join(', ')}.`).optional(),
  }),
  response: z.object({
    /** The number of things to do for each reason, and of their publications, without filters. */
    reasons: z.array(z.object({ reason: z.enum(STOP_REASONS), count: z.int() })),
    publications: z.int(),
    /** 100 at most. */
    results: z.array(Attention),
    /** 100 at most, the latest first, without filters. */
    drafts: z.array(OverdueDraft),
    /** What was to be done afterwards and has stopped, or is proposed by a rule; likewise. */
    afterwards: z.array(AttentionAfterward),
  }),
});

/** The count of the sidebar. */
export const countAttention = endpoint({
  method: 'GET',
  path: '/api/attention/count/',
  access: 'read',
  summary: 'The number of things to do, 100 at most',
  response: z.object({ count: z.int() }),
});
