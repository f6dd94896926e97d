import { detailsOf, type Item } from '#contract/content/items.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type * as contract from '#contract/publishing/composite-posts.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { type Transaction, transaction } from '../../../database/transaction.ts';
import { invalid, notFound, requireVersion } from '../../../errors.ts';
import * as posts from '../../content/posts/posts.service.ts';
import { postOf } from './composite-posts.service.ts';
import { type ByUrl, type FilesContext, storedFiles, takeFetched, withFetched } from './files.ts';
import { type GivenPart, networkTexts, partOf } from './parts.ts';
import { rehearse } from './rehearse.ts';

export type Context = AppContext & FilesContext;

type Body = Parsed<typeof contract.updatePost>['body'];
type Items = readonly [Item, ...Item[]];

/**
 * Changes the given fields of a post. Parts without an id are those in their place, so that their ids
 * stay; those that are left out go to the trash.
 * @returns the id of its first item
 * @throws AppError 404; 403; 400; 409 with the `current` post where a version is stale
 */
export async function updatePost(
  context: Context,
  person: Member,
  id: number,
  body: Body,
  renewed: () => Promise<Member>,
): Promise<number> {
  const [before] = await posts.findPosts(context.database, person, [id]);
  if (!before) throw notFound('post', id);
  // Before anything is fetched.
  requireVersions(before.items, body);
  const named = givenParts(before.items, body) ?? [];
  return withFetched(context, { person, renewed }, named, async (fetched, now) => {
    const save = async (tx: Transaction, taken: ByUrl<number>) => {
      const post = await posts.lockPost(tx, now, id);
      const items = post.items as unknown as Items;
      requireVersions(items, body);
      const parts = givenParts(items, body);
      const { folder, status, title: description } = body;
      const given = { folder, status, description, details: detailsOf(body) };
      const gone = parts
        ? items.map((item) => item.id).filter((known) => !parts.some((part) => part.id === known))
        : [];
      const homes = await posts.findHomes(tx, now, gone);
      const plan = posts.plan({ posts: [post], homes }, commandOf(post, parts, taken, given));
      await posts.applySave(tx, now, post, plan, {});
      return parts ? (parts.find((part) => part.id !== undefined)?.id ?? id) : id;
    };
    // Nothing is taken into the library for a change that is refused.
    if (fetched.size) await rehearse(context, (tx) => save(tx, new Map()));
    const taken = await takeFetched(context, now, fetched, body.folder ?? before.items[0].folder);
    return transaction(context, (tx) => save(tx, taken));
  });
}

/** @throws AppError 409 */
function requireVersions(items: Items, { version, parts = [] }: Body) {
  const current = postOf(items);
  requireVersion(version, current, 'post');
  for (const part of parts.map(partOf)) {
    const known = items.find(({ id }) => id === part.id);
    if (known) requireVersion(part.version, { ...current, version: known.version }, 'post');
  }
}

/**
 * The parts that a request says; undefined where it leaves them.
 * @throws AppError 400 where it says something of one part, and the post has several; where it names a
 * part of another one
 */
function givenParts(items: Items, { text, media, networks, parts }: Body): GivenPart[] | undefined {
  if (parts) {
    const given = parts.map(partOf);
    const named = new Set(given.flatMap(({ id }) => id ?? []));
    if (named.size < given.filter(({ id }) => id !== undefined).length)
      throw invalid({ parts: ['Each part can be listed only once.'] });
    const stranger = given.find(
      ({ id }) => id !== undefined && !items.some((item) => item.id === id),
    );
    if (stranger) throw invalid({ parts: [`Part ${stranger.id} is not of this post.`] });
    return given.map((part, at) => {
      const inPlace = items[at]?.id;
      return part.id === undefined && inPlace !== undefined && !named.has(inPlace)
        ? { ...part, id: inPlace }
        : part;
    });
  }
  const field = Object.entries({ text, media, networks }).find(([, value]) => value !== undefined);
  if (!field) return undefined;
  const [first] = items;
  if (items.length > 1)
    throw invalid({ [field[0]]: [`This post has ${items.length} parts: send all as 'parts'.`] });
  return [{ id: first.id, text: text ?? first.content, media, networks }];
}

/** A post of one part stays one, unless it gets more. */
function commandOf(
  { items, isThread }: { items: readonly Item[]; isThread: boolean },
  parts: readonly GivenPart[] | undefined,
  taken: ByUrl<number>,
  {
    details,
    ...given
  }: { details: ReturnType<typeof detailsOf<Body>> } & Pick<Body, 'folder' | 'status'> & {
      description: Body['title'];
    },
): Parameters<typeof posts.plan>[1] {
  const saved = parts?.map(({ id, text: content, media, networks }) => ({
    ...{ id, content },
    ...(media && { media: storedFiles(media, taken) }),
    ...(networks && { network_texts: networkTexts(networks) }),
  }));
  const [first] = items as Items;
  const [only, ...others] = saved ?? [{ content: first.content }];
  const action = posts.saveAction({});
  if (!isThread && !others.length)
    return {
      do: 'edit',
      item: first.id,
      action,
      text: { ...only, id: first.id, ...details },
      ...given,
    };
  const all = saved ?? items.map(({ id, content }) => ({ id, content }));
  return { do: 'save', post: first.id, action, items: all, details, ...given };
}
