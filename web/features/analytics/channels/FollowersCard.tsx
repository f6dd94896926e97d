import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { ChartCard, ChartTable, useTables } from '#web/features/analytics/charts/ChartCard.tsx';
import { useBarChoice } from '#web/features/analytics/charts/use-bar-choice.ts';
import { useWidth } from '#web/features/analytics/charts/use-width.ts';
import { type ChannelRow, lastOf } from '#web/features/analytics/figures/channel-words.ts';
import { signed } from '#web/features/analytics/figures/figure-format.ts';
import { exactCount } from '#web/lib/count.ts';
import { plural } from '#web/lib/text.ts';
import { formatDay } from '#web/lib/time/time.ts';
import { FollowersChart } from './FollowersChart.tsx';

type Props = { row: ChannelRow; days: readonly string[] };

/** How the followers of a channel changed; days that were not read stay a gap. */
export function FollowersCard({ row, days }: Props) {
  const { channel, followers } = row;
  const [place, width] = useWidth<HTMLDivElement>(640);
  const toggle = useTables((state) => state.toggle);
  const changes = followers.map((count, at) => {
    const before = followers[at - 1];
    return count === null || before === null || before === undefined ? null : count - before;
  });
  const names = days.map((day) =>
    formatDay(day, { weekday: 'short', day: 'numeric', month: 'short' }),
  );
  const sentenceOf = (at: number) => {
    const count = followers[at] ?? null;
    if (count === null) return `${names[at]}, no readings.`;
    const change = changes[at] ?? null;
    return `${names[at]}, ${exactCount(count)} followers${change === null ? '' : `, ${signed(change)}`}.`;
  };
  const { chosen, choose, said, onKeyDown } = useBarChoice({
    count: days.length,
    sentenceOf,
    onTable: toggle,
  });
  const finding = findingOf(row);
  const known = followers.filter((count) => count !== null);
  return (
    <section
      aria-label={`Followers of ${channel.handle}`}
      className="min-w-0 rounded-base border border-line bg-surface p-4 max-md:-mx-4 max-md:rounded-none max-md:border-x-0"
    >
      <ChartCard
        finding={finding}
        about={`Followers on ${NETWORK_NAMES[channel.network]} at the end of each day, and the change of each day`}
        chart={
          known.length === 0 ? (
            <p className="py-16 text-center text-muted">No readings in this range</p>
          ) : (
            <div
              ref={place}
              role="application"
              aria-roledescription="chart"
              aria-label="Followers by day. Arrow keys go through the days, T shows a table."
              // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys go through its days
              tabIndex={0}
              onKeyDown={onKeyDown}
              onPointerLeave={(event) => event.pointerType === 'mouse' && choose(null)}
              className="relative mt-2 rounded-base"
            >
              <FollowersChart
                width={width}
                followers={followers}
                changes={changes}
                days={days}
                chosen={chosen}
                onChoose={choose}
              />
              <p className="h-5 text-center text-muted text-xs tabular-nums" aria-hidden>
                {chosen === null ? '' : sentenceOf(chosen)}
              </p>
              <p aria-live="polite" className="sr-only">
                {said}
              </p>
            </div>
          )
        }
        table={
          <ChartTable
            name={finding}
            heads={['Day', 'Followers', 'Change']}
            rows={names.map((name, at) => ({
              name,
              cells: [
                followers[at] == null ? 'No readings' : exactCount(followers[at]),
                changes[at] == null ? '–' : signed(changes[at]),
              ],
            }))}
          />
        }
      />
    </section>
  );
}

function findingOf(row: ChannelRow): string {
  const { channel, net } = row;
  if (net.now === null)
    return lastOf(row) === null
      ? `Followers of ${channel.handle} weren’t read`
      : `${channel.handle} has ${plural(lastOf(row) as number, 'follower')}`;
  if (net.now === 0) return `${channel.handle} has as many followers as before`;
  const verb = net.now > 0 ? 'gained' : 'lost';
  const base = `${channel.handle} ${verb} ${plural(Math.abs(net.now), 'follower')}`;
  if (net.before === null || net.before <= 0 || net.now <= 0) return base;
  const change = Math.round((100 * (net.now - net.before)) / net.before);
  return change === 0
    ? base
    : `${base}, ${Math.abs(change)}% ${change > 0 ? 'more' : 'fewer'} than before`;
}
