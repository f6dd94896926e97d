import { Link } from 'react-router';
import type { Coverage } from '#contract/analytics/overview.ts';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import type { Overview } from '#web/features/analytics/figures/analytics-queries.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { Popover } from '#web/ui/overlays/Popover.tsx';

type CoverageRow = { channel: Overview['coverage'][number]['channel']; state: Coverage };

const TITLES: Record<Coverage, string> = {
  counted: 'In it',
  waiting: 'Not read yet',
  permission: 'No permission',
  not_offered: 'Not offered',
};

type Props = { rows: readonly CoverageRow[]; what: string; note?: string };

/** Which channels a sum is of, and why the others are not in it. */
export function CoverageButton({ rows, what, note }: Props) {
  const counted = rows.filter(({ state }) => state === 'counted').length;
  if (!rows.length) return null;
  const text = `${counted} of ${rows.length} channel${rows.length === 1 ? '' : 's'}`;
  return (
    <Popover
      aria-label={`Channels in ${what}`}
      align="start"
      sideOffset={6}
      className="w-72 p-3"
      trigger={
        <button
          type="button"
          className="min-h-6 text-left underline decoration-[var(--slate-8)] decoration-dotted underline-offset-3"
        >
          {text}
          {note && `, ${note}`}
          <span className="sr-only">, {what}</span>
        </button>
      }
    >
      {(Object.keys(TITLES) as Coverage[]).map((state) => {
        const own = rows.filter((row) => row.state === state);
        return own.length ? (
          <section key={state} className="mb-2 last:mb-0">
            <h4 className="mb-1 font-medium text-muted text-xs">{TITLES[state]}</h4>
            <ul className="flex flex-col gap-1.5">
              {own.map(({ channel }) => (
                <li key={channel.id} className="flex items-center gap-2 text-[13px]">
                  <NetworkMark network={channel.network} />
                  <span className="min-w-0 grow truncate">{channel.handle}</span>
                  <span className="sr-only">{NETWORK_NAMES[channel.network]}</span>
                  {state === 'permission' && (
                    <Link to={paths.reconnectAccount(channel.id)} className="text-accent">
                      Connect again
                    </Link>
                  )}
                </li>
              ))}
            </ul>
          </section>
        ) : null;
      })}
    </Popover>
  );
}
