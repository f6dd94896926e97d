import type { Age, listPosts as listPostsEndpoint, PostRow } from '#contract/analytics/overview.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import { engagementsOf, METRICS, type Metrics } from '#contract/networks/metrics.ts';
import type { Member } from '../../../actor.ts';
import { getFigures, LADDER } from '../figures/figures.service.ts';
import { coverageOfChannel, type WithAdapters } from './coverage.ts';
import { listParts } from './parts.sql.ts';
import { costOf, partsOf } from './parts.ts';
import * as sql from './posts.sql.ts';
import { MIN_POSTS, MIN_VIEWS } from './published.sql.ts';
import { type Asked, askedBy, type Context, type InWorkspace, type Query } from './query.ts';
import { findTypical } from './typical.sql.ts';
import * as usualSql from './usual.sql.ts';

/** Posts with their figures, and what is usual (docs/domain/analytics.md, 'Analytics'). */

export type PostsQuery = Omit<Parsed<typeof listPostsEndpoint>['query'], 'page' | 'page_size'>;
type Page = { limit: number; offset: number };

export async function listPosts(
  context: WithAdapters,
  person: InWorkspace,
  query: Parsed<typeof listPostsEndpoint>['query'],
) {
  const asked = await askedBy(context, person, query);
  const { page, page_size: limit } = query;
  return await pageOfPosts(context, asked, query, { limit, offset: (page - 1) * limit });
}

/** What is typical of the posts of a range. */
export async function getTypical(context: Context, person: InWorkspace, query: Query) {
  const { filters } = await askedBy(context, person, query);
  const [typical] = await findTypical(context.database, filters);
  return typical as NonNullable<typeof typical>;
}

export async function pageOfPosts(
  context: WithAdapters,
  { workspaceId, filters }: Asked,
  { age, by, sort, order }: PostsQuery,
  page: Page,
): Promise<{ total: number; rows: PostRow[] }> {
  const { adapters, database } = context;
  const grouped = await sql.listGrouped(database, {
    ...filters,
    age,
    byPublication: by === 'publication',
    sort,
    descending: order === 'desc',
    ...page,
  });
  const publications = grouped.flatMap((row) => row.publications);
  const [details, usual] = await Promise.all([
    sql.listDetails(database, { workspaceId, publications }),
    usualOf(context, workspaceId, publications, age),
  ]);
  const byId = new Map(details.map((detail) => [detail.id, detail]));
  const rows = grouped.map((row): PostRow => {
    const own = row.publications.flatMap((id) => byId.get(id) ?? []);
    const channels = own.map((detail) => ({
      ...detail.channel,
      coverage: coverageOfChannel(adapters, {
        ...detail,
        network: detail.channel.network,
      }),
    }));
    const next = own.flatMap(({ next_at }) => next_at ?? []).sort();
    return {
      item: own[0]?.item ?? null,
      publications: row.publications,
      channels,
      published_at: row.published_at,
      excerpt: own[0]?.excerpt ?? '',
      parts: own[0]?.parts ?? 1,
      picture: own[0]?.picture ?? null,
      metrics: Object.fromEntries(
        METRICS.flatMap((metric) => (row[metric] === null ? [] : [[metric, row[metric]]])),
      ) as Metrics,
      engagements: row.engagements,
      engagement_rate: row.engagement_rate,
      is_partial: channels.some(({ coverage }) => coverage === 'waiting'),
      next_at: next[0] ?? null,
      usual: factorOf(row.publications.flatMap((id) => usual.get(id) ?? [])),
    };
  });
  return { total: grouped[0]?.total ?? 0, rows };
}

async function usualOf(
  { database }: WithAdapters,
  workspaceId: number,
  publications: number[],
  age: Age,
) {
  const rows = await usualSql.listUsual(database, { workspaceId, publications, age });
  return new Map(rows.map((row) => [row.publication, row]));
}

/** How many times as many engagements as usual, over the channels of which that is known. */
function factorOf(rows: readonly usualSql.UsualRow[]): PostRow['usual'] {
  const known = rows.filter(({ posts, median }) => posts >= MIN_POSTS && median !== null);
  const usual = known.reduce((sum, { median }) => sum + (median as number), 0);
  const own = known.reduce((sum, { engagements }) => sum + engagements, 0);
  return { factor: usual > 0 ? own / usual : null, age: rows[0]?.age ?? null };
}

const rateOf = (metrics: Metrics, engagements: number | undefined) =>
  engagements !== undefined && (metrics.views ?? 0) >= MIN_VIEWS
    ? engagements / (metrics.views as number)
    : null;

/** @throws AppError 404 */
export async function getPostFigures(
  context: WithAdapters & Parameters<typeof getFigures>[0],
  person: Member,
  item: number,
) {
  const { workspaceId } = person;
  const figures = await getFigures(context, person, item);
  const publications = figures.publications.map(({ publication }) => publication);
  const [usual, quartiles, parts] = await Promise.all([
    usualOf(context, workspaceId, publications, 'latest'),
    usualSql.listQuartiles(context.database, { workspaceId, publications, ladder: LADDER }),
    listParts(context.database, { workspaceId, publications }),
  ]);
  const rows = figures.publications.map((row) => {
    const engagements = engagementsOf(row.metrics);
    const own = quartiles.filter(({ publication }) => publication === row.publication);
    const compared = usual.get(row.publication);
    const ownParts = parts.filter(({ publication }) => publication === row.publication);
    return {
      ...row,
      parts: partsOf(ownParts),
      readings_cost: costOf(context.adapters, row.channel.network, ownParts),
      engagements: engagements ?? null,
      engagement_rate: rateOf(row.metrics, engagements),
      usual: {
        ...factorOf(compared ? [compared] : []),
        posts: compared?.posts ?? Math.max(0, ...own.map(({ posts }) => posts)),
        by_age: own
          .filter(({ posts }) => posts >= MIN_POSTS)
          .map(({ rung, views, engagements: counted }) => ({
            hours: LADDER[rung - 1] as number,
            views: quartilesOf(views),
            engagements: quartilesOf(counted),
          })),
      },
    };
  });
  const known = rows.flatMap((row) => row.engagements ?? []);
  const viewed = rows.filter(({ metrics }) => metrics.views !== undefined);
  const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
  return {
    refreshable_at: figures.refreshable_at,
    publications: rows,
    engagements: known.length ? sumOf(known) : null,
    engagement_rate: rateOf(
      { views: sumOf(viewed.map(({ metrics }) => metrics.views as number)) },
      viewed.length ? sumOf(viewed.flatMap((row) => row.engagements ?? [])) : undefined,
    ),
    factor: factorOf([...usual.values()]).factor,
  };
}

const quartilesOf = (values: [number, number, number] | null) =>
  values && { low: values[0], median: values[1], high: values[2] };
