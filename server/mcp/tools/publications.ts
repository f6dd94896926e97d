import { z } from 'zod';
import { getItem } from '#contract/content/items.ts';
import { getThread } from '#contract/content/threads.ts';
import { paths } from '#contract/paths.ts';
import { getAdditions } from '#contract/publishing/additions.ts';
import {
  cancelPublication,
  checkPublishing,
  getPublication,
  listPublications,
  movePublication,
  PUBLICATION_STATES,
  type Publication,
  publishItem,
} from '#contract/publishing/publications.ts';
import { may, onChannels, type Person } from '../../actor.ts';
import { AppError } from '../../errors.ts';
import {
  ADDS,
  type Agreed,
  type Caller,
  cursor,
  cursorOf,
  limit,
  nextCursor,
  READS,
  REPLACES,
  requestId,
  tool,
  withoutPublishing,
} from '../tool.ts';
import { publishingQuestion } from './asking.ts';
import { postId, version } from './post-shapes.ts';

/** Publications: a post on a channel at a time. */

export const PublicationSummary = z.object({
  id: z.int(),
  post_id: z.int().nullable(),
  excerpt: z.string(),
  channel: z.object({ id: z.int(), network: z.string(), name: z.string(), handle: z.string() }),
  state: z.enum(PUBLICATION_STATES).describe("'proposed' waits for the approval of a person."),
  reason: z.string().nullable().describe('Why it has stopped.'),
  detail: z.string().nullable(),
  due_at: z.string(),
  local_time: z.string().nullable(),
  time_zone: z.string().nullable(),
  published_at: z.string().nullable(),
  url: z.string().nullable(),
});

export const publicationOf = ({ channel, ...publication }: Publication) => ({
  ...{ id: publication.id, post_id: publication.item, excerpt: publication.excerpt },
  channel: {
    ...{ id: channel.id, network: channel.network, name: channel.name, handle: channel.handle },
  },
  ...{ state: publication.state, reason: publication.reason, detail: publication.detail },
  ...{ due_at: publication.due_at, local_time: publication.local_time },
  ...{ time_zone: publication.zone, published_at: publication.published_at, url: publication.url },
});

const at = z
  .string()
  .min(1)
  .max(40)
  .describe(
    "When: a wall time such as 2026-01-31T09:00 (in zone, or else the workspace's), an instant such as 2026-01-31T08:00:00Z, or 'queue' for the next free slot of each channel.",
  );
const zone = z.string().max(100).optional().describe('A time zone, such as Europe/Berlin.');
const channelIds = z
  .array(z.int().positive())
  .min(1)
  .max(50)
  .describe('Where to publish, from list_channels.');
const publicationId = z.int().positive().describe('A publication, from list_publications.');

const HAS_OFFSET = /(?:Z|[+-]\d\d:\d\d)$/;

/** A time as the API takes it. */
function timeOf(at: string, zone: string | undefined) {
  if (at === 'queue' || HAS_OFFSET.test(at)) return at;
  return { local: at, ...(zone !== undefined && { zone }) };
}

const changed = z.object({ publications: z.array(PublicationSummary) });
const toPublish = z.object({
  ...{ post_id: postId, channel_ids: channelIds, at, zone },
  ...{ version: version.optional(), request_id: requestId },
});

/** Schedules or proposes a post, as the caller may. */
async function publishOn(
  call: Caller['call'],
  { post_id, channel_ids, version, request_id }: z.output<typeof toPublish>,
  at: ReturnType<typeof timeOf> | null,
  { agreed, ...rights }: { narrow?: typeof withoutPublishing; agreed?: Agreed | undefined },
) {
  const params = { id: String(post_id) };
  const body = { channels: channel_ids, at, version, ...agreed };
  const made = await call(publishItem, { params, body }, { idempotencyKey: request_id, ...rights });
  return made.map(publicationOf);
}

export const listPublicationsTool = tool({
  name: 'list_publications',
  title: 'List publications',
  description:
    'Returns what was published, is scheduled, waits for approval or has stopped, by time, the latest first. An agent that is limited to channels or folders names a channel or a post.',
  annotations: READS,
  uses: [listPublications],
  input: z.object({
    from: z.string().max(40).optional().describe('An instant, such as 2026-01-31T00:00:00Z.'),
    to: z.string().max(40).optional(),
    state: z.array(z.enum(PUBLICATION_STATES)).max(6).optional(),
    channel_id: z.int().positive().optional(),
    post_id: postId.optional(),
    limit,
    cursor,
  }),
  output: z.object({
    count: z.int(),
    publications: z.array(PublicationSummary),
    next_cursor: nextCursor,
  }),
  run: async ({ call }, { channel_id, post_id, limit, ...rest }) => {
    const ids = { channel: channel_id?.toString(), item: post_id?.toString() };
    const query = { ...rest, ...ids, page_size: String(limit) };
    const { count, results, next } = await call(listPublications, { query });
    return { count, publications: results.map(publicationOf), next_cursor: cursorOf(next) };
  },
});

export const proposePublication = tool({
  name: 'propose_publication',
  title: 'Propose a publication',
  description:
    'Proposes to publish a post on channels at a time. The post waits in ‘Waiting for Review’ until a person approves it; only that schedules it.',
  annotations: ADDS,
  uses: [publishItem],
  input: toPublish,
  output: changed.extend({ review: z.string().describe('Where a person approves it.') }),
  run: async ({ call, link }, input) => {
    const made = await publishOn(call, input, timeOf(input.at, input.zone), {
      narrow: withoutPublishing,
    });
    return { publications: made, review: link(paths.review) };
  },
});

/** On some channel at least. */
const mayPublish = (person: Person) =>
  may(onChannels(person, person.key?.channels ?? []), 'decide', 'publish');

export const schedulePublication = tool({
  name: 'schedule_publication',
  title: 'Schedule a publication',
  description:
    "Publishes a post on channels at a time, or with at 'now' at once. The person is asked first where the client can ask. The result may be public, and may not be undone.",
  annotations: { ...ADDS, openWorldHint: true },
  uses: [publishItem, getThread, checkPublishing, getAdditions],
  isFor: mayPublish,
  input: toPublish.extend({ at: at.describe(`${at.description} Or 'now'.`) }),
  output: changed,
  ask: (caller, { at, zone, ...planned }) =>
    publishingQuestion(caller, 'Publish this post', {
      ...planned,
      at: at === 'now' ? null : timeOf(at, zone),
    }),
  run: async ({ call }, input, agreed) => ({
    publications: await publishOn(
      call,
      input,
      input.at === 'now' ? null : timeOf(input.at, input.zone),
      { agreed },
    ),
  }),
});

export const cancelPublicationTool = tool({
  name: 'cancel_publication',
  title: 'Cancel a publication',
  description:
    'Cancels a publication before it is sent, or a proposal. The post stays. What is published is not deleted. Without the right to publish, proposals alone can be cancelled. One that stopped as ‘unknown’ may be at the network: ask a person to look there first.',
  annotations: REPLACES,
  uses: [cancelPublication],
  input: z.object({
    publication_id: publicationId,
    sent: z
      .boolean()
      .optional()
      .describe(
        'Where it may be at the network: whether a person who looked there has found it. Never a guess.',
      ),
  }),
  output: z.object({ publication_id: z.int(), state: z.enum(PUBLICATION_STATES) }),
  run: async ({ call }, { publication_id, sent }) => {
    const params = { id: String(publication_id) };
    await call(cancelPublication, {
      params,
      query: sent === undefined ? {} : { sent: sent ? 'true' : 'false' },
    });
    // What is there as a whole is published.
    const { state } = sent
      ? await call(getPublication, { params })
      : { state: 'cancelled' as const };
    return { publication_id, state };
  },
});

/** Another time for what is scheduled is a decision; the approval of a proposal comes later. */
async function askToMove(
  caller: Caller,
  { publication_id, at, zone }: { publication_id: number; at: string; zone?: string | undefined },
) {
  if (!mayPublish(caller.person)) return undefined;
  const params = { id: String(publication_id) };
  const { item, state, channel, options } = await caller.call(getPublication, { params });
  if (state === 'proposed' || item === null) return undefined;
  return publishingQuestion(caller, 'Publish this post at another time,', {
    ...{ post_id: item, channel_ids: [channel.id], at: timeOf(at, zone), moved: options },
  });
}

/** @throws AppError 409 where the post of a publication is not as the person saw it */
async function requireVersion(call: Caller['call'], item: number | null, { version }: Agreed) {
  const post = item === null ? undefined : await call(getItem, { params: { id: String(item) } });
  if (post?.version === version) return;
  throw new AppError('stale', 409, 'The post has been changed since the person was asked.');
}

export const movePublicationTool = tool({
  name: 'move_publication',
  title: 'Move a publication',
  description:
    'Moves a publication that is not sent yet, or a proposal, to another time. The person is asked first where the client can ask and it is no proposal. Without the right to publish, proposals alone can be moved.',
  annotations: REPLACES,
  uses: [movePublication],
  input: z.object({
    ...{ publication_id: publicationId, at, zone },
    seen: z
      .string()
      .max(40)
      .optional()
      .describe('The due_at that you read: where it has another by now, nothing is moved.'),
    sent: z
      .literal(false)
      .optional()
      .describe(
        'Where it may be at the network: that a person looked there, and has not found it. Never a guess.',
      ),
  }),
  output: z.object({ publication: PublicationSummary }),
  ask: askToMove,
  run: async ({ call }, { publication_id, at, zone, seen, sent }, agreed) => {
    const params = { id: String(publication_id) };
    if (agreed !== undefined) {
      const { item } = await call(getPublication, { params });
      await requireVersion(call, item, agreed);
    }
    const body = { at: timeOf(at, zone), seen, sent };
    return { publication: publicationOf(await call(movePublication, { params, body })) };
  },
});
