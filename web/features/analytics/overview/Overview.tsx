import { useState } from 'react';
import { Link } from 'react-router';
import { NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import { useZone } from '#web/api/workspace.ts';
import { ChartCard, ChartTable } from '#web/features/analytics/charts/ChartCard.tsx';
import {
  type Overview as Figures,
  useOverview,
  usePosts,
} from '#web/features/analytics/figures/analytics-queries.ts';
import { chartDataOf, dailyOf } from '#web/features/analytics/figures/chart-data.ts';
import { findingOf, type Shown } from '#web/features/analytics/figures/findings.ts';
import { NothingHere, ViewState } from '#web/features/analytics/figures/ViewState.tsx';
import type { Address } from '#web/features/analytics/filters/analytics-address.ts';
import { exactCount } from '#web/lib/count.ts';
import { plural } from '#web/lib/text.ts';
import { Segments } from '#web/ui/fields/Segments.tsx';
import { ActivityChart } from './ActivityChart.tsx';
import { FirstState } from './FirstState.tsx';
import { SeriesList } from './SeriesList.tsx';
import { Tiles } from './Tiles.tsx';
import { TopContent, topOf } from './TopContent.tsx';
import { TrafficSources } from './TrafficSources.tsx';

/** What was counted in the range, and what did best. */
export function Overview({ address }: { address: Address }) {
  const query = useOverview(address);
  const zone = useZone();
  const overview = query.data;
  if (!overview) return <ViewState query={query} />;
  if (!overview.has_figures) return <FirstState coverage={overview.coverage} />;
  return (
    <div aria-busy={query.isPlaceholderData} className="flex flex-col gap-4 aria-busy:opacity-60">
      <PermissionLine overview={overview} />
      <Card address={address} overview={overview} zone={zone} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_336px]">
        <TopContent address={address} zone={zone} />
        <TrafficSources address={address} />
      </div>
    </div>
  );
}

/** The gravest of what keeps figures away, in one line. */
function PermissionLine({ overview: { coverage } }: { overview: Figures }) {
  const lacking = coverage.filter(({ engagements }) => engagements === 'permission');
  const [first] = lacking;
  if (!first) return null;
  const { handle, network, id } = first.channel;
  return (
    <p className="flex min-h-10 flex-wrap items-center gap-x-3 rounded-base bg-review px-4 py-2 text-on-review">
      <span className="grow">
        {handle} on {NETWORK_NAMES[network]}: connect again to see figures. Publishing goes on.
        {lacking.length > 1 && ` So do ${plural(lacking.length - 1, 'other channel')}.`}
      </span>
      <Link to={paths.reconnectAccount(id)} className="font-medium underline">
        Connect again
      </Link>
    </p>
  );
}

type CardProps = { address: Address; overview: Figures; zone: string };

function Card({ address, overview, zone }: CardProps) {
  const [shown, setShown] = useState<Shown>('views');
  const [isTotal, setTotal] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<Network>>(new Set());
  const top = usePosts(address, { ...topOf, by: 'post' });
  const chartData = chartDataOf(overview, { shown, hidden, isTotal });
  const most = Math.max(
    0,
    ...(top.data?.rows ?? []).map(
      (row) => (shown === 'views' ? row.metrics.views : row.engagements) ?? 0,
    ),
  );
  const finding = findingOf(overview, shown, dailyOf(overview, shown), {
    count: most,
    tag: address.filters.tag,
  });
  function toggle(network: Network) {
    const next = new Set(hidden);
    if (!next.delete(network)) next.add(network);
    setHidden(next);
  }
  const isEmpty = overview.totals.views.now === null && overview.totals.engagements.now === null;
  return (
    <section
      aria-label="Over time"
      className="rounded-base border border-line bg-surface max-md:-mx-4 max-md:rounded-none max-md:border-x-0"
    >
      <h2 className="sr-only">Over time</h2>
      <Tiles address={address} overview={overview} shown={shown} onShow={setShown} zone={zone} />
      <div className="border-line-soft border-t p-4">
        {isEmpty ? (
          <NothingHere address={address} what="views" />
        ) : (
          <div className="grid gap-x-6 gap-y-4 xl:grid-cols-[minmax(0,1fr)_256px]">
            <ChartCard
              finding={finding}
              about={`${shown === 'views' ? 'Views' : 'Engagements'} a ${unitOf(overview.days.length)} ${isTotal ? 'of all networks' : 'by network'}, all posts, whenever published`}
              tools={
                <Segments
                  label="Series"
                  value={isTotal ? 'total' : 'network'}
                  options={[
                    { value: 'network', label: 'By network' },
                    { value: 'total', label: 'Total' },
                  ]}
                  onChange={(next) => setTotal(next === 'total')}
                />
              }
              chart={<ActivityChart address={address} chart={chartData} shown={shown} />}
              table={
                <ChartTable
                  name={finding}
                  heads={[
                    'Day',
                    ...chartData.bands.map(({ network }) =>
                      network ? NETWORK_NAMES[network] : 'All networks',
                    ),
                    ...(isTotal ? [] : ['Sum']),
                    'Posts',
                  ]}
                  rows={chartData.bars.map(({ label }, at) => ({
                    name: label,
                    cells: [
                      ...chartData.bands.map(({ values }) => exactCount(values[at] ?? 0)),
                      ...(isTotal ? [] : [exactCount(chartData.sums[at] ?? 0)]),
                      String(chartData.posts[at]?.count ?? 0),
                    ],
                  }))}
                />
              }
            />
            <SeriesList overview={overview} shown={shown} hidden={hidden} onToggle={toggle} />
          </div>
        )}
      </div>
    </section>
  );
}

const unitOf = (days: number) => (days < 91 ? 'day' : days < 700 ? 'week' : 'month');
