import type { Attachment } from '#contract/attachments.ts';
import { detailsOf, emptyDetails, type Item } from '#contract/content/items.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import type * as contract from '#contract/publishing/composite-posts.ts';
import type { CheckedChannel } from '#contract/publishing/publications.ts';
import { type Member, requireInFolders } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { type Transaction, transaction } from '../../../database/transaction.ts';
import { invalid } from '../../../errors.ts';
import { keepResponse } from '../../../http/idempotency/idempotency-key.sql.ts';
import { findMade, keyWithin } from '../../../http/idempotency/idempotency-key.ts';
import { hashOf } from '../../../secrets.ts';
import * as posts from '../../content/posts/posts.service.ts';
import { publicationsOf } from '../publications/publications.service.ts';
import {
  checkBefore,
  checker,
  checkPost,
  lockChannels,
  publishPost,
} from '../schedule/schedule.service.ts';
import { getPost, postOf } from './composite-posts.service.ts';
import {
  type ByUrl,
  comingFiles,
  describeFetched,
  storedFiles,
  takeFetched,
  withFetched,
} from './files.ts';
import { networkTexts, partOf } from './parts.ts';
import { rehearse } from './rehearse.ts';
import { channelsOf, clockChange, optionsOf, requireFitting, whyNot } from './targets.ts';
import type { Context } from './update.ts';

/**
 * A post in one go (docs/domain/calendar.md, 'A post in one go'). All of it is one transaction, and
 * checked before it is kept.
 */

type Body = Parsed<typeof contract.createPost>['body'];

/** What of a request does not change while it is tried, and made. */
type Given = {
  body: Body;
  parts: ReturnType<typeof partsOf>;
  channels: readonly Channel[];
  options: Record<number, Record<string, string>>;
  checkText: ReturnType<typeof checker>;
};

/** The key of a request, as it is kept with what was made. */
type Key = { text: string; hash: Buffer };

/**
 * Writes a post, and schedules or proposes it: all of that, or nothing. `isDryRun`: says what would
 * happen. With a known `key` it returns what was made before. `renewed`: who asks, once files were fetched.
 * @throws AppError 404; 403; 400 with the `findings` where it does not fit; 409; 429
 */
export async function createPost(
  context: Context,
  person: Member,
  body: Body,
  {
    key: text,
    isDryRun,
    renewed,
  }: { key: string | undefined; isDryRun: boolean; renewed: () => Promise<Member> },
): Promise<contract.Made> {
  const { database } = context;
  const key =
    text === undefined || isDryRun
      ? undefined
      : { text: keyWithin('post', text), hash: hashOf(JSON.stringify(body)) };
  const made = key && (await repeatMade(database, person, key));
  if (made) return made;
  const channels = await channelsOf(database, person, body);
  requirePublishable(
    person,
    body,
    channels.map(({ id }) => id),
  );
  const parts = partsOf(body);
  const given = { body, parts, channels, options: optionsOf(body, channels), checkText: checker() };
  await checkBefore(
    context,
    person,
    writtenParts(body, parts),
    { channels: channels.map(({ id }) => id), options: given.options },
    given.checkText,
  );
  return withFetched(context, { person, renewed }, parts, async (fetched, now) => {
    // The key may be for other channels by now, also of a set.
    if (fetched.size) await channelsOf(database, now, body);
    // Nothing is taken into the library for a post that does not fit.
    if (isDryRun || fetched.size) {
      const coming = await describeFetched(context, now, fetched);
      const tried = await rehearse(context, (tx) => make(context, tx, now, given, { coming }));
      if (isDryRun) return { ...tried, post: null, publications: [] };
    }
    const taken = await takeFetched(context, now, fetched, body.folder);
    return transaction(context, (tx) => make(context, tx, now, given, { taken, key }));
  });
}

/** The parts that a request says. */
const partsOf = ({ text, media, networks, parts }: Body) =>
  parts ? parts.map(partOf) : [{ text: text as string, media, networks }];

/** The parts as they are written. */
const writtenParts = (
  body: Body,
  parts: ReturnType<typeof partsOf>,
  taken: ByUrl<number> = new Map(),
) =>
  parts.map(({ text, media = [], networks = {} }) => ({
    content: text,
    network_texts: networkTexts(networks),
    media: storedFiles(media, taken),
    ...emptyDetails,
    ...detailsOf(body),
  }));

async function make(
  context: Context,
  tx: Transaction,
  person: Member,
  { body, parts, channels, options, checkText }: Given,
  {
    taken,
    coming,
    key,
  }: { taken?: ByUrl<number>; coming?: ByUrl<Attachment>; key?: Key | undefined },
): Promise<contract.Made> {
  const ids = channels.map(({ id }) => id);
  const at = body.at === 'now' ? null : body.at;
  if (at === 'queue') await lockChannels(tx, person, ids);
  await posts.lockContent(tx, person);
  // Two requests with the same key come one after the other.
  const before = key && (await repeatMade(tx, person, key));
  if (before) return before;
  const root = await write(tx, person, body, writtenParts(body, parts, taken));
  const findings: CheckedChannel[] = [];
  const because = body.at == null ? null : whyNot(person, ids);
  let publications: number[] = [];
  if (ids.length) {
    const post = await posts.lockPost(tx, person, root);
    const items = coming
      ? post.items.map((item, n) => ({
          ...item,
          media: [...item.media, ...comingFiles(parts[n]?.media ?? [], coming)],
        }))
      : post.items;
    const checked = { id: post.id, parts: items, stored: post.items };
    const now = context.clock.now();
    const checking = { now, config: context.config, checkText };
    findings.push(
      ...(await checkPost(tx, person, checked, { channels: ids, at, options }, checking)),
    );
    const gap = await clockChange(tx, person, body);
    for (const { findings: own } of findings) own.push(...gap);
    requireFitting(channels, findings);
    if (body.at != null) {
      const locked = { ...post, items, stored: post.items };
      const asked = { channels: ids, at, options };
      publications = await publishPost(context, tx, person, locked, asked, checkText);
    }
  }
  if (key) {
    const { workspaceId, userId } = person;
    const response = JSON.stringify({ ids: publications, post: root });
    await keepResponse(tx, { workspaceId, userId, key: key.text, hash: key.hash, response });
  }
  const [written] = await posts.findPosts(tx, person, [root]);
  return {
    post: written ? postOf(written.items) : null,
    publications: await publicationsOf(tx, person, publications),
    findings,
    proposed: because !== null,
    because,
  };
}

/** @throws AppError 400 where it would go out while its status says that it does not */
function requirePublishable(person: Member, { at, status }: Body, channels: readonly number[]) {
  if (at == null || whyNot(person, channels) !== null) return;
  if (status === 'archived' || status === 'review')
    throw invalid({
      status: [
        `Expected draft, approved or published with a time: a post that is ${status === 'review' ? 'in review' : status} is not published.`,
      ],
    });
}

/** @returns the id of the first item */
async function write(
  tx: Transaction,
  person: Member,
  { folder, status, title = null }: Body,
  parts: ReturnType<typeof writtenParts>,
): Promise<number> {
  const isThread = parts.length > 1;
  const words = posts.OWN_WORDS;
  const plan = posts.create({ folder, status, description: title, isThread, parts, words });
  const { items } = await posts.apply(tx, person, plan);
  return (items.find((item) => item.thread_order === 0) as Item).id;
}

/** What was made for a key before. @throws AppError as `findMade` */
async function repeatMade(
  executor: Executor,
  person: Member,
  key: Key,
): Promise<contract.Made | undefined> {
  const known = await findMade(executor, person, key);
  if (!known) return undefined;
  const { ids, post: root } = known;
  const { publications: _, ...post } = await getPost(executor, person, root as number);
  requireInFolders(person, post.folder);
  const publications = await publicationsOf(executor, person, ids);
  const isProposed = publications.some(({ state }) => state === 'proposed');
  return {
    ...{ post, publications, findings: [] },
    proposed: isProposed,
    because: isProposed
      ? whyNot(
          person,
          publications.map(({ channel }) => channel.id),
        )
      : null,
  };
}
