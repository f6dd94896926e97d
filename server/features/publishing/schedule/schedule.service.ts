import type { PartToSend } from '#contract/content/items.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type { Options } from '#contract/networks/network-rules.ts';
import { networks } from '#contract/networks/networks.ts';
import type { GivenAfterward } from '#contract/publishing/afterwards.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { partsFor } from '#contract/publishing/checks.ts';
import { errorsIn } from '#contract/publishing/findings.ts';
import type * as contract from '#contract/publishing/publications.ts';
import { type Member, may, onChannels } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { AppError, ifThere, invalid, notFoundIn } from '../../../errors.ts';
import { keepResponse } from '../../../http/idempotency/idempotency-key.sql.ts';
import { findMade } from '../../../http/idempotency/idempotency-key.ts';
import { hashOf } from '../../../secrets.ts';
import {
  announceOfPost,
  apply,
  assertCurrentVersion,
  authorizePublishing,
  coverScheduled,
  findItems,
  findMissingFiles,
  getThread,
  lockPost,
  type Post,
  planShared,
} from '../../content/posts/posts.service.ts';
import { requireSeenAdditions } from '../additions/additions.service.ts';
import { getChannel, listChannels, requireChoices } from '../channels/channels.service.ts';
import { endingIn, endingsOf } from '../endings/endings.service.ts';
import {
  insertAfterwards,
  move as movePublications,
  type Publication,
  publicationsOf,
  recordChange,
  requireProposed,
  type When,
  wordsAfterwards,
  wordsAmong,
} from '../publications/publications.service.ts';
import { planLinks } from '../sent-links/sent-links.service.ts';
import { checkBefore } from './check-before.ts';
import {
  checker,
  partsAsSent,
  refusalsOf,
  requireAmong,
  requireKnown,
  type Shared,
  settingsOf,
  withoutHidden,
} from './checks.ts';
import * as sql from './schedule.sql.ts';
import { lockChannels } from './slots.service.ts';
import { later, resolveTime, timesFor } from './times.ts';

export { checkBefore } from './check-before.ts';
export { checker, checkPost } from './checks.ts';
export { freeTimes, lockChannels, slotsOf, takenTimes, zoneOf } from './slots.service.ts';
export { timesFor } from './times.ts';

/** How a post is scheduled, or proposed (docs/domain/publishing.md, 'Publications'). */

type Body = Parsed<typeof contract.publishItem>['body'];
type Context = Transactional & Pick<AppContext, 'clock' | 'config'>;

/** The maximum number of publications of one request. */
const MAX_PUBLICATIONS = 500;

/**
 * Schedules the post of an item on channels, or proposes it: all or none. With a known `key`, the
 * response of the first request with it is returned; `of`: what the request is.
 * Goes on where its caller has left: what was asked for is done.
 * @throws AppError 404; 403 where the text is not approved; 400 where it does not fit; 409
 */
export async function publish(
  context: Context,
  person: Member,
  item: number,
  body: Body,
  key?: { text: string; of: unknown },
): Promise<Publication[]> {
  const { workspaceId, userId } = person;
  const { channels, at, afterwards = {}, version, additions } = body;
  requireAmong('afterwards', afterwards, channels);
  const checkText = checker();
  const before = (await getThread(context.database, person, item).catch(ifThere)) ?? [];
  await checkBefore(context, person, before, body, checkText);
  const hash = hashOf(JSON.stringify(key?.of ?? null));
  return transaction(context, async (tx) => {
    if (at === 'queue') await lockChannels(tx, person, channels);
    const post = await lockPost(tx, person, item);
    if (key !== undefined) {
      const made = await findMade(tx, person, { text: key.text, hash });
      if (made) return publicationsOf(tx, person, made.ids);
    }
    assertCurrentVersion(version, post.parts[0], post.items);
    const ids = await publishPost(context, tx, person, post, body, checkText);
    await requireSeenAdditions(tx, person, post.id, { seen: additions });
    if (key !== undefined) {
      const response = JSON.stringify({ ids });
      await keepResponse(tx, { workspaceId, userId, key: key.text, hash, response });
    }
    return publicationsOf(tx, person, ids);
  });
}

/** A post, locked; `stored`: its parts without files that are still to come into the library. */
type LockedPost = Post & { items: (PartToSend & { id: number })[]; stored?: Post['parts'] };

/**
 * Schedules a post on channels, or proposes it, in the transaction of its caller, who has locked it,
 * and before it the channels whose slots it takes.
 * @param checkText knows the long texts that were checked before
 * @returns the ids of the publications, in the order of the channels
 * @throws AppError as `publish`
 */
export async function publishPost(
  context: Pick<AppContext, 'clock' | 'config'>,
  tx: Transaction,
  person: Member,
  post: LockedPost,
  { channels, at, options = {}, afterwards = {} }: Omit<Body, 'version' | 'additions'>,
  checkText: Shared['checkText'],
): Promise<number[]> {
  const { workspaceId } = person;
  const decider = onChannels(person, channels);
  const decides = may(decider, 'decide', 'publish');
  if (decides) await authorizePublishing(tx, decider, post);
  const ids: number[] = [];
  const now = context.clock.now();
  const shared: Shared = {
    post: post.id,
    now,
    missing: await findMissingFiles(tx, person, post.stored ?? post.items),
    settings: await settingsOf(tx, channels),
    checkText,
    links: await planLinks(tx, context, { workspaceId, post: post.id }),
    endings: await endingsOf(tx, person, post.id),
  };
  let time: When | undefined;
  for (const id of new Set(channels)) {
    const channel = await getChannel(tx, person, id).catch(ifThere);
    if (!channel) throw notFoundIn('channels', 'channel', id);
    // Slots are those of each channel; any other time is that of all.
    const when = time ?? (await resolveTime(tx, person, at, { channel, post: post.id, now }));
    if (at !== 'queue') time = when;
    const given = {
      ...{ post, channel, when, options: options[id] ?? {}, decides },
      afterwards: afterwards[id] ?? [],
    };
    ids.push(await insert(tx, person, shared, given));
  }
  if (decides) await coverScheduled(tx, person, ids);
  else await submit(tx, person, post);
  await announceOfPost(tx, person, 'publications', post.id);
  return ids;
}

/** Schedules or proposes a post on one channel. */
async function insert(
  tx: Transaction,
  person: Member,
  shared: Shared,
  {
    post,
    channel,
    when,
    options: given,
    decides,
    afterwards,
  }: {
    post: LockedPost;
    channel: Channel;
    when: When;
    options: Options;
    decides: boolean;
    afterwards: readonly GivenAfterward[];
  },
): Promise<number> {
  const { workspaceId, userId } = person;
  const { id, network, handle } = channel;
  requireChoices('options', networks[network].options ?? [], given);
  const options = withoutHidden(network, post.items, given);
  if (decides)
    await requireProposed(tx, person, [
      ...wordsAmong(network, options),
      ...wordsAfterwards(afterwards),
    ]);
  const ending = endingIn(shared.endings, id, post.items);
  const parts = partsAsSent(shared, channel, when, partsFor(post.items, network, options, ending));
  const [open] = await sql.findOpen(tx, { post: post.id, channel: id });
  const taken = new AppError(
    'stale',
    409,
    `This post is already scheduled, or being published, on ${handle}.`,
  );
  if (open) throw taken;
  const { findings } = await shared.checkText(channel, parts, options, shared.settings);
  const reasons = [
    ...errorsIn(findings).map(({ text }) => text),
    ...(await refusalsOf(tx, channel, shared, { parts: parts.length, when })),
  ];
  if (reasons.length) throw invalid({ channels: reasons.map((text) => `${text}.`) });
  const [created] = await sql.insertPublication(tx, {
    workspaceId,
    userId,
    post: post.id,
    channel: id,
    state: decides ? 'scheduled' : 'proposed',
    options: JSON.stringify(options),
    version: post.version,
    ...when,
  });
  if (!created) throw taken;
  const action = decides ? 'schedule' : 'propose';
  await recordChange(tx, person, action, created.id, post.items[0]?.id);
  // They wait for their publication, which waits for its approval.
  await insertAfterwards(tx, person, created.id, channel, afterwards, { state: 'waiting' });
  return created.id;
}

/**
 * A proposal waits for the approval of its text: an approved one is approved again, with its time. That
 * takes no approval back: what is scheduled by it is sent.
 */
async function submit(tx: Transaction, person: Member, post: Post): Promise<void> {
  if (post.status === 'review') return;
  const keepsApproval = post.status === 'approved' || post.status === 'published';
  await apply(
    tx,
    person,
    planShared({ posts: [post] }, { do: 'status', status: 'review', keepsApproval }),
  );
}

/**
 * The same for several posts, each by itself; `every`: the minutes between two of them.
 * @throws AppError 404
 */
export async function publishMany(
  context: Context,
  person: Member,
  { items, channels, at, every = 0, afterwards }: Parsed<typeof contract.publishItems>['body'],
  key: string | undefined,
) {
  const { database } = context;
  if (items.length * channels.length > MAX_PUBLICATIONS)
    throw invalid({ items: [`Expected at most ${MAX_PUBLICATIONS} publications at a time.`] });
  requireKnown('channels', 'channel', channels, await listChannels(database, person));
  const known = await findItems(database, person, items);
  requireKnown('items', 'item', items, [...known.values()]);
  const publications: Publication[] = [];
  const refused: { item: number; detail: string }[] = [];
  const begin = at ?? new Date(context.clock.now()).toISOString();
  // The parts of a thread are one post.
  const posts = new Set(items.map((id) => known.get(id)?.thread_root ?? id));
  for (const [index, item] of [...posts].entries()) {
    const isOne = index === 0 || every === 0 || begin === 'queue' || begin === 'draft';
    const time = isOne ? at : later(begin, index * every);
    // The times of a repeated request without one are others.
    const own =
      key === undefined
        ? undefined
        : {
            text: `${key}:${item}`,
            of: { item, index, channels, at, every, ...(afterwards && { afterwards }) },
          };
    try {
      publications.push(
        ...(await publish(context, person, item, { channels, at: time, afterwards }, own)),
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Without the name of the field.
      const [messages] = Object.values(error.extra);
      const [first] = Array.isArray(messages) ? messages : [];
      refused.push({ item, detail: typeof first === 'string' ? first : error.message });
    }
  }
  return { publications, refused };
}

type Moves = Parsed<typeof contract.movePublications>['body']['moves'];

/** Moves publications, all or none; what it throws is with `publications.service.ts`. */
export const move = (context: Context, person: Member, moves: Moves) =>
  movePublications(context, person, moves, timesFor(context, person));
