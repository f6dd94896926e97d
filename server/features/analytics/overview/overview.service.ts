import { addDays } from '#contract/analytics/ranges.ts';
import { OFFERED, READ_DAYS, REVISED_DAYS } from '#contract/networks/metrics.ts';
import * as sql from './activity.sql.ts';
import * as channelSql from './channels.sql.ts';
import { coverageOfChannel, refOf, type WithAdapters } from './coverage.ts';
import { daysOfRange } from './days.ts';
import { differenceOf, followersByChannel } from './followers.ts';
import { MIN_VIEWS } from './published.sql.ts';
import { type Asked, askedBy, type Context, type InWorkspace, isoOf, type Query } from './query.ts';
import { rounded, seriesOf, sum } from './series.ts';

export { listChannelFigures } from './channels.service.ts';
export { listPosts } from './posts.service.ts';
export type { InWorkspace } from './query.ts';

/** What was counted in a workspace (docs/domain/analytics.md, 'Analytics'). */

const DAY_MS = 24 * 60 * 60_000;
/** Posts are read for this long, and a little longer where a reading is late. */
const READ_MS = (READ_DAYS + 10) * DAY_MS;
/** Of so many of the latest publications it is known whether anything was read, and which tags they have. */
const LATEST = 1000;
const TAGS = 200;
/** Of each day so many posts are named, in a range that is shown by day. */
const SOME_POSTS = 5;
const BY_DAY = 92;

export async function getOverview(context: WithAdapters, person: InWorkspace, query: Query) {
  const { database } = context;
  const asked = await askedBy(context, person, query);
  const { workspaceId, range, before, starts, filters } = asked;
  const days = daysOfRange(range);
  const active = { ...filters, first: isoOf((starts[0] as number) - READ_MS) };
  // One after another: a request does not take all connections.
  const changes = await sql.listChanges(database, {
    ...active,
    bounds: starts.map((ms) => ms / 1000),
  });
  const posts = await sql.countPosts(database, {
    ...filters,
    days: starts.slice(days.length).map(isoOf),
    some: days.length <= BY_DAY ? SOME_POSTS : 0,
  });
  const [about] = await sql.describe(database, { workspaceId, latest: LATEST, tags: TAGS });
  const coverage = await coverageOf(context, asked, active.first);
  // Followers are those of an account: they cannot be split by posts.
  const isOfSome = Boolean(filters.folders ?? filters.tags ?? filters.authors);
  const followers = isOfSome ? noFollowers(days.length) : await followersOf(database, asked);
  const counted = countedBy(changes, starts, days.length);
  const isProvisional = Math.max(
    ...counted.networks.map(({ network }) => REVISED_DAYS[network] ?? 0),
    0,
  );
  return {
    range,
    before,
    has_figures: about?.has_figures ?? false,
    as_of:
      changes
        .map(({ last_at: at }) => at)
        .toSorted()
        .at(-1) ?? null,
    days,
    provisional_from: isProvisional ? addDays(asked.today, -isProvisional) : null,
    ...counted,
    totals: { ...counted.totals, followers: followers.total },
    followers_by_day: followers.byDay,
    posts: posts.map(({ day, count, some }) => ({ day: days[day - 1] as string, count, some })),
    coverage,
    tags: about?.tags ?? [],
  };
}

/** The counts of the range and of the one before, by network. */
function countedBy(changes: readonly sql.Change[], starts: readonly number[], length: number) {
  const networks = [...Map.groupBy(changes, ({ network }) => network)].map(([network, own]) => {
    const of = (kind: sql.Kind) => {
      const values = seriesOf(own, starts, kind);
      return {
        now: values ? rounded(values.slice(length)) : null,
        before: values ? rounded(values.slice(0, length)) : null,
      };
    };
    const viewed = seriesOf(own, starts, 'viewed') ?? [];
    return { network, views: of('views'), engagements: of('engagements'), viewed };
  });
  const totalOf = (kind: 'views' | 'engagements', when: 'now' | 'before') => {
    const known = networks.flatMap((network) => network[kind][when] ?? []);
    return known.length ? sum(known) : null;
  };
  const rateOf = (when: 'now' | 'before', [from, to]: [number, number]) => {
    const views = totalOf('views', when) ?? 0;
    return views < MIN_VIEWS
      ? null
      : sum(networks.flatMap(({ viewed }) => viewed.slice(from, to))) / views;
  };
  const before = (kind: 'views' | 'engagements') => {
    const known = networks.flatMap((network) =>
      network[kind].before ? [network[kind].before] : [],
    );
    return known.length
      ? Array.from({ length }, (_, day) => sum(known.map((values) => values[day] as number)))
      : null;
  };
  return {
    totals: {
      views: { now: totalOf('views', 'now'), before: totalOf('views', 'before') },
      engagements: {
        now: totalOf('engagements', 'now'),
        before: totalOf('engagements', 'before'),
      },
      engagement_rate: {
        now: rateOf('now', [length, 2 * length]),
        before: rateOf('before', [0, length]),
      },
    },
    networks: networks
      .map(({ network, views, engagements }) => ({
        network,
        views: views.now,
        engagements: engagements.now,
        views_before: views.before && sum(views.before),
        engagements_before: engagements.before && sum(engagements.before),
      }))
      .sort((a, b) => sum(b.views ?? []) - sum(a.views ?? []) || (a.network < b.network ? -1 : 1)),
    before_by_day: { views: before('views'), engagements: before('engagements') },
  };
}

/** Which channels are in the sums, and why the others are not. */
async function coverageOf({ adapters, database }: WithAdapters, asked: Asked, first: string) {
  const { workspaceId, filters } = asked;
  const rows = await channelSql.listChannels(database, {
    workspaceId,
    channels: filters.channels,
    networks: filters.networks,
    first,
  });
  return rows.map((row) => {
    const state = coverageOfChannel(adapters, row);
    const isOffered = state !== 'not_offered';
    return {
      channel: refOf(row),
      views:
        isOffered && OFFERED[row.network].views === undefined ? ('not_offered' as const) : state,
      engagements: state,
      followers:
        isOffered && row.has_followers
          ? ('counted' as const)
          : state === 'counted'
            ? ('waiting' as const)
            : state,
    };
  });
}

const noFollowers = (days: number) => ({
  total: { now: null, before: null },
  byDay: Array<number | null>(days).fill(null),
});

async function followersOf(database: Context['database'], asked: Asked) {
  const channels = await followersByChannel(database, asked);
  const totalOf = (when: 'now' | 'before') => {
    const known = channels.flatMap(({ net }) => net[when] ?? []);
    return known.length ? sum(known) : null;
  };
  const gained = (day: number) =>
    channels.flatMap(({ byDay }) => differenceOf(byDay[day] ?? null, byDay[day - 1] ?? null) ?? []);
  return {
    total: { now: totalOf('now'), before: totalOf('before') },
    byDay: daysOfRange(asked.range).map((_, day) => {
      const known = gained(day);
      return known.length ? sum(known) : null;
    }),
  };
}
