import type { z } from 'zod';
import { detailsOf, type Item, type ItemCreate, type ItemUpdate } from '#contract/content/items.ts';
import type { Actor } from '../../../actor.ts';
import { singleStatement, type Transactional, transaction } from '../../../database/transaction.ts';
import { notFound } from '../../../errors.ts';
import * as posts from '../posts/posts.service.ts';

/**
 * Creates a single item, or the root of a new thread. With the key of an earlier request it changes
 * the item that was created then.
 * @throws AppError 403; 404 where the folder does not exist
 */
export async function createItem(
  context: Transactional,
  actor: Actor,
  {
    is_thread_root: isThread = false,
    description = null,
    content,
    network_texts,
    media,
    folder,
    status,
    ...details
  }: z.output<typeof ItemCreate>,
  key?: string,
): Promise<Item> {
  const text = { content, network_texts, media, ...detailsOf(details) };
  const plan = posts.create({
    folder,
    status,
    description,
    isThread,
    parts: [text],
    words: posts.OWN_WORDS,
  });
  if (key !== undefined && actor.userId !== null) {
    const made = await posts.createOnce(context, { ...actor, userId: actor.userId }, key, plan);
    return typeof made === 'number'
      ? updateItem(context, actor, made, { ...text, folder, status, description })
      : (made[0] as Item);
  }
  // A draft notifies nobody: one statement is enough.
  const run = status === 'draft' ? singleStatement : transaction;
  const { items } = await run(context, (tx) => posts.apply(tx, actor, plan));
  return items[0] as Item;
}

/**
 * Updates the given fields (docs/domain/content.md, 'Items' and 'Threads'; docs/domain/review.md,
 * 'Approval'). An update that changes nothing creates no version; `action` names the version.
 * @throws AppError 404 for the item or the folder; 409 with the `current` item where `version` is
 * stale
 */
export async function updateItem(
  context: Transactional,
  actor: Actor,
  id: number,
  {
    version,
    thread_order: place,
    folder,
    status,
    description,
    autosave,
    assisted,
    ...text
  }: z.output<typeof ItemUpdate>,
  restored?: { words: number[]; version: number },
): Promise<Item> {
  const action = restored ? 'restore' : posts.saveAction({ autosave, assisted });
  const planOf = (post: posts.Post & { items: readonly Item[] }) => {
    const before = post.items.find((item) => item.id === id) as Item;
    posts.assertCurrentVersion(version, before, before);
    // Only versions of a root have the description of the thread.
    const described = action === 'restore' && before.thread_order > 0 ? undefined : description;
    const given = { folder, status, description: described };
    const plan = posts.plan(
      { posts: [post] },
      { do: 'edit', item: id, place, action, text, ...given },
    );
    return restored
      ? posts.carrying(plan, { principals: restored.words, restored: restored.version })
      : plan;
  };
  const saved = action === 'update' && (await posts.applyUnlocked(context, actor, id, planOf));
  if (saved) return saved;
  return transaction(context, async (tx) => {
    const post = await posts.lockPost(tx, actor, id);
    const plan = planOf(post);
    const { items } = await (action === 'restore'
      ? posts.apply(tx, actor, plan)
      : posts.applySave(tx, actor, post, plan, { autosave, assisted }));
    return [...items, ...post.items].find((item) => item.id === id) as Item;
  });
}

/**
 * Moves an item to the trash, a root with its thread.
 * @throws AppError 404
 */
export function deleteItem(context: Transactional, actor: Actor, id: number): Promise<void> {
  return transaction(context, async (tx) => {
    const locked = await posts.lockManyPosts(tx, actor, [id]);
    if (!locked.length) throw notFound('item', id);
    const homes = await posts.findHomes(tx, actor, [id]);
    await posts.apply(
      tx,
      actor,
      posts.planShared({ posts: locked, homes }, { do: 'trash', items: [id] }),
    );
  });
}
