import { stringify } from 'csv-stringify/sync';
import { sideOf } from '#contract/analytics/compare.ts';
import type { exportFigures as endpoint } from '#contract/analytics/overview.ts';
import { addDays } from '#contract/analytics/ranges.ts';
import type { FileResponse, Parsed } from '#contract/http/endpoint.ts';
import { METRICS, READ_DAYS } from '#contract/networks/metrics.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { cancellable } from '../../../database/cancellable.ts';
import { record } from '../../core/audit/audit.service.ts';
import { guardFormula } from '../../publishing/calendar/calendar.service.ts';
import { listChannelFigures } from './channels.service.ts';
import type { WithAdapters } from './coverage.ts';
import * as sql from './export.sql.ts';
import { listLinkDays, listLinks } from './links.sql.ts';
import { getOverview } from './overview.service.ts';
import { pageOfPosts } from './posts.service.ts';
import { askedBy, isoOf } from './query.ts';

/**
 * Figures as a file: exact, with the filters of the view (docs/domain/analytics.md, 'Analytics').
 */

type Query = Parsed<typeof endpoint>['query'];
type Row = Record<string, string | number | null>;

const POSTS_AT_ONCE = 500;
const PUBLICATIONS_AT_ONCE = 200;
const LINKS_AT_ONCE = 200;
const DAY_MS = 24 * 60 * 60_000;
/** Excel reads a table without it in the encoding of its country. */
const BYTE_ORDER_MARK = '\ufeff';

const COLUMNS: Record<Query['view'], readonly string[]> = {
  overview: ['day', 'network', 'views', 'engagements'],
  posts: [
    ...['published_at', 'item', 'publications', 'channels', 'excerpt', 'engagements'],
    ...['engagement_rate', 'usual_factor', 'usual_age'],
    ...METRICS,
  ],
  channels: ['day', 'channel', 'followers'],
  links: [
    ...['day', 'link', 'code', 'address', 'name', 'channel', 'visits', 'visitors', 'bots'],
    ...[
      'site_visits',
      'measured_visits',
      'read_seconds',
      'converted_visits',
      'conversions',
      'value',
    ],
  ],
  compare: ['side', 'of', 'day', 'network', 'views', 'engagements'],
  readings: ['publication', 'channel', 'position', 'published_at', 'read_at', ...METRICS],
};

type Exporting = WithAdapters & Pick<AppContext, 'background'>;

export async function exportFigures(
  context: Exporting,
  person: Member,
  query: Query,
): Promise<FileResponse> {
  const { background } = context;
  const { range } = await askedBy(context, person, query);
  await record(background, person, {
    action: 'export',
    objectType: 'workspace',
    objectId: person.workspaceId,
  });
  const { view, format } = query;
  return {
    name: `analytics-${view}-${range.from}-${range.to}.${format}`,
    type: format === 'csv' ? 'text/csv' : 'application/json',
    chunks: (gone) => {
      const database = cancellable(background, gone) as Exporting['database'];
      const batches = BATCHES[view]({ ...context, database }, person, query);
      return format === 'csv' ? asCsv(batches, COLUMNS[view]) : asJson(batches);
    },
  };
}

type Batches = (context: WithAdapters, person: Member, query: Query) => AsyncGenerator<Row[]>;

const BATCHES: Record<Query['view'], Batches> = {
  async *overview(context, person, query) {
    const { days, networks } = await getOverview(context, person, query);
    for (const { network, views, engagements } of networks)
      yield days.map((day, index) => ({
        day,
        network,
        views: views?.[index] ?? null,
        engagements: engagements?.[index] ?? null,
      }));
  },

  async *compare(context, person, query) {
    for (const side of ['a', 'b'] as const) {
      const { compare, [side]: of = '' } = query;
      const filters = compare && sideOf(compare, of);
      for await (const rows of BATCHES.overview(context, person, { ...query, ...filters }))
        yield rows.map((row) => ({ side, of, ...row }));
    }
  },

  async *posts(context, person, query) {
    const asked = await askedBy(context, person, query);
    for (let offset = 0; ; offset += POSTS_AT_ONCE) {
      const { rows } = await pageOfPosts(context, asked, query, { limit: POSTS_AT_ONCE, offset });
      if (rows.length)
        yield rows.map((row) => ({
          published_at: row.published_at,
          item: row.item,
          publications: row.publications.join(' '),
          channels: row.channels.map(({ network, handle }) => `${network}:${handle}`).join(' '),
          excerpt: row.excerpt,
          engagements: row.engagements,
          engagement_rate: row.engagement_rate,
          usual_factor: row.usual.factor,
          usual_age: row.usual.age,
          ...Object.fromEntries(METRICS.map((metric) => [metric, row.metrics[metric] ?? null])),
        }));
      if (rows.length < POSTS_AT_ONCE) return;
    }
  },

  async *channels(context, person, query) {
    const { days, channels } = await listChannelFigures(context, person, query);
    for (const { channel, followers } of channels)
      yield days.map((day, index) => ({
        day,
        channel: `${channel.network}:${channel.handle}`,
        followers: followers[index] ?? null,
      }));
  },

  async *links({ database, ...context }, person, query) {
    const { workspaceId, range, starts } = await askedBy({ ...context, database }, person, query);
    const own = starts.slice((starts.length - 1) / 2).map(isoOf);
    const channels = query.channel ?? null;
    for (let after = 0; ; ) {
      const chosen = { workspaceId, channels, after, limit: LINKS_AT_ONCE };
      const links = (await listLinks(database, chosen)).map(({ id }) => id);
      const rows = await listLinkDays(database, { workspaceId, links, starts: own });
      yield rows.map(({ day, ...row }) => ({ day: addDays(range.from, day), ...row }));
      after = links.at(-1) ?? 0;
      if (links.length < LINKS_AT_ONCE) return;
    }
  },

  async *readings(context, person, query) {
    const { workspaceId, filters } = await askedBy(context, person, query);
    const first = isoOf(Date.parse(filters.first) - READ_DAYS * DAY_MS);
    for (let after = 0; ; ) {
      const found = await sql.listPublications(context.database, {
        ...filters,
        first,
        after,
        limit: PUBLICATIONS_AT_ONCE,
      });
      const publications = found.map(({ id }) => id);
      yield await sql.listReadings(context.database, {
        workspaceId,
        publications,
        from: filters.first,
        end: filters.end,
      });
      after = publications.at(-1) ?? 0;
      if (publications.length < PUBLICATIONS_AT_ONCE) return;
    }
  },
};

async function* asCsv(batches: AsyncIterable<Row[]>, columns: readonly string[]) {
  yield BYTE_ORDER_MARK + stringify([columns]);
  for await (const rows of batches)
    yield stringify(rows, {
      columns: [...columns],
      quoted_string: true,
      cast: { string: guardFormula },
    });
}

async function* asJson(batches: AsyncIterable<Row[]>) {
  let before = '\n';
  yield '[';
  for await (const rows of batches)
    for (const row of rows) {
      yield before + JSON.stringify(row);
      before = ',\n';
    }
  yield '\n]\n';
}
