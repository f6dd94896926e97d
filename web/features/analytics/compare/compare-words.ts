import { NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import type { Overview, Typical } from '#web/features/analytics/figures/analytics-queries.ts';
import { factor, percent } from '#web/features/analytics/figures/figure-format.ts';
import { isOutsideChance, type Shown } from '#web/features/analytics/figures/findings.ts';
import { exactCount, shortCount } from '#web/lib/count.ts';
import {
  compareMedians,
  compareRates,
  type Interval,
  MIN_POSTS,
  middleOf,
  rateInterval,
  shareInterval,
  type Verdict,
} from './statistics.ts';

/** What is said of two sides. */

export type SideFigures = {
  name: string;
  overview: Overview;
  typical: Typical;
  /** Of short links; undefined where they are not counted for these filters. */
  visits: number | undefined;
};
export type Both = readonly [SideFigures, SideFigures];

export type Cell = { value: string; exact?: string; note?: string };
export type Row = {
  name: string;
  cells: readonly [Cell, Cell];
  difference?: string | undefined;
  verdict?: Verdict | undefined;
  /** Why there is no difference. */
  why?: string | undefined;
};

const NONE = '–';
/** A smaller difference is none. */
const CLEAR = 0.05;
const MOST = 1 / 3;

const countedNetworks = ({ networks }: Overview): Network[] =>
  networks.flatMap(({ network, views }) => (views ? [network] : []));

/** Why views of both sides cannot be compared; undefined where they can. */
function whyIncomparable([a, b]: Both): string | undefined {
  const [some, others] = [countedNetworks(a.overview), countedNetworks(b.overview)];
  const isSame = some.length === others.length && some.every((network) => others.includes(network));
  if (isSame || !some.length || !others.length) return undefined;
  const [first, second] = [some[0] as Network, others[0] as Network];
  return some.length === 1 && others.length === 1
    ? `${NETWORK_NAMES[first]} and ${NETWORK_NAMES[second]} count views differently.`
    : 'Networks count views differently.';
}

/** What both sides are drawn by: views, where both have them. */
export const shownOf = (both: Both): Shown =>
  both.every(({ overview }) => overview.totals.views.now !== null) ? 'views' : 'engagements';

const times = (a: number, b: number) => (a > 0 && b > 0 ? factor(b / a) : undefined);

const range = ({ low, high }: Interval, unit: (value: number) => string) =>
  `${unit(low)}–${unit(high)}`;
const inPercent = (share: number) => (100 * share).toFixed(1);
const rounded = (value: number) => shortCount(Math.round(value));

/** The rows of the table. */
export function rowsOf(both: Both): Row[] {
  const why = whyIncomparable(both);
  const [a, b] = both;
  const views = both.map(({ overview }) => overview.totals.views.now) as [number, number];
  return [
    {
      name: 'Posts published',
      cells: pair(both, ({ typical }) => ({ value: exactCount(typical.posts) })),
    },
    {
      name: 'Views',
      cells: pair(both, ({ overview }) => countCell(overview.totals.views.now)),
      difference: why ? undefined : times(...views),
      why,
    },
    typicalRow(both),
    rateRow(both, why),
    ...(a.visits !== undefined && b.visits !== undefined ? [visitsRow(both)] : []),
  ];
}

const pair = (both: Both, cell: (side: SideFigures) => Cell): [Cell, Cell] => [
  cell(both[0]),
  cell(both[1]),
];

const countCell = (count: number | null): Cell =>
  count === null ? { value: NONE } : { value: shortCount(count), exact: exactCount(count) };

const fewest = (both: Both) => Math.min(...both.map(({ typical }) => typical.posts));

function typicalRow(both: Both): Row {
  const [some, others] = both.map(({ typical }) => typical.engagements) as [number[], number[]];
  const [a, b] = [middleOf(some), middleOf(others)];
  return {
    name: 'Typical post, engagements at 7 days',
    cells: pair(both, ({ typical: { engagements } }) => {
      const middle = middleOf(engagements);
      if (!middle) return { value: NONE };
      const note =
        engagements.length < MIN_POSTS
          ? `${engagements.length} of ${MIN_POSTS} posts`
          : range(middle, rounded);
      return { value: rounded(middle.median), note };
    }),
    difference:
      a && b && compareMedians(some, others) !== 'few' ? times(a.median, b.median) : undefined,
    verdict: compareMedians(some, others),
  };
}

function rateRow(both: Both, why: string | undefined): Row {
  const rates = both.map(({ overview: { totals } }) => totals.engagement_rate.now);
  const [a, b] = rates;
  const intervals = both.map(({ overview: { totals } }) => {
    const [rate, views] = [totals.engagement_rate.now, totals.views.now ?? 0];
    return rate === null ? undefined : shareInterval(rate * views, views);
  });
  const isKnown = a != null && b != null && !why;
  return {
    name: 'Engagement rate',
    cells: pair(both, (side) => {
      const at = both.indexOf(side);
      const [rate, interval] = [rates[at], intervals[at]];
      if (rate == null) return { value: NONE };
      return { value: percent(rate), ...(interval && { note: range(interval, inPercent) }) };
    }),
    difference: isKnown ? points(b - a) : undefined,
    verdict: isKnown ? compareRates(intervals[0], intervals[1], fewest(both)) : undefined,
    why,
  };
}

/** '+0.3 pt'. */
const points = (difference: number) =>
  `${difference < 0 ? '−' : '+'}${Math.abs(100 * difference).toFixed(1)} pt`;

function visitsRow(both: Both): Row {
  const perPost = ({ visits = 0, typical: { posts } }: SideFigures) => (posts ? visits / posts : 0);
  const [a, b] = both.map((side) => rateInterval(side.visits ?? 0, side.typical.posts));
  const oneDecimal = (value: number) => (value < 10 ? value.toFixed(1) : rounded(value));
  return {
    name: 'Link visits for each post',
    cells: pair(both, (side) =>
      side.typical.posts
        ? { value: oneDecimal(perPost(side)), note: `${exactCount(side.visits ?? 0)} in all` }
        : { value: NONE },
    ),
    difference: times(perPost(both[0]), perPost(both[1])),
    verdict: compareRates(a, b, fewest(both)),
  };
}

const totalOf = ({ overview }: SideFigures, shown: Shown) => overview.totals[shown].now ?? 0;

const daysOf = ({ overview: { days, networks } }: SideFigures, shown: Shown) =>
  days.map((_, at) => networks.reduce((sum, network) => sum + (network[shown]?.[at] ?? 0), 0));

/** The first rule that holds; nothing is said where nothing is clear. */
export function findingOf(both: Both, shown: Shown): string {
  const [a, b] = both;
  const counts = both.map((side) => totalOf(side, shown)) as [number, number];
  const [more, less] = counts[0] >= counts[1] ? [a, b] : [b, a];
  const [most, least] = [Math.max(...counts), Math.min(...counts)];
  const isComparable = shown === 'engagements' || !whyIncomparable(both);
  if (isComparable && least > 0 && (most - least) / least > CLEAR)
    if (isOutsideChance(daysOf(a, shown), daysOf(b, shown)))
      return `${more.name} got ${times(least, most)} the ${shown} of ${less.name}`;
  const shares = both
    .map((side) => ({ side, share: (side.typical.most[shown] ?? 0) / (totalOf(side, shown) || 1) }))
    .sort((x, y) => y.share - x.share);
  const [top] = shares;
  if (top && top.side.typical.posts > 1 && top.share > MOST && top.share <= 1)
    return `${Math.round(100 * top.share)}% of the ${shown} of ${top.side.name} come from one post`;
  if (most === 0) return `No ${shown} in this range`;
  return `${shown === 'views' ? 'Views' : 'Engagements'} of ${a.name} and ${b.name}`;
}

/** What the lines are of, and which networks have none. */
export function aboutLines(both: Both, shown: Shown, unit: string): string {
  const without = new Set(
    shown === 'views'
      ? both.flatMap(({ overview }) =>
          overview.networks.flatMap(({ network, views }) =>
            views ? [] : [NETWORK_NAMES[network]],
          ),
        )
      : [],
  );
  const why = shown === 'views' ? whyIncomparable(both) : undefined;
  const names = new Intl.ListFormat('en').format([...without]);
  return `${shown === 'views' ? 'Views' : 'Engagements'} a ${unit}${names && `, without ${names}`}${why ? `. ${why}` : ''}`;
}

export const VERDICTS: Record<Verdict, string> = {
  clear: 'clear',
  chance: 'could be chance',
  few: 'too few',
};

/** What is said of typical posts, and whether that is more than chance. */
export function typicalFinding([a, b]: Both): { finding: string; verdict: Verdict } {
  const verdict = compareMedians(a.typical.engagements, b.typical.engagements);
  const [first, second] = [middleOf(a.typical.engagements), middleOf(b.typical.engagements)];
  if (verdict === 'few' || !first || !second)
    return { finding: `Typical posts of ${a.name} and ${b.name}`, verdict };
  const [more, ratio] =
    second.median >= first.median
      ? [b, second.median / first.median]
      : [a, first.median / second.median];
  if (!Number.isFinite(ratio) || ratio < 1 + CLEAR)
    return { finding: `Typical posts of ${a.name} and ${b.name} get as much`, verdict };
  return { finding: `A typical ${more.name} post gets ${factor(ratio)} as much`, verdict };
}
