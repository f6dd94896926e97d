import { MAX_AT_ONCE, MAX_ENTRIES } from '#contract/automation/feeds.ts';
import type { Transaction } from '../../../database/transaction.ts';
import * as sql from './entries.sql.ts';
import { createKnown, keysOf } from './identity.ts';
import type { ParsedEntry } from './parse.ts';

/** As many entries go to the database at once. */
const BATCH = 500;

/**
 * Stores the entries of a feed that were not there before. The feed is locked, or just made.
 * @param entries in the order of the feed, the newest first
 * @param state of what is stored
 * @returns how many were new
 */
export async function storeEntries(
  tx: Transaction,
  feed: { id: number; workspace: number },
  entries: readonly ParsedEntry[],
  state: 'earlier' | 'new',
): Promise<number> {
  const keyed = entries.map((entry) => ({ entry, keys: keysOf(entry) }));
  const earlier = await sql.findKnown(tx, {
    feed: feed.id,
    ids: keyed.map(({ keys }) => keys.id),
    links: keyed.flatMap(({ keys: { link } }) => link ?? []),
    titles: keyed.flatMap(({ keys: { title } }) => title ?? []),
  });
  const known = createKnown(earlier);
  const rows: object[] = [];
  // The oldest first, so that ids are in the order of time.
  for (const { entry, keys } of keyed.toReversed()) {
    const verdict = known.judge(keys);
    if (verdict === 'known') continue;
    known.add(keys);
    rows.push({
      id_key: keys.id.toString('hex'),
      link_key: keys.link?.toString('hex') ?? null,
      title_key: keys.title?.toString('hex') ?? null,
      title: entry.title,
      link: entry.link,
      text: entry.text,
      author: entry.author,
      picture: entry.picture,
      published_at: entry.publishedAt,
      state,
      looks_known: verdict === 'alike',
    });
  }
  for (let at = 0; at < rows.length; at += BATCH)
    await sql.insertEntries(tx, {
      workspaceId: feed.workspace,
      feed: feed.id,
      entries: JSON.stringify(rows.slice(at, at + BATCH)),
      // More at once wait for a person, as what was there before.
      event: state === 'new' && rows.length <= MAX_AT_ONCE ? 'entry.created' : 'entry.found',
    });
  if (rows.length)
    await sql.trim(tx, { feed: feed.id, max: MAX_ENTRIES, present: earlier.map(({ row }) => row) });
  return rows.length;
}
