import type { Item } from '#contract/content/items.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type * as contract from '#contract/publishing/composite-posts.ts';
import type { Actor, Member } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import { notFound } from '../../../errors.ts';
import type { Page } from '../../../pages.ts';
import { listItems } from '../../content/listing/listing.service.ts';
import * as posts from '../../content/posts/posts.service.ts';
import { publicationsOfPosts } from '../publications/publications.service.ts';

/** Whole posts, as programs read them (docs/domain/calendar.md, 'A post in one go'). */

type Items = readonly [Item, ...Item[]];

/** A post of these items, in their order. */
export function postOf(items: Items): contract.Post {
  const [root] = items;
  return {
    id: root.id,
    folder: root.folder,
    title: root.description,
    status: root.status,
    text: root.content,
    parts: items.map(({ id, content, media, network_texts: own, version }) => ({
      id,
      text: content,
      media,
      networks: Object.fromEntries(
        Object.entries(own).map(([network, text]) => [network, { text }]),
      ),
      version,
    })),
    tags: root.tags,
    language: root.language,
    endings_off: root.endings_off,
    author: root.author,
    version: root.version,
    created_at: root.created_at,
    updated_at: items
      .map(({ updated_at: at }) => at)
      .reduce((a, b) => (Date.parse(b) > Date.parse(a) ? b : a)),
  };
}

/** These posts with their publications; those of channels that the key is not for are left out. */
async function described(
  executor: Executor,
  actor: Actor,
  ids: number[],
): Promise<contract.PostWithPublications[]> {
  const found = await posts.findPosts(executor, actor, ids);
  const published = await publicationsOfPosts(
    executor,
    actor,
    found.map(({ id }) => id),
  );
  const only = actor.key?.channels;
  return found.map(({ id, items }) => ({
    ...postOf(items),
    publications: (published.get(id) ?? []).filter(
      ({ channel }) => !only || only.includes(channel.id),
    ),
  }));
}

/** @throws AppError 404 */
export async function getPost(
  executor: Executor,
  actor: Actor,
  id: number,
): Promise<contract.PostWithPublications> {
  const [post] = await described(executor, actor, [id]);
  if (!post) throw notFound('post', id);
  return post;
}

/**
 * A page of posts, the newest first. Of long threads a page has fewer.
 * @throws AppError 400 for a cursor of another list
 */
export async function listPosts(
  executor: Executor,
  actor: Actor,
  query: Parsed<typeof contract.listPosts>['query'],
): Promise<Page<contract.PostWithPublications>> {
  const read = (size: number) =>
    listItems(executor, actor, {
      ...query,
      ...{ posts: true, ordering: '-created_at', page: undefined, page_size: size },
    });
  let page = await read(query.page_size);
  const ids = page.results.map(({ id }) => id);
  const size = ids.length ? await posts.countFitting(executor, actor, ids) : 0;
  if (size < ids.length) page = await read(size);
  const results = await described(
    executor,
    actor,
    page.results.map(({ id }) => id),
  );
  return { ...page, results };
}

/**
 * Moves a post to the trash, whichever of its parts is named.
 * @throws AppError 404
 */
export function deletePost(context: Transactional, person: Member, id: number): Promise<void> {
  return transaction(context, async (tx) => {
    const locked = await posts.lockManyPosts(tx, person, [id]);
    const root = locked[0]?.parts[0];
    if (!root) throw notFound('post', id);
    const homes = await posts.findHomes(tx, person, [root.id]);
    const command = { do: 'trash', items: [root.id] } as const;
    await posts.apply(tx, person, posts.planShared({ posts: locked, homes }, command));
  });
}
