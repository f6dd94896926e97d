import type { Attachment } from '#contract/attachments.ts';
import { emptyDetails, type Item } from '#contract/content/items.ts';
import { verbatim } from '#contract/content/variables.ts';
import { can } from '#contract/roles.ts';
import { type Actor, systemActor } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { transaction } from '../../../database/transaction.ts';
import { AppError, notFound } from '../../../errors.ts';
import * as posts from '../../content/posts/posts.service.ts';
import type { LibraryContext } from '../../media/media.service.ts';
import * as entries from './entries.sql.ts';
import { setDrafts } from './feeds.sql.ts';
import { fetchPicture } from './picture.ts';
import { announceFeeds, type Context as ReadContext } from './read.ts';

/** Drafts of entries: when a person asks for one, or by themselves. */

export type Context = ReadContext & LibraryContext;

type Author = Actor & { userId: number };

/** Of one run: each may fetch a picture. */
const MAX_WANTED = 100;

/**
 * Makes a draft of an entry: its title, else its text, and its link. Of two at once, one makes it.
 * @throws AppError 404 for the entry or the folder
 */
export async function makeDraft(
  context: Context,
  person: Author,
  id: number,
  folder: number,
): Promise<{ item: Item; picture_error: string | null }> {
  const { workspaceId, tab } = person;
  const entry = await getEntry(context.database, person, id);
  // Not within the transaction: its server may take its time.
  const picture =
    entry.picture && entry.item === null
      ? await fetchPicture(context, person, entry.picture, entry.words)
      : null;
  return transaction(context, async (tx) => {
    await entries.lockEntry(tx, { workspaceId, id });
    const locked = await getEntry(tx, person, id);
    if (locked.item !== null)
      return { item: await posts.getItem(tx, person, locked.item), picture_error: null };
    const media = picture && 'file' in picture ? ([{ file: picture.file }] as Attachment[]) : [];
    const plan = posts.create({
      folder,
      status: 'draft',
      description: locked.title,
      isThread: false,
      parts: [{ content: textOf(locked), network_texts: {}, media, ...emptyDetails }],
      words: { principals: locked.words },
    });
    const { items } = await posts.apply(tx, person, plan);
    const item = items[0] as Item;
    await entries.markMade(tx, { id, item: item.id });
    announceFeeds(tx, workspaceId, tab);
    return { item, picture_error: picture && 'error' in picture ? picture.error : null };
  });
}

async function getEntry(executor: Executor, { workspaceId }: Actor, id: number) {
  const [entry] = await entries.findEntry(executor, { workspaceId, id });
  if (!entry) throw notFound('entry', id);
  return entry;
}

const textOf = ({ title, text, link }: entries.EntryRow) =>
  verbatim([title ?? text, link].filter(Boolean).join('\n\n'));

/**
 * Makes the drafts that were decided about. A process that dies leaves the rest to the next run; a
 * draft and what its entry says of it are written together.
 * @param feed of this one alone
 */
export async function makeWanted(
  context: Context,
  { feed = null, signal }: { feed?: number | null; signal?: AbortSignal } = {},
): Promise<void> {
  const { database, log } = context;
  for (const entry of await entries.listWanted(database, { feed, limit: MAX_WANTED })) {
    if (signal?.aborted) return;
    if (entry.role === null || !can(entry.role, 'write')) {
      await endDrafts(context, entry);
      continue;
    }
    const as = { kind: 'feed' as const, id: entry.feed };
    const author = { ...systemActor(entry.workspace), userId: entry.user, as };
    try {
      await makeDraft(context, author, entry.id, entry.folder);
    } catch (err) {
      // Its folder may have just been deleted. The entry waits for a person.
      if (!(err instanceof AppError)) throw err;
      log.warn({ err, entry: entry.id }, 'no draft could be made of an entry');
      await entries.unwant(database, { id: entry.id });
    }
  }
}

/** The person for whom drafts were made lost the right to write: nobody else gets it by that. */
const endDrafts = (context: Context, { feed, workspace, name }: entries.WantedEntry) =>
  transaction(context, async (tx) => {
    await setDrafts(tx, {
      workspaceId: workspace,
      id: feed,
      folder: null,
      userId: null,
      error: `${name} may not write in this workspace any more.`,
    });
    announceFeeds(tx, workspace);
  });
