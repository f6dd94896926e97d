import type { Network } from '#contract/networks/names.ts';
import { type Bar, barsOf, summedBy } from '#web/features/analytics/filters/periods.ts';
import type { Overview } from './analytics-queries.ts';
import type { Shown } from './findings.ts';
import { coloursOf } from './series.ts';

/** What the chart of the overview draws. */

type ChartBand = {
  key: string;
  network: Network | null;
  colour: number;
  values: number[];
};

export type ChartPosts = {
  count: number;
  items: readonly { item: number | null; excerpt: string }[];
  /** The days of the bar; null where nothing was published on them. */
  days: { from: string; to: string } | null;
};

export type ChartData = {
  bars: Bar[];
  bands: ChartBand[];
  sums: number[];
  before: number[] | null;
  posts: ChartPosts[];
  provisional: number | null;
};

type Choice = { shown: Shown; hidden: ReadonlySet<Network>; isTotal: boolean };

export function chartDataOf(overview: Overview, { shown, hidden, isTotal }: Choice): ChartData {
  const { days, networks, provisional_from: provisional } = overview;
  const bars = barsOf(days);
  const colours = coloursOf(networks.map(({ network }) => network));
  const shownNetworks = networks.filter(({ network }) => !hidden.has(network));
  const byNetwork = shownNetworks.flatMap((network): ChartBand[] => {
    const values = network[shown];
    return values
      ? [
          {
            key: network.network,
            network: network.network,
            colour: colours.get(network.network) ?? 1,
            values: summedBy(bars, values),
          },
        ]
      : [];
  });
  const sums = bars.map((_, at) =>
    byNetwork.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );
  const before = overview.before_by_day[shown];
  const first =
    provisional === null ? -1 : bars.findIndex(({ to }) => (days[to] as string) >= provisional);
  return {
    bars,
    bands: isTotal ? [{ key: 'total', network: null, colour: 3, values: sums }] : byNetwork,
    sums,
    before: isTotal && before ? summedBy(bars, before) : null,
    posts: bars.map((bar) => postsOf(overview, bar)),
    provisional: first < 0 ? null : first,
  };
}

function postsOf({ posts, days }: Overview, { from, to }: Bar): ChartPosts {
  const [first, last] = [days[from] as string, days[to] as string];
  const own = posts.filter(({ day }) => day >= first && day <= last);
  return {
    count: own.reduce((sum, { count }) => sum + count, 0),
    items: own.flatMap(({ some }) => some),
    days: own.length ? { from: first, to: last } : null,
  };
}

/** The counts of each day, of the networks that are shown. */
export const dailyOf = ({ days, networks }: Overview, shown: Shown): number[] =>
  days.map((_, at) => networks.reduce((sum, network) => sum + (network[shown]?.[at] ?? 0), 0));
