import { snippetText } from '#contract/content/snippet-text.ts';
import type { Additions } from '#contract/publishing/additions.ts';
import type { Actor } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { AppError, notFound } from '../../../errors.ts';
import { getPostOf } from '../../content/posts/posts.service.ts';
import * as sql from './additions.sql.ts';

/** What is sent beside the written text of a post, and is approved with it (migration 0135). */

type InWorkspace = Pick<Actor, 'workspaceId'>;

/** By post. */
export async function additionsOf(
  executor: Executor,
  { workspaceId }: InWorkspace,
  posts: readonly number[],
): Promise<Map<number, Additions>> {
  const rows = await sql.listAdditions(executor, { workspaceId, posts: [...posts] });
  return new Map(
    rows.map(({ post, digest, names, endings }) => {
      const texts = Object.entries(endings).map(([channel, ending]) => ({
        channel: Number(channel),
        text: snippetText(ending, String(post)),
      }));
      return [post, { digest, names, endings: texts }];
    }),
  );
}

/** @throws AppError 404 */
export async function getAdditions(
  executor: Executor,
  actor: Actor,
  item: number,
): Promise<Additions> {
  const { post } = await getPostOf(executor, actor, item);
  const found = (await additionsOf(executor, actor, [post])).get(post);
  if (!found) throw notFound('item', item);
  return found;
}

/**
 * What was just approved or scheduled has the additions that were seen; an approval that names none
 * has those for which review was asked. Asked afterwards, in the same transaction, because only then
 * is it settled which it has.
 * @param seen the digest that was read
 * @param request the request of the review that is approved
 * @throws AppError 409 with the `current` ones
 */
export async function requireSeenAdditions(
  tx: Executor,
  actor: InWorkspace,
  post: number,
  { seen, request }: { seen: string | undefined; request?: number | undefined },
): Promise<void> {
  const { workspaceId } = actor;
  const [asked] =
    seen === undefined && request !== undefined
      ? await sql.findAsked(tx, { workspaceId, request })
      : [];
  const known = seen ?? asked?.digest;
  if (!known) return;
  const current = (await additionsOf(tx, actor, [post])).get(post);
  if (current?.digest === known) return;
  const what = 'The names or endings that are added to the text have changed';
  const detail = asked
    ? `${what} since its review was requested: pass the digest of the additions that you read.`
    : `${what} since you read them.`;
  throw new AppError('stale', 409, detail, { extra: { current } });
}
