import type { Parsed } from '#contract/http/endpoint.ts';
import type * as contract from '#contract/publishing/publications.ts';
import type { Actor } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { notFound } from '../../../errors.ts';
import { keysetPage, type Page } from '../../../pages.ts';
import { countOpenAfterwards, listOpenAfterwards } from './afterwards/afterwards.sql.ts';
import { sendableOf } from './clearance/clearance.ts';
import * as sql from './publications.sql.ts';

export type Publication = contract.Publication;

export type WithParts = contract.PublicationWithParts;

export type InWorkspace = Pick<Actor, 'workspaceId'>;

/** Later than any time of a publication. */
const LATEST = { time: 253_402_300_799_000, id: Number.MAX_SAFE_INTEGER };
/** The maximum number of things to do that are listed. */
const MAX_THINGS = 100;

/** A publication as it is returned: which of its texts can be sent is for the rule to say. */
const asRead = <Row extends Parameters<typeof sendableOf>[0]>({
  known,
  hasPost,
  offersSource,
  ...row
}: Row) => ({ ...row, sendable: sendableOf({ known, hasPost, offersSource }) });

/** In the order of the ids. */
export async function publicationsOf(
  executor: Executor,
  { workspaceId }: InWorkspace,
  ids: readonly number[],
): Promise<Publication[]> {
  const found = await sql.findPublications(executor, { workspaceId, ids: [...ids] });
  const byId = new Map(found.map((row) => [row.id, asRead(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What an approval of posts lets go out: proposed, or scheduled before. By post. */
export async function proposalsOf(
  executor: Executor,
  { workspaceId }: InWorkspace,
  posts: readonly number[],
): Promise<Map<number, Publication[]>> {
  const rows = await sql.listProposals(executor, { workspaceId, posts: [...posts] });
  return Map.groupBy(rows.map(asRead), ({ post }) => post as number);
}

/** Of a post that is published again and again. */
const MAX_OF_POST = 100;

/** The publications of posts, by post, the latest first. */
export async function publicationsOfPosts(
  executor: Executor,
  { workspaceId }: InWorkspace,
  posts: readonly number[],
): Promise<Map<number, Publication[]>> {
  const given = { workspaceId, posts: [...posts], limit: MAX_OF_POST };
  const rows = await sql.listOfPosts(executor, given);
  return Map.groupBy(rows.map(asRead), ({ post }) => post as number);
}

/** A page of publications, the latest first. */
export async function listPublications(
  executor: Executor,
  { workspaceId }: InWorkspace,
  query: Parsed<typeof contract.listPublications>['query'],
): Promise<Page<Publication>> {
  const { cursor, page_size: size } = query;
  const filters = {
    workspaceId,
    from: query.from ?? null,
    to: query.to ?? null,
    states: query.state ?? null,
    channel: query.channel ?? null,
    item: query.item ?? null,
  };
  const backward = cursor?.startsWith('a') ?? false;
  const [time = 0, id = 0] = cursor?.slice(1).split('_').map(Number) ?? [];
  const from = cursor ? { time, id } : LATEST;
  const list = backward ? sql.listAfter : sql.listBefore;
  const rows = await list(executor, { ...filters, ...from, limit: size + 1 });
  const [counted] = await sql.countPublications(executor, filters);
  const cursorOf = ({ due_at, id }: Publication, before: boolean) =>
    `${before ? 'a' : 'b'}${Date.parse(due_at)}_${id}`;
  return {
    count: Number(counted?.count ?? 0),
    ...keysetPage(rows.map(asRead), { size, backward, isNotFirst: cursor !== undefined, cursorOf }),
  };
}

/** @throws AppError 404 */
export async function getPublication(
  executor: Executor,
  { workspaceId }: InWorkspace,
  id: number,
): Promise<WithParts> {
  const [found] = await sql.findPublication(executor, { workspaceId, id });
  if (!found) throw notFound('publication', id);
  return { ...asRead(found), content: await sql.listParts(executor, { workspaceId, id }) };
}

/** What needs a person, the latest first, and how much of it there is for each reason. */
export async function listAttention(
  executor: Executor,
  { workspaceId }: InWorkspace,
  { channel, reason }: Parsed<typeof contract.listAttention>['query'],
) {
  const counts = await sql.countThings(executor, { workspaceId });
  const things = await sql.listThings(executor, {
    workspaceId,
    channel: channel ?? null,
    reason: reason ?? null,
    limit: MAX_THINGS,
  });
  const latest = things.map(({ ids }) => ids[0] as number);
  const publications = new Map(
    (await publicationsOf(executor, { workspaceId }, latest)).map((publication) => [
      publication.id,
      publication,
    ]),
  );
  return {
    reasons: counts.map(({ reason: name, count }) => ({ reason: name, count })),
    publications: counts.reduce((sum, count) => sum + count.publications, 0),
    results: things.flatMap((thing) => {
      const publication = publications.get(thing.ids[0] as number);
      return publication ? [{ ...thing, count: Number(thing.count), publication }] : [];
    }),
    drafts: await sql.listOverdue(executor, { workspaceId, limit: MAX_THINGS }),
    afterwards: (await listOpenAfterwards(executor, { workspaceId, limit: MAX_THINGS })).map(
      ({ afterward }) => afterward,
    ),
  };
}

/** The number of things to do, for the sidebar; 100 at most. */
export async function countAttention(executor: Executor, { workspaceId }: InWorkspace) {
  const counts = await sql.countThings(executor, { workspaceId });
  const [overdue] = await sql.countOverdue(executor, { workspaceId });
  const [open] = await countOpenAfterwards(executor, { workspaceId });
  return {
    count: Math.min(
      counts.reduce((sum, { count }) => sum + count, (overdue?.count ?? 0) + (open?.count ?? 0)),
      MAX_THINGS,
    ),
  };
}
