import type { Coverage } from '#contract/analytics/overview.ts';
import { paths } from '#contract/paths.ts';
import { asOfText, NoSource, Tile } from '#web/features/analytics/charts/Tile.tsx';
import type { Overview } from '#web/features/analytics/figures/analytics-queries.ts';
import { dailyOf } from '#web/features/analytics/figures/chart-data.ts';
import type { Shown } from '#web/features/analytics/figures/findings.ts';
import { NOT_COUNTED, useVisits, whyNoVisits } from '#web/features/analytics/figures/visits.ts';
import type { Address } from '#web/features/analytics/filters/analytics-address.ts';
import { dayRange } from '#web/features/analytics/filters/ranges.ts';
import { CoverageButton } from './CoverageButton.tsx';
import { SiteTiles } from './SiteTiles.tsx';

type Props = {
  address: Address;
  overview: Overview;
  shown: Shown;
  onShow: (shown: Shown) => void;
  zone: string;
};

/** The figures of the range. Those that the chart can draw choose what it draws. */
export function Tiles({ address, overview, shown, onShow, zone }: Props) {
  const visits = useVisits(address).data;
  const whyNone = whyNoVisits(visits, address.filters);
  const { totals, days, networks, as_of } = overview;
  const asOf = as_of ? asOfText(as_of, zone) : '';
  const rates = days.map((_, at) => {
    const viewed = networks.filter(({ views }) => views);
    const views = viewed.reduce((sum, network) => sum + (network.views?.[at] ?? 0), 0);
    const own = viewed.reduce((sum, network) => sum + (network.engagements?.[at] ?? 0), 0);
    return views ? own / views : null;
  });
  const drawn = (name: string, kind: Shown) => (
    <Tile
      name={name}
      compared={totals[kind]}
      values={dailyOf(overview, kind)}
      isChosen={shown === kind}
      onChoose={() => onShow(kind)}
      asOf={asOf}
    >
      <CoverageButton rows={coverageRows(overview, kind)} what={kind} />
    </Tile>
  );
  return (
    <div className="grid grid-cols-2 gap-px overflow-hidden rounded-t-base bg-line-soft max-md:rounded-none md:grid-cols-4 min-[85rem]:grid-cols-7">
      {drawn('Total Views', 'views')}
      {visits && whyNone === undefined ? (
        <Tile
          name="Unique Visitors"
          compared={{ now: visits.totals.visitors, before: visits.before.visitors }}
          values={visits.days}
          asOf=""
        >
          sum of days, by links
        </Tile>
      ) : (
        <NoSource
          name="Unique Visitors"
          reason={whyNone ?? ''}
          {...(whyNone === NOT_COUNTED && { to: paths.linkSettings, action: 'Links and UTM' })}
        />
      )}
      <SiteTiles address={address} zone={zone} />
      <Tile
        name="Engagement rate"
        compared={totals.engagement_rate}
        unit="rate"
        values={rates}
        asOf={asOf}
        absent="Fewer than 50 views"
      >
        <CoverageButton rows={coverageRows(overview, 'views')} what="engagement rate" />
      </Tile>
      {drawn('Engagements', 'engagements')}
      <Tile
        name="Followers"
        compared={totals.followers}
        unit="net"
        values={overview.followers_by_day}
        asOf=""
        absent="Not read at both ends of the range"
      >
        <CoverageButton rows={coverageRows(overview, 'followers')} what="followers" note="net" />
      </Tile>
      <p className="bg-surface px-3.5 py-3 text-muted text-xs tabular-nums min-[85rem]:hidden">
        {dayRange(overview.range)} against {dayRange(overview.before)}
      </p>
    </div>
  );
}

const coverageRows = ({ coverage }: Overview, kind: Shown | 'followers') =>
  coverage.map((row): { channel: Overview['coverage'][number]['channel']; state: Coverage } => ({
    channel: row.channel,
    state: row[kind],
  }));
