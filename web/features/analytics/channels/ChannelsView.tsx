import { useState } from 'react';
import { Link } from 'react-router';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import { Sparkline } from '#web/features/analytics/charts/Sparkline.tsx';
import { Absent, AbsentLegend } from '#web/features/analytics/figures/Absent.tsx';
import { useChannelFigures } from '#web/features/analytics/figures/analytics-queries.ts';
import {
  type ChannelRow,
  growthOf,
  lastOf,
} from '#web/features/analytics/figures/channel-words.ts';
import { percent, signed } from '#web/features/analytics/figures/figure-format.ts';
import { NothingHere, ViewState } from '#web/features/analytics/figures/ViewState.tsx';
import type { Address } from '#web/features/analytics/filters/analytics-address.ts';
import { ChannelAvatar } from '#web/features/publishing/channels/ChannelAvatar.tsx';
import { classes } from '#web/lib/classes.ts';
import { exactCount, shortCount } from '#web/lib/count.ts';
import { formatDay } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { FollowersCard } from './FollowersCard.tsx';

const WEEK = 7;

/** The followers of each channel, and what is typical of its posts. */
export function ChannelsView({ address }: { address: Address }) {
  const query = useChannelFigures(address);
  const [chosen, setChosen] = useState<number | null>(null);
  if (!query.data) return <ViewState query={query} />;
  const { channels, days } = query.data;
  const rows = [...channels].sort((a, b) => (lastOf(b) ?? -1) - (lastOf(a) ?? -1));
  const [first] = rows;
  if (!first) return <NothingHere address={address} what="channels" />;
  const shown = rows.find(({ channel }) => channel.id === chosen) ?? first;
  return (
    <div aria-busy={query.isPlaceholderData} className="flex flex-col gap-4 aria-busy:opacity-60">
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_320px]">
        <FollowersCard row={shown} days={days} />
        <Facts row={shown} days={days} />
      </div>
      <div className="relative overflow-x-auto rounded-base border border-line bg-surface max-md:-mx-4 max-md:rounded-none max-md:border-x-0">
        <table aria-label="Channels" className="w-full tabular-nums">
          <thead className="text-muted text-xs">
            <tr className="[&>th]:h-9 [&>th]:whitespace-nowrap [&>th]:px-3 [&>th]:font-medium">
              <th scope="col" className="text-left">
                Channel
              </th>
              <th scope="col" className="text-right">
                Followers
              </th>
              <th scope="col" className="text-right">
                Net
              </th>
              <th scope="col" className="text-right">
                Growth
              </th>
              <th scope="col" className="text-left max-lg:hidden">
                {days.length} days
              </th>
              <th scope="col" className="text-right">
                Posts a week
              </th>
              <th scope="col" className="text-right">
                Typical post
              </th>
              <th scope="col" className="text-right">
                Rate
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.channel.id}
                row={row}
                days={days.length}
                isChosen={row === shown}
                onChoose={() => setChosen(row.channel.id)}
              />
            ))}
          </tbody>
        </table>
        <div className="flex flex-wrap justify-between gap-2 border-line-soft border-t px-4 py-2.5">
          <p className="text-muted text-xs">Typical post: the median of engagements at 7 days</p>
          <AbsentLegend none="not offered, or fewer than 8 posts" />
        </div>
      </div>
    </div>
  );
}

const perWeek = (posts: number, days: number) => ((posts * WEEK) / days).toFixed(1);

type RowProps = { row: ChannelRow; days: number; isChosen: boolean; onChoose: () => void };

function Row({ row, days, isChosen, onChoose }: RowProps) {
  const { channel, state, followers, net, posts, typical, typical_of, engagement_rate } = row;
  const last = lastOf(row);
  const growth = growthOf(row);
  const name = NETWORK_NAMES[channel.network];
  const none = (text: string) => <Absent reason={{ kind: 'absent', text }} />;
  const cell = 'px-3 text-right';
  return (
    <tr
      className={classes(
        'h-13 border-line-soft border-t',
        isChosen ? 'bg-accent-soft' : 'hover:bg-row',
      )}
    >
      <th scope="row" className="px-3 text-left font-normal">
        <button
          type="button"
          aria-pressed={isChosen}
          onClick={onChoose}
          className="flex items-center gap-3 py-1 text-left"
        >
          <ChannelAvatar channel={channel} />
          <span className="ml-1">
            <span className="block font-medium">{channel.handle}</span>
            <span className="block text-muted text-xs">{name}</span>
          </span>
        </button>
      </th>
      {state === 'permission' ? (
        <td colSpan={7} className="px-3">
          <span className="flex flex-wrap items-center justify-between gap-2">
            <span>
              <span className="font-medium">Connect again to see figures.</span>{' '}
              <span className="text-muted">Publishing goes on.</span>
            </span>
            <Button asChild size="small">
              <Link to={paths.reconnectAccount(channel.id)}>Connect again</Link>
            </Button>
          </span>
        </td>
      ) : (
        <>
          <td
            className={classes(cell, 'font-medium')}
            title={last === null ? '' : exactCount(last)}
          >
            {last === null ? none('Not read in this range') : shortCount(last)}
          </td>
          <td className={cell}>
            {net.now === null ? none('Not read at both ends of the range') : signed(net.now)}
          </td>
          <td className={cell}>
            {growth === null ? none('Not read at both ends of the range') : percent(growth)}
          </td>
          <td className="px-3 max-lg:hidden">
            <Sparkline values={followers} isChosen={isChosen} />
          </td>
          <td className={cell}>{perWeek(posts.now ?? 0, days)}</td>
          <td className={cell}>
            {typical === null
              ? none(`${typical_of} of 8 posts that were read at 7 days`)
              : shortCount(Math.round(typical))}
          </td>
          <td className={cell}>
            {engagement_rate === null
              ? none('Not offered, or fewer than 50 views')
              : percent(engagement_rate)}
          </td>
        </>
      )}
    </tr>
  );
}

function Facts({ row, days }: { row: ChannelRow; days: readonly string[] }) {
  const growth = growthOf(row);
  const last = lastOf(row);
  const facts = [
    {
      name: 'Followers',
      value: last === null ? '–' : exactCount(last),
      note: growth === null ? '' : percent(growth),
    },
    {
      name: 'Gained, net',
      value: row.net.now === null ? '–' : signed(row.net.now),
      note: row.net.before === null ? '' : `was ${signed(row.net.before)}`,
    },
    {
      name: 'Posts a week',
      value: perWeek(row.posts.now ?? 0, days.length),
      note: `was ${perWeek(row.posts.before ?? 0, days.length)}`,
    },
    {
      name: 'Typical engagements, 7 days',
      value: row.typical === null ? '–' : exactCount(Math.round(row.typical)),
      note: `${row.typical_of} posts`,
    },
    {
      name: 'Usual views, 7 days',
      value: row.typical_views === null ? '–' : exactCount(Math.round(row.typical_views)),
      note: '',
    },
  ];
  return (
    <section
      aria-labelledby="channel-facts"
      className="rounded-base border border-line bg-surface p-4 max-md:-mx-4 max-md:rounded-none max-md:border-x-0"
    >
      <div className="mb-2 flex items-baseline justify-between gap-2">
        <h3 id="channel-facts" className="font-semibold">
          In these {days.length} days
        </h3>
        {row.as_of && (
          <p className="text-muted text-xs">
            as of {formatDay(row.as_of, { day: 'numeric', month: 'short' })}
          </p>
        )}
      </div>
      <dl className="divide-y divide-line-soft text-[13px]">
        {facts.map(({ name, value, note }) => (
          <div key={name} className="flex min-h-9 items-center gap-3">
            <dt className="grow text-muted">{name}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
            <dd className="w-16 text-right text-muted text-xs tabular-nums">{note}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
