import { addDays } from '#contract/analytics/ranges.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import { rateOf } from '#contract/publishing/rates.ts';
import type * as contract from '#contract/publishing/site-visits.ts';
import type { Member } from '../../../actor.ts';
import { type Context, periodOf } from '../links/links.service.ts';
import { getLinkSettings } from '../sent-links/sent-links.service.ts';
import * as sql from './figures.sql.ts';

/** How visits read and convert (docs/domain/analytics.md, 'Links'). */
export async function getSiteVisits(
  context: Context,
  person: Member,
  query: Parsed<typeof contract.getSiteVisits>['query'],
) {
  const { database, clock, config } = context;
  const whose = { workspaceId: person.workspaceId, channel: query.channel ?? null };
  const period = await periodOf(context, person, query);
  const days = period.starts.length - 1;
  const earlier = await periodOf(context, person, {
    from: addDays(period.shown.from, -days),
    to: addDays(period.shown.from, -1),
  });
  const rows = await sql.sumByDay(database, { ...whose, starts: period.starts });
  const before = totalOf(await sql.sumByDay(database, { ...whose, starts: earlier.starts }));
  const { from, until } = period;
  const names = await sql.sumNames(database, { ...whose, from, until });
  const [named] = await sql.hasNames(database, whose);
  const { site_hosts } = await getLinkSettings(database, person, config);
  const now = totalOf(rows);
  const byDay = (of: (row: sql.DayRow) => number | null) => {
    const values = Array<number | null>(days).fill(null);
    for (const row of rows) values[row.day] = of(row);
    return values;
  };
  return {
    ...period.shown,
    as_of: new Date(clock.now()).toISOString(),
    is_on: site_hosts.length > 0,
    visits: now.visits,
    read_time: {
      now: readTime(now),
      before: readTime(before),
      visits: now.measured,
      days: byDay(readTime),
    },
    conversions: {
      now: share(now),
      before: share(before),
      is_named: named?.found ?? false,
      converted: now.converted,
      rate: rateOf(now.converted, now.visits),
      days: byDay(share),
      names: names.map((row) => ({ ...row, rate: rateOf(row.converted, now.visits) })),
    },
  };
}

type Sums = Omit<sql.DayRow, 'day'>;

const readTime = ({ seconds, measured }: Sums) => (measured > 0 ? seconds / measured : null);
const share = ({ converted, visits }: Sums) => (visits > 0 ? converted / visits : null);

const totalOf = (rows: readonly Sums[]): Sums =>
  rows.reduce(
    (sum, row) => ({
      visits: sum.visits + row.visits,
      measured: sum.measured + row.measured,
      seconds: sum.seconds + row.seconds,
      converted: sum.converted + row.converted,
    }),
    { visits: 0, measured: 0, seconds: 0, converted: 0 },
  );
