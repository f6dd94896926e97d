import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Compared, Coverage } from '#contract/analytics/overview.ts';
import { classes } from '#web/lib/classes.ts';
import { exactCount } from '#web/lib/count.ts';
import { timeOfDay, zonedTime } from '#web/lib/time.ts';
import type { Address } from './analytics-address.ts';
import type { Overview } from './analytics-queries.ts';
import { CoverageButton } from './CoverageButton.tsx';
import { dailyOf } from './drawn.ts';
import { changeOf, figure, type Unit } from './figure-format.ts';
import type { Shown } from './findings.ts';
import { dayRange } from './ranges.ts';
import { Sparkline } from './Sparkline.tsx';
import { useVisits, whyNoVisits } from './visits.ts';

type Props = {
  address: Address;
  overview: Overview;
  shown: Shown;
  onShow: (shown: Shown) => void;
  zone: string;
};

const tile = 'relative min-h-32 min-w-0 bg-surface px-3.5 py-3 text-left';
const label = 'font-medium text-muted text-xs';

/** The figures of the range. Those that the chart can draw choose what it draws. */
export function Tiles({ address, overview, shown, onShow, zone }: Props) {
  const visits = useVisits(address).data;
  const whyNone = whyNoVisits(visits, address.filters);
  const { totals, days, networks, as_of } = overview;
  const asOf = as_of ? `as of ${asOfText(as_of, zone)}` : '';
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
    <div className="grid grid-cols-2 gap-px overflow-hidden rounded-t-base bg-line-soft max-md:rounded-none lg:grid-cols-4 min-[85rem]:grid-cols-7">
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
        <NoSource name="Unique Visitors" reason={whyNone ?? ''} />
      )}
      <NoSource name="Avg. Read Time" reason="Nothing on your site measures it." />
      <NoSource name="Conversion Rate" reason="No conversion is counted." />
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

const NoSource = ({ name, reason }: { name: string; reason: string }) => (
  <div className={tile}>
    <p className={label}>{name}</p>
    <p className="font-semibold text-[22px] leading-7">–</p>
    <p className="mt-1 text-muted text-xs">{reason}</p>
  </div>
);

const coverageRows = ({ coverage }: Overview, kind: Shown | 'followers') =>
  coverage.map((row): { channel: Overview['coverage'][number]['channel']; state: Coverage } => ({
    channel: row.channel,
    state: row[kind],
  }));

/** The time of day, where it is of today. */
const asOfText = (instant: string, zone: string) => {
  const isToday = Date.now() - Date.parse(instant) < 20 * 3600_000;
  return isToday ? timeOfDay(instant, zone) : zonedTime(instant, zone);
};

type TileProps = {
  name: string;
  compared: Compared;
  unit?: Unit;
  values: readonly (number | null)[];
  isChosen?: boolean;
  onChoose?: () => void;
  asOf: string;
  /** Why there is no number. */
  absent?: string;
  children: ReactNode;
};

function Tile(props: TileProps) {
  const { name, compared, unit = 'count', values, isChosen = false, onChoose, asOf } = props;
  const { now } = compared;
  const text = now === null ? '–' : figure(now, unit);
  const exact = now === null ? props.absent : unit === 'count' ? exactCount(now) : undefined;
  return (
    <div
      className={classes(
        tile,
        isChosen &&
          'bg-[linear-gradient(var(--slate-a2),var(--slate-a2))] after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-accent-solid',
      )}
    >
      {onChoose ? (
        <button
          type="button"
          aria-pressed={isChosen}
          aria-label={`${name} ${exact ?? text}`}
          onClick={onChoose}
          className="absolute inset-0 -outline-offset-2"
        />
      ) : null}
      <p className={classes(label, isChosen && 'text-text')}>{name}</p>
      <p className="flex items-center justify-between gap-1 font-semibold text-[22px] leading-7 tabular-nums">
        <span title={exact}>{text}</span>
        <Sparkline values={values} isChosen={isChosen} />
      </p>
      <ChangeLine compared={compared} unit={unit} />
      <p className="relative mt-0.5 flex flex-col items-start text-muted text-xs">
        {now === null && props.absent && <span>{props.absent}</span>}
        {props.children}
        <span className="tabular-nums">{asOf}</span>
      </p>
    </div>
  );
}

function ChangeLine({ compared, unit }: { compared: Compared; unit: Unit }) {
  const change = changeOf(compared, unit);
  if (!change) return null;
  const { direction, text } = change;
  const Arrow = direction === 'down' ? ArrowDownRight : ArrowUpRight;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-xs tabular-nums">
      {direction === 'same' ? (
        <span className="text-muted">unchanged</span>
      ) : (
        <span
          className={classes(
            'flex items-center gap-0.5 font-medium',
            direction === 'up' ? 'text-accent' : 'text-danger',
          )}
        >
          <Arrow size={12} aria-hidden />
          <span className="sr-only">{direction === 'up' ? 'up' : 'down'} </span>
          {text}
        </span>
      )}
      <span className="text-muted">was {figure(compared.before ?? 0, unit)}</span>
    </p>
  );
}
