import { useId, useState } from 'react';
import { Link } from 'react-router';
import { NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import { useVisits, type Visits, whyNoVisits } from '#web/features/analytics/figures/visits.ts';
import type { Address } from '#web/features/analytics/filters/analytics-address.ts';
import { exactCount } from '#web/lib/count.ts';
import { capitalise, plural } from '#web/lib/text.ts';
import { Segments } from '#web/ui/fields/Segments.tsx';

const KINDS = { networks: 'Network', referrers: 'Referrer', devices: 'Device' } as const;
type Kind = keyof typeof KINDS;

const nameIn = (kind: Kind, name: string) => {
  if (kind === 'networks') return name ? NETWORK_NAMES[name as Network] : 'Other links';
  if (kind === 'referrers') return name || 'Unknown, or typed in';
  return capitalise(name);
};

/** Where the visits of short links came from. */
export function TrafficSources({ address }: { address: Address }) {
  const visits = useVisits(address).data;
  const why = whyNoVisits(visits, address.filters);
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="rounded-base border border-line bg-surface p-4 max-md:-mx-4 max-md:rounded-none max-md:border-x-0"
    >
      <h2 id={heading} className="mb-3 font-semibold">
        Traffic Sources
      </h2>
      {why === undefined && visits ? (
        <Sources visits={visits} />
      ) : (
        <p className="text-[13px] text-muted">
          {why}{' '}
          {visits && !visits.counts && (
            <Link to={paths.linkSettings} className="text-accent underline">
              Links and UTM
            </Link>
          )}
        </p>
      )}
    </section>
  );
}

function Sources({ visits }: { visits: Visits }) {
  const [kind, setKind] = useState<Kind>('networks');
  const rows = visits[kind];
  const most = rows[0]?.visits ?? 1;
  return (
    <>
      <Segments
        label="Sources"
        value={kind}
        options={Object.entries(KINDS).map(([value, label]) => ({ value: value as Kind, label }))}
        onChange={setKind}
      />
      {rows.length === 0 && <p className="mt-3 text-[13px] text-muted">No visits in this range</p>}
      <ul aria-label={KINDS[kind]} className="mt-2">
        {rows.map(({ name, visits: count }) => (
          <li
            key={name}
            className="relative flex h-8.5 items-center justify-between gap-4 px-2 text-[13px] tabular-nums"
          >
            <span
              aria-hidden
              className="absolute inset-y-0.5 left-0 rounded bg-accent-soft"
              style={{ width: `${(100 * count) / most}%` }}
            />
            <span className="relative min-w-0 truncate">{nameIn(kind, name)}</span>
            <span className="relative">{exactCount(count)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-muted text-xs tabular-nums">
        {plural(visits.totals.visits, 'visit')} by short links.{' '}
        {visits.totals.bots > 0 && `${plural(visits.totals.bots, 'visit')} by bots left out.`}
      </p>
    </>
  );
}
