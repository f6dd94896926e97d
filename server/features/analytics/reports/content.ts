import { addDays, type DayRange } from '#contract/analytics/ranges.ts';
import type { Period, Report, ReportContent } from '#contract/analytics/reports.ts';
import { localOf } from '#contract/times.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import { AppError } from '../../../errors.ts';
import { networkOf } from '../../../http/client-ip.ts';
import { createTtlCache } from '../../../lib/ttl-cache.ts';
import { hashOf } from '../../../secrets.ts';
import type { Adapters } from '../../networks/networks.service.ts';
import { zoneOf } from '../../publishing/schedule/schedule.service.ts';
import {
  getOverview,
  type InWorkspace,
  listChannelFigures,
  listPosts,
} from '../overview/overview.service.ts';
import * as sql from './reports.sql.ts';

/** What reports show, to members and to whoever has a link. */

const TOP_POSTS = 10;
const ENDED = 'This report isn’t shared any more.';
const READINGS = { attempts: 60, seconds: 60 };

type Context = Pick<AppContext, 'clock'> & { adapters: Adapters; database: Executor };

const DAYS: Record<Exclude<Period, 'fixed' | 'last_month'>, number> = {
  last_7: 7,
  last_30: 30,
  last_90: 90,
};

/** The days of a period that ends before today. */
function rangeOf(
  { period, from_day: from, to_day: to }: Pick<Report, 'period' | 'from_day' | 'to_day'>,
  today: string,
): DayRange {
  if (period === 'fixed') return { from: from ?? today, to: to ?? today };
  if (period !== 'last_month')
    return { from: addDays(today, -DAYS[period]), to: addDays(today, -1) };
  const last = addDays(`${today.slice(0, 8)}01`, -1);
  return { from: `${last.slice(0, 8)}01`, to: last };
}

const orAll = <Value>(values: Value[]) => (values.length > 0 ? values : undefined);

export async function contentOf(
  context: Context,
  person: InWorkspace,
  report: Report,
): Promise<ReportContent> {
  const { clock, database } = context;
  const { title, comment, client, blocks, filters } = report;
  const zone = await zoneOf(database, person);
  const today = localOf(new Date(clock.now()), zone).slice(0, 10);
  const query = {
    ...rangeOf(report, today),
    channel: orAll(filters.channel),
    network: orAll(filters.network),
    folder: orAll(filters.folder),
    tag: orAll(filters.tag),
    author: orAll(filters.author),
  };
  const [workspace] = await sql.findName(database, { workspaceId: person.workspaceId });
  const { has_figures, tags, coverage, ...overview } = await getOverview(context, person, query);
  const top = blocks.includes('top_content')
    ? await listPosts(context, person, {
        ...query,
        age: 'latest',
        by: 'post',
        sort: 'engagements',
        order: 'desc',
        page: 1,
        page_size: TOP_POSTS,
      })
    : null;
  const isOfSome = Boolean(query.folder ?? query.tag ?? query.author);
  const channels = blocks.includes('channels')
    ? await listChannelFigures(context, person, query)
    : null;
  return {
    title,
    comment: comment ?? '',
    client: client ?? '',
    workspace: workspace?.name ?? '',
    zone,
    blocks,
    overview: shownOf(overview, blocks),
    top:
      top?.rows.map((row) => ({
        ...row,
        item: null,
        publications: [],
        picture: null,
        next_at: null,
        channels: row.channels.map((channel) => ({ ...channel, id: 0 })),
      })) ?? null,
    channels:
      channels?.channels
        // What is of some posts alone names no account without one.
        .filter(({ posts }) => !isOfSome || posts.now)
        .map((row) => ({ ...row, channel: { ...row.channel, id: 0 } })) ?? null,
  };
}

const NONE = { now: null, before: null };

/** Of the overview, what the blocks show. */
function shownOf(overview: ReportContent['overview'], blocks: Report['blocks']) {
  const [numbers, chart] = [blocks.includes('numbers'), blocks.includes('over_time')];
  const { totals } = overview;
  return {
    ...overview,
    totals: {
      views: numbers || chart ? totals.views : NONE,
      engagements: numbers || chart ? totals.engagements : NONE,
      engagement_rate: numbers ? totals.engagement_rate : NONE,
      followers: numbers ? totals.followers : NONE,
    },
    networks: chart ? overview.networks : [],
    before_by_day: chart ? overview.before_by_day : { views: null, engagements: null },
    followers_by_day: [],
    posts: [],
  };
}

/** Reads reports by the tokens of their links. */
export function linkReader(context: Context & Pick<AppContext, 'limits'>) {
  const { clock, database, limits } = context;
  const keep = createTtlCache<string, ReportContent>(clock);

  /** @throws AppError 404 where the link has ended, or never was one; 429 */
  return async (token: string, ip: string): Promise<ReportContent> => {
    await limits.count(`reports:${networkOf(ip)}`, READINGS);
    const hash = hashOf(token);
    const [report] = await sql.readLink(database, { hash });
    if (!report) throw new AppError('not_found', 404, ENDED);
    const key = `${hash.toString('base64url')} ${report.updated_at}`;
    return keep(key, () => contentOf(context, { workspaceId: report.workspace }, report));
  };
}
