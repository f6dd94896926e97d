import { detailsOf, emptyDetails, type Item, textFieldsOf } from '#contract/content/items.ts';
import type * as contract from '#contract/content/threads.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type { Actor } from '../../../actor.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { invalid, notFound, notFoundIn } from '../../../errors.ts';
import * as posts from '../posts/posts.service.ts';

/** docs/domain/content.md, 'Threads'. */

/**
 * Creates a thread. With the key of an earlier request it saves the thread that was created then.
 * @throws AppError 403; 404 where the folder does not exist
 */
export async function createThread(
  context: Transactional,
  actor: Actor,
  {
    folder,
    status,
    description = null,
    items,
    ...details
  }: Parsed<typeof contract.createThread>['body'],
  key?: string,
): Promise<Item[]> {
  const parts = items.map((item) => ({ ...item, ...emptyDetails, ...detailsOf(details) }));
  const given = { folder, status, description, parts, words: posts.OWN_WORDS };
  if (key === undefined || actor.userId === null)
    return transaction(context, (tx) => makeThread(tx, actor, given));
  const plan = posts.create({ ...given, isThread: true });
  const made = await posts.createOnce(context, { ...actor, userId: actor.userId }, key, plan);
  if (typeof made !== 'number') return inOrder(made);
  const known = await posts.getThread(context.database, actor, made);
  return saveThread(context, actor, made, {
    ...{ folder, status, description },
    ...details,
    // Its parts are those of the earlier request, in their order.
    items: items.map((item, at) => ({ ...item, ...(known[at] && { id: known[at].id }) })),
  });
}

async function makeThread(
  tx: Transaction,
  actor: Actor,
  given: Omit<Parameters<typeof posts.create>[0], 'isThread'>,
) {
  const plan = posts.create({ ...given, isThread: true });
  return inOrder((await posts.apply(tx, actor, plan)).items);
}

const inOrder = (items: Item[]) => items.toSorted((a, b) => a.thread_order - b.thread_order);

/**
 * Saves a whole thread, all or nothing.
 * @throws AppError 404 for the item or the folder; 400 for an id that is not a part of it; 409 with
 * the `current` parts where `version` is not the root's
 */
export function saveThread(
  context: Transactional,
  actor: Actor,
  id: number,
  {
    version,
    folder,
    status,
    description,
    items,
    autosave,
    assisted,
    ...details
  }: Parsed<typeof contract.saveThread>['body'],
): Promise<Item[]> {
  return transaction(context, async (tx) => {
    const post = await posts.lockPost(tx, actor, id);
    posts.assertCurrentVersion(version, post.parts[0], post.items);
    const gone = post.parts
      .map((part) => part.id)
      .filter((entry) => !items.some((item) => item.id === entry));
    const homes = await posts.findHomes(tx, actor, gone);
    const given = { folder, status, description, items, details: detailsOf(details) };
    const action = posts.saveAction({ autosave, assisted });
    const plan = posts.plan({ posts: [post], homes }, { do: 'save', post: id, action, ...given });
    const written = (await posts.applySave(tx, actor, post, plan, { autosave, assisted })).items;
    const [kept] = items.flatMap((item) => item.id ?? []);
    const known =
      kept ?? written.find((item) => item.thread_order === 0 && !gone.includes(item.id))?.id;
    return posts.getThread(tx, actor, known as number);
  });
}

/** @throws AppError 403; 404 for the item, and for the folder */
export function reply(
  context: Transactional,
  actor: Actor,
  id: number,
  {
    content,
    network_texts,
    media,
    folder,
    status: _,
    thread_order: place,
    ...details
  }: Parsed<typeof contract.reply>['body'],
): Promise<Item> {
  return transaction(context, async (tx) => {
    const post = await posts.lockPost(tx, actor, id);
    if (folder !== undefined && folder !== post.folder)
      await posts.requireFolder(tx, actor, folder);
    const known = new Set(post.parts.map((part) => part.id));
    const part = { content, network_texts, media, ...emptyDetails, ...detailsOf(details) };
    const { items } = await posts.apply(
      tx,
      actor,
      posts.plan({ posts: [post] }, { do: 'reply', to: id, part, place }),
    );
    return items.find((item) => !known.has(item.id)) as Item;
  });
}

/** @throws AppError 403; 404 for either item; 400 where they are the same */
export function addToThread(
  context: Transactional,
  actor: Actor,
  id: number,
  { parent: target, thread_order: place }: Parsed<typeof contract.addToThread>['body'],
): Promise<Item> {
  if (target === id) throw invalid({ parent: ['An item cannot be added to itself.'] });
  return transaction(context, async (tx) => {
    const locked = await posts.lockPosts(tx, actor, [id, target]);
    const isThere = (value: number) =>
      locked.some((post) => post.parts.some((part) => part.id === value));
    if (!isThere(id)) throw notFound('item', id);
    if (!isThere(target)) throw notFoundIn('parent', 'item', target);
    return applied(
      tx,
      actor,
      id,
      posts.plan({ posts: locked }, { do: 'join', item: id, target, place }),
    );
  });
}

/** @throws AppError 404; 400 for a standalone item */
export function reorder(
  context: Transactional,
  actor: Actor,
  id: number,
  place: number,
): Promise<Item> {
  return transaction(context, async (tx) => {
    const locked = await posts.lockPosts(tx, actor, [id]);
    if (!locked.length) throw notFound('item', id);
    return applied(
      tx,
      actor,
      id,
      posts.plan({ posts: locked }, { do: 'reorder', item: id, place }),
    );
  });
}

/** @throws AppError 404; 400 for a standalone item */
export function removeFromThread(
  context: Transactional,
  actor: Actor,
  id: number,
  preserveChildren: boolean,
): Promise<Item> {
  return transaction(context, async (tx) => {
    const post = await posts.lockPost(tx, actor, id);
    const ids = post.parts.map((part) => part.id);
    const items = preserveChildren ? [id] : ids.slice(ids.indexOf(id));
    const homes = await posts.findHomes(tx, actor, items);
    return applied(tx, actor, id, posts.plan({ posts: [post], homes }, { do: 'leave', items }));
  });
}

/** The item after a plan was applied, which may have left it unchanged. */
async function applied(tx: Transaction, actor: Actor, id: number, plan: posts.Plan): Promise<Item> {
  const { items } = await posts.apply(tx, actor, plan);
  return items.find((item) => item.id === id) ?? posts.getItem(tx, actor, id);
}

/**
 * Copies a whole thread as a draft, named after the source.
 * @throws AppError 404
 */
export function duplicateThread(
  context: Transactional,
  actor: Actor,
  id: number,
  suffix: string,
): Promise<Item[]> {
  return transaction(context, async (tx) => {
    const { items } = await posts.lockPost(tx, actor, id);
    const [{ folder, title }] = items as [Item, ...Item[]];
    return makeThread(tx, actor, {
      ...{ folder, status: 'draft', description: title + suffix },
      parts: items.map(textFieldsOf),
      words: { items: items.map((item) => item.id) },
    });
  });
}
