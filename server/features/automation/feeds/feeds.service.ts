import { type Feed, MAX_FEEDS } from '#contract/automation/feeds.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { lockNumber } from '../../../database/lock-number.sql.ts';
import type { Executor } from '../../../database/pool.ts';
import { transaction } from '../../../database/transaction.ts';
import { AppError, invalid, notFound } from '../../../errors.ts';
import { getFolder } from '../../content/folders/folders.service.ts';
import { changesBetween, record, recorderOf } from '../../core/audit/audit.service.ts';
import { requireStill } from '../../people/access/access.service.ts';
import { type Context as DraftContext, makeWanted } from './drafts.ts';
import * as entries from './entries.sql.ts';
import * as sql from './feeds.sql.ts';
import { type FetchedFeed, fetchFeed, UnreadFeed } from './fetch.ts';
import { announceFeeds, type Context as ReadContext, read } from './read.ts';
import { intervalOf } from './rhythm.ts';
import { storeEntries } from './store.ts';

export { lockEntry, markMade } from './entries.sql.ts';
export { fetchPicture } from './picture.ts';

/** Feeds of a workspace, and what becomes of their entries (docs/domain/automation.md, 'Feeds'). */

export type Context = ReadContext & Pick<AppContext, 'limits'> & DraftContext;

/** Addresses of strangers that a person makes this server read. */
const READINGS = { attempts: 60, seconds: 10 * 60 };
const FIELDS = ['url', 'title'] as const;

export const listFeeds = (executor: Executor, { workspaceId }: Member): Promise<Feed[]> =>
  sql.listFeeds(executor, { workspaceId, limit: MAX_FEEDS });

/** @throws AppError 404 */
async function getFeed(executor: Executor, { workspaceId }: Member, id: number): Promise<Feed> {
  const [feed] = await sql.findFeed(executor, { workspaceId, id });
  if (!feed) throw notFound('feed', id);
  return feed;
}

/** What is at an address. @throws AppError 400 where it cannot be read; 429 */
export async function previewFeed(context: Context, person: Member, given: string) {
  const fetched = await fetchGiven(context, person, given);
  if ('found' in fetched) return { feed: null, found: fetched.found };
  const { url, feed } = fetched;
  const dates = feed.entries.flatMap(({ publishedAt }) => publishedAt ?? []);
  return {
    feed: {
      url,
      title: titleOf(fetched),
      format: feed.format,
      entries: feed.entries.length,
      newest_at: dates.toSorted().at(-1) ?? null,
    },
    found: [],
  };
}

/** @throws AppError 400 where there is no feed, it is known, or there are too many; 429 */
export async function createFeed(context: Context, person: Member, given: string): Promise<Feed> {
  const fetched = await fetchGiven(context, person, given);
  if ('found' in fetched)
    throw invalid({
      url: [
        fetched.found.length
          ? `There is no feed at this address. Its page names ${fetched.found.map(({ url }) => url).join(', ')}.`
          : 'There is no feed at this address.',
      ],
    });
  const { workspaceId, userId } = person;
  const now = context.clock.now();
  const { url, feed, etag, lastModified } = fetched;
  return transaction(context, async (tx) => {
    await lockNumber(tx, { what: 'feeds', id: workspaceId });
    const row = {
      workspaceId,
      url,
      title: titleOf(fetched),
      site: feed.site,
      format: feed.format,
      etag,
      lastModified,
      interval: intervalOf(feed.ttl, datesOf(fetched), now),
    };
    const [made] = await sql.insertFeed(tx, { ...row, userId, max: MAX_FEEDS }).catch(explainUrl);
    if (!made) throw invalid({ url: [`A workspace has at most ${MAX_FEEDS} feeds.`] });
    await storeEntries(tx, { id: made.id, workspace: workspaceId }, feed.entries, 'earlier');
    await note(tx, person, 'create', made.id, {}, row);
    return getFeed(tx, person, made.id);
  });
}

/**
 * Begins or ends drafts that are made by themselves. They are those of this person, with the rights
 * that they have when a draft is made.
 * @throws AppError 404 for the feed or the folder
 */
export function updateFeed(
  context: Context,
  person: Member,
  id: number,
  folder: number | null,
): Promise<Feed> {
  const { workspaceId, userId, tab } = person;
  return transaction(context, async (tx) => {
    await requireStill(tx, person, 'write');
    const before = await getFeed(tx, person, id);
    if (folder !== null) await getFolder(tx, person, folder);
    await sql.setDrafts(tx, {
      workspaceId,
      id,
      folder,
      userId: folder === null ? null : userId,
      error: null,
    });
    const after = await getFeed(tx, person, id);
    const changes = changesBetween(before, after, ['drafts_folder']);
    await record(tx, person, { action: 'update', objectType: 'feed', objectId: id, changes });
    announceFeeds(tx, workspaceId, tab);
    return after;
  });
}

/** @throws AppError 404 */
export function deleteFeed(context: Context, person: Member, id: number): Promise<void> {
  return transaction(context, async (tx) => {
    const [deleted] = await sql.deleteFeed(tx, { workspaceId: person.workspaceId, id });
    if (!deleted) throw notFound('feed', id);
    await note(tx, person, 'delete', id, deleted, {});
  });
}

/** Reads a feed now. @throws AppError 404; 429 within a minute of the last time */
export async function readNow(context: Context, person: Member, id: number): Promise<Feed> {
  const { database } = context;
  const { workspaceId } = person;
  await getFeed(database, person, id);
  const [feed] = await sql.takeAsked(database, { workspaceId, id });
  if (!feed)
    throw new AppError('rate_limited', 429, 'This feed was read less than a minute ago.', {
      headers: { 'retry-after': '60' },
    });
  await read(context, feed);
  await makeWanted(context, { feed: id });
  return getFeed(database, person, id);
}

/** @throws AppError 404 */
export async function listEntries(
  executor: Executor,
  person: Member,
  id: number,
  {
    before = null,
    state = null,
    limit,
  }: { before?: number | null; state?: string | null; limit: number },
) {
  const { workspaceId } = person;
  await getFeed(executor, person, id);
  const [counted] = await entries.countEntries(executor, { workspaceId, id, state });
  const results = await entries.listEntries(executor, { workspaceId, id, before, state, limit });
  return { count: counted?.count ?? 0, results };
}

/** @throws AppError 404 */
export async function leaveOut(
  context: Context,
  person: Member,
  id: number,
  chosen: number[] | null,
) {
  const { workspaceId } = person;
  return transaction(context, async (tx) => {
    await getFeed(tx, person, id);
    const left = await entries.leaveOut(tx, { workspaceId, id, entries: chosen });
    announceFeeds(tx, workspaceId, person.tab);
    return { left_out: left.length };
  });
}

/** An address may be given without its scheme. */
async function fetchGiven({ outgoing, limits }: Context, { userId }: Member, given: string) {
  await limits.count(`feeds:account:${userId}`, READINGS);
  const url = /^[a-z][a-z0-9+.-]*:/i.test(given) ? given : `https://${given}`;
  try {
    return (await fetchFeed(outgoing, url)) as Exclude<
      Awaited<ReturnType<typeof fetchFeed>>,
      undefined
    >;
  } catch (error) {
    if (error instanceof UnreadFeed) throw invalid({ url: [error.message] });
    throw error;
  }
}

const titleOf = ({ feed, url }: FetchedFeed) => feed.title ?? new URL(url).host;
const datesOf = ({ feed }: FetchedFeed) => feed.entries.map(({ publishedAt }) => publishedAt);

function explainUrl(error: { constraint?: string }): never {
  if (error.constraint === 'feeds_by_url')
    throw invalid({ url: ['The workspace has this feed already.'] });
  throw error;
}

const note = recorderOf<Feed>({ objectType: 'feed', topic: 'feeds', fields: FIELDS });
