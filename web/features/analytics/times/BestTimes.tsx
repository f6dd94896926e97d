import { Clock } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import type { BestTimesGrid, BestTimes as Summary } from '#contract/analytics/best-times.ts';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import { useCan, useZone } from '#web/api/workspace.ts';
import type { Address } from '#web/features/analytics/filters/analytics-address.ts';
import { SelectDetail } from '#web/features/analytics/filters/SelectDetail.tsx';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { ChannelAvatar } from '#web/features/publishing/channels/ChannelAvatar.tsx';
import { hoursShort, useBestTimes } from '#web/features/publishing/slots/best-hours.tsx';
import { useQueue } from '#web/features/publishing/slots/queue-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { zoneName } from '#web/lib/time/time.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { TimesGrid } from './TimesGrid.tsx';
import { useAddSlot, useBestTimesOf } from './times-queries.ts';
import { dayAndTime, hoursLong, percent, summaryOf } from './times-words.ts';

const FRAME = 'rounded-base border border-line bg-surface';
const CARD = `${FRAME} p-4 max-md:-mx-4 max-md:rounded-none max-md:border-x-0`;

/** When the posts of each channel do better than usual. The channel is in the address. */
export function BestTimes({ address }: { address: Address }) {
  const list = useBestTimes();
  const isWide = useMedia('(min-width: 1024px)');
  if (list.isError && !list.data)
    return (
      <RetryAlert message="The figures couldn’t be loaded." onRetry={() => void list.refetch()} />
    );
  if (!list.data) return <Skeleton className="h-96" />;
  const chosen =
    list.data.find(({ channel }) => String(channel.id) === address.filters.channel) ??
    list.data.find(({ best }) => best.length > 0) ??
    list.data[0];
  if (!chosen)
    return (
      <EmptyState
        title="No account is connected"
        icon={Clock}
        hint="The best times of an account are known once it has published 20 posts."
      />
    );
  return (
    <div className="grid gap-4 lg:grid-cols-[256px_minmax(0,1fr)]">
      {isWide ? (
        <nav
          aria-label="Channel, and its best hours"
          className={classes(FRAME, 'self-start p-1.5')}
        >
          {list.data.map((summary) => (
            <ChannelRow
              key={summary.channel.id}
              summary={summary}
              isChosen={summary === chosen}
              onChoose={() => address.set({ channel: String(summary.channel.id) })}
            />
          ))}
        </nav>
      ) : (
        <Select
          aria-label="Channel"
          value={String(chosen.channel.id)}
          options={list.data.map(({ channel }) => ({
            value: String(channel.id),
            label: channel.handle,
            note: NETWORK_NAMES[channel.network],
            mark: <NetworkMark key={channel.id} network={channel.network} />,
          }))}
          detail={
            <SelectDetail>{summaryOf(chosen, NETWORK_NAMES[chosen.channel.network])}</SelectDetail>
          }
          onChange={(channel) => address.set({ channel })}
          className="h-13 font-medium"
        />
      )}
      <ChannelTimes key={chosen.channel.id} summary={chosen} />
    </div>
  );
}

type RowProps = { summary: Summary; isChosen: boolean; onChoose: () => void };

const ChannelRow = ({ summary, isChosen, onChoose }: RowProps) => (
  <button
    type="button"
    aria-current={isChosen || undefined}
    onClick={onChoose}
    className={classes(
      'flex w-full items-center gap-3 rounded-[6px] px-2 py-1.5 text-left',
      isChosen ? 'bg-accent-soft' : 'hover:bg-hover',
    )}
  >
    <ChannelAvatar channel={summary.channel} />
    <span className="min-w-0">
      <span className="block truncate font-medium">
        {summary.channel.handle}
        <span className="sr-only"> on {NETWORK_NAMES[summary.channel.network]}</span>
      </span>
      <span className="block text-muted text-xs tabular-nums">
        {summaryOf(summary, NETWORK_NAMES[summary.channel.network])}
      </span>
    </span>
  </button>
);

/** What is known of the hours of a channel. */
function ChannelTimes({ summary: { channel } }: { summary: Summary }) {
  const grid = useBestTimesOf(channel.id);
  const zone = useZone();
  const heading = useId();
  if (grid.isError && !grid.data)
    return (
      <RetryAlert message="The figures couldn’t be loaded." onRetry={() => void grid.refetch()} />
    );
  if (!grid.data) return <Skeleton className="h-96" />;
  const { best, cells, is_enough, posts } = grid.data;
  if (!is_enough) return <TooFew grid={grid.data} />;
  const finding =
    best.length > 0
      ? `${channel.handle} does best on ${hoursLong(best)}`
      : `${channel.handle} has no clear best time`;
  return (
    <div className="min-w-0 space-y-4">
      <section aria-labelledby={heading} className={CARD}>
        <h2 id={heading} className="font-semibold">
          {finding}
        </h2>
        <p className="mb-3 text-muted text-xs">
          {plural(posts, 'post')} on {NETWORK_NAMES[channel.network]} in 6 months, hours in{' '}
          {zoneName(zone)}, engagements 24 h after publishing
        </p>
        <TimesGrid cells={cells} name={finding} />
      </section>
      <div className="grid gap-4 xl:grid-cols-2">
        {best.length > 0 && <BestHours grid={grid.data} />}
        <section className={CARD}>
          <h2 className="mb-2 font-semibold">How to read this</h2>
          <p className="text-[13px] text-muted leading-5">
            Each post is compared with the usual of its channel at that time, so growth doesn’t
            count twice. Cells with few posts are drawn towards their day and hour, then towards 0:
            one hit doesn’t crown its hour. The subject of a post matters more than its hour.
          </p>
        </section>
      </div>
    </div>
  );
}

/** The best hours of a channel, to be made slots of its queue. */
function BestHours({ grid: { best, cells, channel } }: { grid: BestTimesGrid }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={CARD}>
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id={heading} className="font-semibold">
          Your best hours on {NETWORK_NAMES[channel.network]}
        </h2>
        <Link to={paths.queue(channel.id)} className="text-accent text-xs hover:underline">
          Open the queue
        </Link>
      </div>
      <ul className="divide-y divide-line-soft text-[13px]">
        {best.map((hours) => {
          const own = cells.filter(
            ({ weekday, block }) =>
              weekday === hours.weekday && block * 3 >= hours.from && block * 3 < hours.to,
          );
          const [top] = own.toSorted((a, b) => b.effect - a.effect);
          return (
            <li
              key={hoursShort(hours)}
              className="flex min-h-11 flex-wrap items-center gap-x-4 tabular-nums"
            >
              <span className="w-20">{hoursShort(hours)}</span>
              <strong className="w-12 font-semibold text-accent">
                {percent(top?.effect ?? 0)}
              </strong>
              <span className="grow text-muted">
                {plural(
                  own.reduce((sum, { posts }) => sum + posts, 0),
                  'post',
                )}
              </span>
              {top && <AddSlot channel={channel.id} hours={hours} time={top.time} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type AddProps = {
  channel: number;
  hours: BestTimesGrid['best'][number];
  time: string;
};

/** The slot within these hours, or a button that adds the time as one. */
function AddSlot({ channel, hours: { weekday, from, to }, time }: AddProps) {
  const slots = useQueue(channel).data?.slots;
  const decides = useCan('decide');
  const add = useAddSlot();
  if (!slots) return null;
  const there = slots.find(
    (slot) =>
      slot.weekday === weekday &&
      Number(slot.time.slice(0, 2)) >= from &&
      Number(slot.time.slice(0, 2)) < to,
  );
  if (there) return <span className="text-muted">slot at {there.time}</span>;
  if (!decides) return null;
  return (
    <Button
      size="bar"
      variant="ghost"
      busy={add.isPending}
      onClick={() => add.mutate({ channel, slots, added: { weekday, time } })}
    >
      Add slot<span className="sr-only"> {dayAndTime({ weekday, time })}</span>
    </Button>
  );
}

/** What is missing, and two times that are worth a try. */
function TooFew({ grid }: { grid: BestTimesGrid }) {
  const { channel, needed, posts, state, to_try } = grid;
  return (
    <section className={classes(CARD, 'self-start')}>
      <h2 className="font-semibold">
        {posts < needed
          ? `Not enough posts yet: ${posts} of ${needed}`
          : 'Not enough posts yet at the same hours'}
      </h2>
      <progress
        aria-label="Posts with figures"
        value={Math.min(posts, needed)}
        max={needed}
        className="my-3 h-1.5 w-full accent-[var(--jade-9)]"
      />
      <p className="text-[13px] text-muted leading-5">
        {state === 'not_offered'
          ? `${NETWORK_NAMES[channel.network]} offers no figures of posts.`
          : `Best times take ${needed} posts whose figures are known a day after they were published, and three of them in the same three hours of a day of the week.`}
      </p>
      {state !== 'not_offered' && (
        <>
          <h3 className="mt-4 mb-1 font-medium text-[13px]">Two times to try</h3>
          <ul className="text-[13px] tabular-nums">
            {to_try.map(({ weekday, time }) => {
              const hour = Number(time.slice(0, 2));
              const from = hour - (hour % 3);
              return (
                <li
                  key={dayAndTime({ weekday, time })}
                  className="flex min-h-11 items-center gap-4"
                >
                  <span className="grow">{dayAndTime({ weekday, time })}</span>
                  <AddSlot
                    channel={channel.id}
                    hours={{ weekday, from, to: from + 3 }}
                    time={time}
                  />
                </li>
              );
            })}
          </ul>
        </>
      )}
    </section>
  );
}
