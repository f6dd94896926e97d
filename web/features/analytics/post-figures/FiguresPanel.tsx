import { KeyRound, RefreshCw } from 'lucide-react';
import { useId } from 'react';
import type { Figures } from '#contract/analytics/figures.ts';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import { useCan, useZone } from '#web/api/workspace.ts';
import {
  type Column,
  figureOf,
  sumOf,
  whyMissing,
} from '#web/features/analytics/figures/figure-words.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { exactCount, shortCount } from '#web/lib/count.ts';
import { timeOfDay, zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import { FigureCurve } from './FigureCurve.tsx';
import { useFigures, useRefreshFigures } from './figure-queries.ts';

/** What networks have counted of a post: nothing where it is not published anywhere. */
export function FiguresPanel({ item }: { item: number }) {
  const query = useFigures(item);
  const zone = useZone();
  const id = useId();
  const rows = query.data?.publications ?? [];
  if (query.isError)
    return (
      <RetryAlert message="The figures couldn’t be loaded." onRetry={() => void query.refetch()} />
    );
  if (!rows.length) return null;
  const read = rows.flatMap(({ read_at }) => read_at ?? []).sort();
  const asOf = read.at(-1);
  return (
    <section aria-labelledby={id} className="rounded-base border border-line bg-surface">
      <div className="flex min-h-12 items-center gap-2 py-1 pr-2 pl-4">
        <h2 id={id} className="grow font-semibold">
          Figures
        </h2>
        {asOf && <p className="text-muted text-xs tabular-nums">as of {zonedTime(asOf, zone)}</p>}
        <Refresh item={item} rows={rows} again={query.data?.refreshable_at ?? null} />
      </div>
      {asOf ? <Summary rows={rows} zone={zone} /> : <Nothing rows={rows} zone={zone} />}
      <p className="border-line border-t px-4 py-2.5">
        <TextLink to={paths.analyticsPost(item)}>What happened</TextLink>
      </p>
    </section>
  );
}

type Rows = { rows: readonly Figures[]; zone: string };

/** Reads the figures again, where that is possible. */
function Refresh({
  item,
  rows,
  again,
}: {
  item: number;
  rows: readonly Figures[];
  again: string | null;
}) {
  const writes = useCan('write');
  const zone = useZone();
  const refresh = useRefreshFigures(item);
  const isReadable = rows.some(({ state }) => state !== 'not_offered' && state !== 'gone');
  if (!writes || !isReadable) return null;
  const label = again
    ? `Read a moment ago. Again from ${timeOfDay(again, zone)}`
    : 'Refresh figures';
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      disabled={again !== null || refresh.isPending}
      onClick={() => refresh.mutate()}
    >
      <RefreshCw size={16} aria-hidden className={refresh.isPending ? 'animate-spin' : undefined} />
    </Button>
  );
}

/** Why there are none. */
function Nothing({ rows, zone }: Rows) {
  const next = rows.flatMap(({ next_at }) => next_at ?? []).sort()[0];
  const waits = rows.some(({ state }) => state === 'waiting');
  const sentences =
    waits && next
      ? [`First reading at ${zonedTime(next, zone)}.`]
      : [
          ...new Set(
            rows
              .filter(({ state }) => state !== 'permission')
              .map((row) => whyMissing(row, 'engagements') ?? ''),
          ),
        ];
  return (
    <div className="flex flex-col gap-1 px-4 pb-4 text-muted">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <ConnectAgain rows={rows} />
    </div>
  );
}

/** What a person can do about a permission that is missing. */
const ConnectAgain = ({ rows }: Pick<Rows, 'rows'>) =>
  rows
    .filter(({ state }) => state === 'permission')
    .map(({ publication, channel }) => (
      <p key={publication} className="flex items-center gap-1.5">
        <KeyRound size={12} aria-hidden className="shrink-0" />
        <TextLink to={paths.socialAccounts}>Connect {channel.handle} again to see figures</TextLink>
      </p>
    ));

/** The sum, the curve of the strongest channel, and a row for each channel. */
function Summary({ rows, zone }: Rows) {
  const views = sumOf(rows, 'views');
  const column: Column = views ? 'views' : 'engagements';
  const total = views ?? sumOf(rows, 'engagements');
  const strongest = [...rows].sort(
    (a, b) => (figureOf(b.metrics, column) ?? -1) - (figureOf(a.metrics, column) ?? -1),
  )[0];
  return (
    <>
      {total && (
        <p className="flex items-baseline gap-2 px-4">
          <span className="font-semibold text-xl tabular-nums" title={exactCount(total.sum)}>
            {shortCount(total.sum)}
          </span>
          <span className="text-muted">{column}</span>
        </p>
      )}
      {strongest && <FigureCurve figures={strongest} column={column} />}
      <FigureTable rows={rows} zone={zone} hasViews={views !== undefined} />
      {rows.some(({ state }) => state === 'permission') && (
        <div className="flex flex-col gap-1 border-line border-t px-4 py-3 text-sm">
          <ConnectAgain rows={rows} />
        </div>
      )}
    </>
  );
}

function FigureTable({ rows, zone, hasViews }: Rows & { hasViews: boolean }) {
  const columns: readonly Column[] = hasViews ? ['views', 'engagements'] : ['engagements'];
  const names = rows.map(({ channel }) => channel.network);
  /** Two channels of a network are told apart by their names. */
  const nameOf = ({ channel }: Figures) =>
    names.filter((network) => network === channel.network).length > 1
      ? channel.handle
      : NETWORK_NAMES[channel.network];
  return (
    <table className="w-full text-sm tabular-nums">
      <thead>
        <tr className="border-line border-b text-muted text-xs">
          <th scope="col" className="py-1.5 pl-4 text-left font-normal">
            <span className="sr-only">Channel</span>
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className="py-1.5 pr-4 text-right font-normal">
              {column === 'views' ? 'Views' : 'Engagements'}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.publication} className="border-line border-b last:border-b-0">
            <th scope="row" className="w-full max-w-0 py-1.5 pl-4 text-left font-normal">
              <span className="flex items-center gap-1.5">
                <NetworkMark network={row.channel.network} />
                <span className="truncate">{nameOf(row)}</span>
              </span>
              {row.state === 'gone' && (
                <span className="block text-muted text-xs">
                  Deleted on the network
                  {row.read_at && `, last read ${zonedTime(row.read_at, zone)}`}
                </span>
              )}
            </th>
            {columns.map((column) => (
              <Value key={column} row={row} column={column} />
            ))}
          </tr>
        ))}
        {rows.length > 1 && (
          <tr className="border-line border-t font-medium">
            <th scope="row" className="py-1.5 pl-4 text-left font-medium">
              Sum
            </th>
            {columns.map((column) => (
              <Sum key={column} rows={rows} column={column} />
            ))}
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Value({ row, column }: { row: Figures; column: Column }) {
  const value = figureOf(row.metrics, column);
  const why = whyMissing(row, column);
  return (
    <td className="py-1.5 pr-4 text-right" title={why ?? exactCount(value ?? 0)}>
      {value === undefined ? (
        <span className="text-muted">
          <span aria-hidden>–</span>
          <span className="sr-only">{why}</span>
        </span>
      ) : (
        shortCount(value)
      )}
    </td>
  );
}

function Sum({ rows, column }: { rows: readonly Figures[]; column: Column }) {
  const total = sumOf(rows, column);
  if (!total) return <td className="py-1.5 pr-4 text-right text-muted">–</td>;
  const without = total.missing.length ? `Without ${total.missing.join(', ')}` : undefined;
  return (
    <td className="py-1.5 pr-4 text-right" title={without ?? exactCount(total.sum)}>
      <span
        className={without ? 'underline decoration-dotted decoration-muted underline-offset-4' : ''}
      >
        {shortCount(total.sum)}
      </span>
      {without && <span className="sr-only"> ({without})</span>}
    </td>
  );
}
