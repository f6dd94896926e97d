import { MAX_AT_ONCE, MAX_DRAFTS_A_DAY } from '#contract/automation/feeds.ts';
import type { AppContext } from '../../../context.ts';
import { transaction } from '../../../database/transaction.ts';
import { limitConcurrency } from '../../../lib/fair-queue.ts';
import { wantDrafts } from './entries.sql.ts';
import * as sql from './feeds.sql.ts';
import { fetchFeed, UnreadFeed } from './fetch.ts';
import { intervalOf, retryAfter } from './rhythm.ts';
import { storeEntries } from './store.ts';

/** Feeds are read when their time has come. */

/** Of one run. */
const MAX_DUE = 50;
const AT_ONCE = 4;
/** Longer than a reading takes: a process that died has not read it. */
const LEASE_SECONDS = 5 * 60;

export type Context = Pick<AppContext, 'database' | 'live' | 'clock' | 'outgoing' | 'log'>;

/**
 * Reads what is due. What it does not reach, it gives back.
 * @param signal ends readings
 * @param ending none is begun any more
 */
export async function readDue(
  context: Context,
  signal: AbortSignal,
  ending = signal,
): Promise<void> {
  const { database, log } = context;
  const due = await sql.takeDue(database, { seconds: LEASE_SECONDS, limit: MAX_DUE });
  const left: number[] = [];
  const inTurn = limitConcurrency(AT_ONCE);
  await Promise.all(
    due.map((feed) =>
      inTurn(async () => {
        if (ending.aborted) return void left.push(feed.id);
        await read(context, feed, signal).catch((err) => {
          log.error({ err, feed: feed.id }, 'a feed could not be read');
        });
      }),
    ),
  );
  const [first] = due;
  if (first && left.length) await sql.giveBack(database, { ids: left, until: first.until });
}

/** Reads one feed, and stores what is new in it. What its server does wrong is stored, too. */
export async function read(
  context: Context,
  feed: sql.DueFeed,
  signal?: AbortSignal,
): Promise<void> {
  const { clock, outgoing } = context;
  try {
    const fetched = await fetchFeed(outgoing, feed.url, {
      before: feed,
      ...(signal && { signal }),
    });
    if (fetched && 'found' in fetched) throw new UnreadFeed('There is no feed at its address now.');
    await transaction(context, async (tx) => {
      const [locked] = await sql.lockFeed(tx, { id: feed.id });
      // Deleted meanwhile.
      if (!locked) return;
      const parsed = fetched?.feed;
      const added = parsed ? await storeEntries(tx, feed, parsed.entries, 'new') : 0;
      // More at once wait for a person.
      if (locked.makes_drafts && added > 0 && added <= MAX_AT_ONCE)
        await wantDrafts(tx, { feed: feed.id, max: MAX_DRAFTS_A_DAY });
      await sql.markRead(tx, {
        id: feed.id,
        title: parsed?.title ?? null,
        site: parsed?.site ?? null,
        format: parsed?.format ?? null,
        etag: fetched?.etag ?? null,
        lastModified: fetched?.lastModified ?? null,
        isUnchanged: fetched === undefined,
        interval: parsed
          ? intervalOf(
              parsed.ttl,
              parsed.entries.map(({ publishedAt }) => publishedAt),
              clock.now(),
            )
          : feed.interval,
      });
      if (added) announceFeeds(tx, feed.workspace);
    });
  } catch (error) {
    if (!(error instanceof UnreadFeed)) throw error;
    const waitSeconds = Math.max(retryAfter(feed.interval, feed.failures) * 60, error.waitS ?? 0);
    await transaction(context, async (tx) => {
      await sql.markFailed(tx, {
        id: feed.id,
        error: error.message,
        waitSeconds: error.isGone ? null : waitSeconds,
      });
      announceFeeds(tx, feed.workspace);
    });
  }
}

export const announceFeeds = (
  tx: { announce: (change: { workspaceId: number; topic: 'feeds'; tab: string }) => void },
  workspaceId: number,
  tab = '',
) => tx.announce({ workspaceId, topic: 'feeds', tab });
