import { Link } from 'react-router';
import { NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import { SeriesMark } from '#web/features/analytics/charts/SeriesMark.tsx';
import type { Overview } from '#web/features/analytics/figures/analytics-queries.ts';
import type { Shown } from '#web/features/analytics/figures/findings.ts';
import { coloursOf } from '#web/features/analytics/figures/series.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { classes } from '#web/lib/classes.ts';
import { exactCount } from '#web/lib/count.ts';

type Props = {
  overview: Overview;
  shown: Shown;
  hidden: ReadonlySet<Network>;
  onToggle: (network: Network) => void;
};

/** The series of the chart, each of which can be left out, and what is in none of them. */
export function SeriesList({ overview, shown, hidden, onToggle }: Props) {
  const { networks, coverage } = overview;
  const colours = coloursOf(networks.map(({ network }) => network));
  const rows = networks.flatMap((network) => {
    const values = network[shown];
    return values
      ? [{ network: network.network, sum: values.reduce((all, value) => all + value, 0) }]
      : [];
  });
  const total = rows
    .filter(({ network }) => !hidden.has(network))
    .reduce((all, { sum }) => all + sum, 0);
  const missing = coverage.filter((row) => row[shown] !== 'counted');
  const name = shown === 'views' ? 'Views' : 'Engagements';
  return (
    <div className="min-w-0 text-[13px] tabular-nums">
      <p className="flex h-7 items-center gap-2 font-medium text-muted text-xs">
        <span className="grow">Network</span>
        {name}
        <span className="w-10 text-right">Share</span>
      </p>
      <ul>
        {rows.map(({ network, sum }) => {
          const isHidden = hidden.has(network);
          return (
            <li key={network}>
              <button
                type="button"
                aria-pressed={!isHidden}
                onClick={() => onToggle(network)}
                className={classes(
                  'flex h-8 w-full items-center gap-2 rounded-[6px] text-left hover:bg-hover max-md:h-11',
                  isHidden && 'text-muted line-through',
                )}
              >
                <SeriesMark network={network} colour={colours.get(network) ?? 1} />
                <span className="min-w-0 grow truncate">{NETWORK_NAMES[network]}</span>
                <span className="font-medium">{exactCount(sum)}</span>
                <span className="w-10 text-right text-muted">
                  {isHidden || !total ? '' : `${Math.round((100 * sum) / total)}%`}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {rows.length > 0 && (
        <p className="flex h-9 items-center border-line border-t pr-12 font-semibold">
          <span className="grow">Sum</span>
          {exactCount(total)}
        </p>
      )}
      {missing.length > 0 && (
        <>
          <p className="mt-2 font-medium text-muted text-xs">Not included</p>
          <ul className="mt-1 flex flex-col gap-1.5">
            {missing.map(({ channel, [shown]: state }) => (
              <li key={channel.id} className="flex items-center gap-2 text-xs">
                <NetworkMark network={channel.network} />
                <span className="min-w-0 grow truncate">{channel.handle}</span>
                {state === 'permission' ? (
                  <Link to={paths.reconnectAccount(channel.id)} className="text-accent">
                    Connect again
                  </Link>
                ) : (
                  <span className="text-muted">
                    {state === 'waiting' ? 'not read yet' : 'not offered'}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
