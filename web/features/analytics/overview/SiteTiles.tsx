import { paths } from '#contract/paths.ts';
import { isTelling } from '#contract/publishing/rates.ts';
import { asOfText, NoSource, Tile } from '#web/features/analytics/charts/Tile.tsx';
import { percent, percents } from '#web/features/analytics/figures/figure-format.ts';
import { BY_CHANNEL_ALONE, isByChannelAlone } from '#web/features/analytics/figures/visits.ts';
import type { Address } from '#web/features/analytics/filters/analytics-address.ts';
import { exactCount } from '#web/lib/count.ts';
import { plural } from '#web/lib/text.ts';
import { Popover } from '#web/ui/overlays/Popover.tsx';
import { type SiteVisits, useSiteVisits } from './site-visits.ts';

const NAMES = { time: 'Avg. Read Time', rate: 'Conversion Rate' };

/** What visits by short links do on the site of the workspace. */
export function SiteTiles({ address, zone }: { address: Address; zone: string }) {
  const site = useSiteVisits(address).data;
  const isFiltered = !isByChannelAlone(address.filters);
  if (!site || isFiltered)
    return Object.values(NAMES).map((name) => (
      <NoSource key={name} name={name} reason={isFiltered ? BY_CHANNEL_ALONE : ''} />
    ));
  const asOf = asOfText(site.as_of, zone);
  const { read_time, conversions } = site;
  return (
    <>
      {site.is_on || read_time.visits > 0 ? (
        <Tile
          name={NAMES.time}
          compared={read_time}
          unit="time"
          values={read_time.days}
          asOf={asOf}
          absent="Nothing was measured in this range"
        >
          {read_time.visits > 0 && <span>{plural(read_time.visits, 'visit')} measured</span>}
        </Tile>
      ) : (
        <NoSource
          name={NAMES.time}
          reason="Add a script to your site to measure it."
          to={paths.siteSettings}
          action="Set up"
        />
      )}
      {conversions.is_named ? (
        <Tile
          name={NAMES.rate}
          compared={conversions}
          unit="rate"
          values={conversions.days}
          asOf={asOf}
          absent="No visits of your site in this range"
          isUnclear={isUnclear(conversions)}
        >
          {conversions.rate && <Named site={site} />}
        </Tile>
      ) : (
        <NoSource
          name={NAMES.rate}
          reason="No conversion is named yet."
          to={paths.siteSettings}
          action="How to"
        />
      )}
    </>
  );
}

/** Inside its own interval, a change may be chance. */
const isUnclear = ({ before, rate }: SiteVisits['conversions']) =>
  rate !== null && before !== null && before >= rate.low && before <= rate.high;

/** How sure the rate is, and what it is of: each conversion by name. */
function Named({ site: { visits, conversions } }: { site: SiteVisits }) {
  const { converted, rate, names } = conversions;
  const [first] = names;
  const counted =
    names.length === 1 && first
      ? plural(converted, first.name)
      : `${exactCount(converted)} of ${plural(visits, 'visit')}`;
  return (
    <Popover
      aria-label="Conversions"
      align="start"
      sideOffset={6}
      className="w-72 p-3"
      trigger={
        <button
          type="button"
          className="min-h-6 text-left underline decoration-[var(--slate-8)] decoration-dotted underline-offset-3"
        >
          {rate && isTelling(rate) && `${percents(rate.low, rate.high)}, `}
          {counted}
          <span className="sr-only">, conversion rate</span>
        </button>
      }
    >
      <p className="mb-2 text-muted text-xs">
        Of {plural(visits, 'visit')} on your site by tracked links
      </p>
      <ul className="flex flex-col gap-1.5 text-[13px]">
        {names.map((named) => (
          <li key={named.name} className="flex items-baseline gap-2 tabular-nums">
            <span className="min-w-0 grow truncate">{named.name}</span>
            <span className="text-muted text-xs">
              {named.rate && isTelling(named.rate) && percents(named.rate.low, named.rate.high)}
            </span>
            <span>{percent(named.rate?.rate ?? 0)}</span>
            <span className="w-12 text-right">{exactCount(named.conversions)}</span>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
