import { z } from 'zod';
import { AltField, Attachment, MAX_ATTACHMENTS } from '../attachments.ts';
import {
  contentText,
  listFilters,
  MAX_BODY_BYTES,
  StatusField,
  threadDetailsCreateShape,
  threadDetailsUpdateShape,
  VersionField,
} from '../content/items.ts';
import { STATUSES } from '../content/workflow.ts';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams, Instant, InstantText, intParam, nameText, pageOf } from '../http/fields.ts';
import { ALL_NETWORKS, NETWORK_NAMES, type Network } from '../networks/names.ts';
import { LocalTime, Zone } from '../wall-time.ts';
import { Choices } from './channels.ts';
import { CheckedChannel, MAX_CHANNELS, Publication } from './publications.ts';

/** Composite posts for programs: a whole post in one go, with its files, accounts and time (docs/api.md). */

/** Of one request; a longer thread is written by the endpoints of threads. */
const MAX_POST_PARTS = 100;
/** Files that one request names by an address: each is fetched while the caller waits. */
export const MAX_FETCHED = 4;
/** All of them together, in bytes. */
export const MAX_FETCHED_BYTES = 25 * 1024 * 1024;
/** For all of them, in seconds. */
export const FETCH_SECONDS = 20;
const MAX_URL = 2000;

const byNetwork = <Schema extends z.ZodType>(schemaOf: (network: Network) => Schema) =>
  Object.fromEntries(ALL_NETWORKS.map((network) => [network, schemaOf(network).optional()])) as {
    [Name in Network]: z.ZodOptional<Schema>;
  };

const EXPECTED_NETWORKS = `Expected fields by network: ${ALL_NETWORKS.join(', ')}.`;

/** The text that a part has on a network instead of its own. */
const OwnText = (network: Network) =>
  contentText(
    `The text for ${NETWORK_NAMES[network]} is blank. Leave it out to publish the text instead.`,
  );
const PartNetworks = z.strictObject(
  byNetwork((network) => z.object({ text: OwnText(network).optional() })),
  EXPECTED_NETWORKS,
);
/** Options are for all accounts of the network that are named. */
const PostNetworks = z.strictObject(
  byNetwork((network) =>
    z.object({ text: OwnText(network).optional(), options: Choices.optional() }),
  ),
  EXPECTED_NETWORKS,
);

const Address = z
  .url({ protocol: /^https?$/, error: 'Expected the id of a file, or a URL of http or https.' })
  .max(MAX_URL, `An address has at most ${MAX_URL} characters.`);

/** A file of the library by its id, or any other by its address, from which it is fetched. */
const GivenFile = z.union(
  [
    Id,
    Address,
    z.object({ file: Id, alt: AltField.optional() }),
    z.object({ url: Address, alt: AltField.optional() }),
  ],
  'Expected the id of a file, a URL of http or https, or { file, alt } or { url, alt }.',
);
export type GivenFile = z.output<typeof GivenFile>;

const GivenFiles = z
  .array(GivenFile, 'Expected a list of files.')
  .max(MAX_ATTACHMENTS, `A part has at most ${MAX_ATTACHMENTS} files`);

/** An empty one is none. */
const title = nameText('Title', {
  min: 0,
  max: 500,
  missing: 'Expected a text, or null.',
  long: 'Title must be at most 500 characters',
})
  .nullish()
  .transform((given) => (given === undefined ? undefined : given || null));
const text = contentText('Write a text');
const PartFields = z.object({
  text,
  media: GivenFiles.optional(),
  networks: PartNetworks.optional(),
});
/** With an id, or else in its place, it is a part that the post has already. */
const SavedPart = PartFields.extend({
  id: Id.optional(),
  /** The version that was read: where the part has another one by now, nothing is saved. */
  version: VersionField.optional(),
});

const partsOf = <Schema extends z.ZodType>(part: Schema) =>
  z
    .array(z.union([text, part], 'Expected a text, or { text, media, networks }.'), {
      error: 'Expected a list of parts.',
    })
    .min(1, 'A post has at least one part')
    .max(MAX_POST_PARTS, `Expected at most ${MAX_POST_PARTS} parts.`)
    .optional();

/** What of a request is said for each part, where there are several. */
type OfParts = {
  text?: unknown;
  parts?: unknown;
  media?: unknown;
  networks?: { [Name in Network]?: { text?: unknown } | undefined } | undefined;
};

function refuseBoth(
  { text: whole, parts, media, networks = {} }: OfParts,
  context: z.RefinementCtx,
) {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (parts === undefined) return;
  if (whole !== undefined) refuse('text', 'Either a text, or parts.');
  if (media !== undefined) refuse('media', 'With parts, each part names its own files.');
  if (Object.values(networks).some((own) => own?.text !== undefined))
    refuse('networks', 'With parts, each part has its own texts for networks.');
}

/** An instant, a wall time in a zone (of the workspace where none is named), now, or a free slot. */
const At = z
  .union(
    [
      InstantText,
      z.object({ local: LocalTime, zone: Zone.optional() }),
      z.literal('now'),
      z.literal('queue'),
    ],
    "Expected 'now', 'queue', an instant such as 2026-01-31T00:00:00Z, or { local, zone } such as 2026-01-31T09:00 and Europe/Berlin.",
  )
  .nullish();

const PostCreate = z
  .object({
    folder: Id,
    text: text.optional(),
    parts: partsOf(PartFields),
    title,
    ...threadDetailsCreateShape,
    media: GivenFiles.optional(),
    channels: z
      .array(Id, 'Expected the ids of channels.')
      .min(1, 'Choose a channel, or leave them out.')
      .max(MAX_CHANNELS, `Expected at most ${MAX_CHANNELS} channels.`)
      .optional(),
    channel_set: Id.optional(),
    at: At,
    status: StatusField.default('draft'),
    networks: PostNetworks.optional(),
  })
  .superRefine((given, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (given.text === undefined && given.parts === undefined)
      refuse('text', 'Write a text, or parts.');
    refuseBoth(given, context);
    if (given.channels && given.channel_set !== undefined)
      refuse('channel_set', 'Either channels, or a channel set.');
    if (given.at != null && !given.channels && given.channel_set === undefined)
      refuse('channels', 'Say on which channels: a time alone publishes nothing.');
  });

const PostUpdate = z
  .object({
    folder: Id.optional(),
    text: text.optional(),
    parts: partsOf(SavedPart),
    title,
    ...threadDetailsUpdateShape,
    media: GivenFiles.optional(),
    status: StatusField.optional(),
    networks: PartNetworks.optional(),
    version: VersionField.optional(),
  })
  .superRefine(refuseBoth);

const PostPart = z.object({
  id: z.int(),
  text: z.string(),
  media: z.array(Attachment),
  /** The networks on which it has another text. */
  networks: z.object(byNetwork(() => z.object({ text: z.string() }))),
  version: z.int(),
});

/** A post is named by its first item; the id of any other of its parts finds it, too. */
const Post = z.object({
  id: z.int(),
  folder: z.int(),
  title: z.string().nullable(),
  status: z.enum(STATUSES),
  /** Of its first part. */
  text: z.string(),
  parts: z.array(PostPart),
  tags: z.array(z.string()),
  language: z.string().nullable(),
  endings_off: z.array(z.int()),
  author: z.int().nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
});
export type Post = z.output<typeof Post>;

/** The latest first, and at most a hundred. */
const PostWithPublications = Post.extend({ publications: z.array(Publication) });
export type PostWithPublications = z.output<typeof PostWithPublications>;

/** What was made, or what would be. */
const Made = z.object({
  /** Null in a dry run. */
  post: Post.nullable(),
  publications: z.array(Publication),
  /** What was checked of each channel; warnings alone, where something was made. */
  findings: z.array(CheckedChannel),
  /** Whether it waits for a person, who approves it with its times, and why. */
  proposed: z.boolean(),
  because: z.string().nullable(),
});
export type Made = z.output<typeof Made>;

export const createPost = endpoint({
  method: 'POST',
  path: '/api/posts/',
  access: 'write',
  summary: 'Write a post in one go, with its files, channels and time: all of it, or nothing',
  query: z.object({
    /** Whether to say what would happen, and to make nothing. */
    dry_run: z
      .enum(['true', 'false'], 'Expected true or false.')
      .transform((value) => value === 'true')
      .optional(),
  }),
  body: PostCreate,
  bodyLimit: MAX_BODY_BYTES,
  response: Made,
  status: 201,
});

export const listPosts = endpoint({
  method: 'GET',
  path: '/api/posts/',
  access: 'read',
  summary: 'Posts with their parts and publications, the newest first',
  query: z.object({
    status: listFilters.status,
    folder: listFilters.folder,
    updated_after: listFilters.updated_after,
    page_size: intParam(1, 100).default(20),
    cursor: z.string().max(2000, 'Invalid cursor.').optional(),
  }),
  response: pageOf(PostWithPublications),
});

export const getPost = endpoint({
  method: 'GET',
  path: '/api/posts/:id/',
  access: 'read',
  summary: 'A post with its parts and publications',
  params: IdParams,
  response: PostWithPublications,
});

export const updatePost = endpoint({
  method: 'PUT',
  path: '/api/posts/:id/',
  access: 'write',
  summary: 'Change the given fields of a post; parts that are left out of `parts` go to the trash',
  params: IdParams,
  body: PostUpdate,
  bodyLimit: MAX_BODY_BYTES,
  response: PostWithPublications,
});

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id/',
  access: 'write',
  summary: 'Move a post to the trash, with all its parts; what waits to be published is cancelled',
  params: IdParams,
});
