import { addDays } from '#contract/analytics/ranges.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type * as contract from '#contract/publishing/links.ts';
import type { Member } from '../../../actor.ts';
import { getLinkSettings } from '../sent-links/sent-links.service.ts';
import { type Context, periodOf } from './links.service.ts';
import * as sql from './sources.sql.ts';

/** Visits of all links of a period, and where they came from. */
export async function getVisits(
  context: Context,
  person: Member,
  query: Parsed<typeof contract.getVisits>['query'],
) {
  const { database } = context;
  const of = { workspaceId: person.workspaceId, channel: query.channel ?? null };
  const period = await periodOf(context, person, query);
  const days = period.starts.length - 1;
  const before = await periodOf(context, person, {
    from: addDays(period.shown.from, -days),
    to: addDays(period.shown.from, -1),
  });
  const sums = await sql.sumByDay(database, { ...of, starts: period.starts });
  const earlier = await sql.sumByDay(database, { ...of, starts: before.starts });
  const [any] = await sql.hasVisits(database, of);
  const sources = await sql.listSources(database, { ...of, ...period.shown });
  const settings = await getLinkSettings(database, person, context.config);
  const named = (kind: sql.SourceRow['kind']) =>
    sources.flatMap(({ kind: own, name, visits }) => (own === kind ? [{ name, visits }] : []));
  const byDay = Array<number>(days).fill(0);
  for (const { day, visitors } of sums) byDay[day] = Number(visitors);
  return {
    ...period.shown,
    counts: settings.counts,
    has_visits: any?.found ?? false,
    totals: totalOf(sums),
    before: totalOf(earlier),
    days: byDay,
    networks: named('network'),
    referrers: named('referrer'),
    devices: named('device'),
  };
}

const totalOf = (rows: readonly { visits: string; visitors: string; bots: string }[]) =>
  rows.reduce(
    (sum, row) => ({
      visits: sum.visits + Number(row.visits),
      visitors: sum.visitors + Number(row.visitors),
      bots: sum.bots + Number(row.bots),
    }),
    { visits: 0, visitors: 0, bots: 0 },
  );
