import { type PointerEvent, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import { useTables } from '#web/features/analytics/charts/ChartCard.tsx';
import { ChosenDay } from '#web/features/analytics/charts/ChosenDay.tsx';
import { SeriesMark } from '#web/features/analytics/charts/SeriesMark.tsx';
import { barScale, PLOT, StackedBars } from '#web/features/analytics/charts/StackedBars.tsx';
import { useBarChoice } from '#web/features/analytics/charts/use-bar-choice.ts';
import { useWidth } from '#web/features/analytics/charts/use-width.ts';
import type { ChartData } from '#web/features/analytics/figures/chart-data.ts';
import type { Shown } from '#web/features/analytics/figures/findings.ts';
import type { Address } from '#web/features/analytics/filters/analytics-address.ts';
import { classes } from '#web/lib/classes.ts';
import { exactCount } from '#web/lib/count.ts';
import { plural } from '#web/lib/text.ts';
import { PostsRow } from './PostsRow.tsx';

type Props = { address: Address; chart: ChartData; shown: Shown };

/** What was counted on each day: one stop for the keyboard, whose arrows go through the days. */
export function ActivityChart({ address, chart, shown }: Props) {
  const { bars, bands, sums, posts, before, provisional } = chart;
  const [place, width] = useWidth<HTMLDivElement>(640);
  const navigate = useNavigate();
  const toggle = useTables((state) => state.toggle);
  const x = useMemo(() => barScale(bars.length, width), [bars.length, width]);
  function open(bar: number) {
    const { days, items } = posts[bar] ?? { days: null, items: [] };
    const [only] = items;
    if (items.length === 1 && only?.item) void navigate(paths.analyticsPost(only.item));
    else if (days) address.set({ view: 'posts', range: undefined, ...days });
  }
  const sentenceOf = (bar: number) =>
    `${bars[bar]?.label}, ${exactCount(sums[bar] ?? 0)} ${shown}. ${bands
      .flatMap(({ network, values }) =>
        values[bar] && network ? [`${NETWORK_NAMES[network]} ${exactCount(values[bar])}`] : [],
      )
      .join(
        ', ',
      )}${provisional !== null && bar >= provisional ? ' Provisional.' : ''} ${plural(posts[bar]?.count ?? 0, 'post')}.`;
  const { chosen, choose, said, onKeyDown } = useBarChoice({
    count: bars.length,
    sentenceOf,
    series: bands.flatMap(({ network, values }) =>
      network
        ? [
            (bar) =>
              `${bars[bar]?.label}, ${NETWORK_NAMES[network]} ${exactCount(values[bar] ?? 0)} ${shown}.`,
          ]
        : [],
    ),
    onOpen: open,
    onTable: toggle,
  });
  function point({ clientX, currentTarget }: PointerEvent<HTMLElement>) {
    const left = clientX - currentTarget.getBoundingClientRect().left;
    const bar = Math.floor((left - PLOT.left) / x.step());
    choose(bar >= 0 && bar < bars.length ? bar : null);
  }
  return (
    <div>
      <div
        ref={place}
        role="application"
        aria-roledescription="chart"
        aria-label={`${shown === 'views' ? 'Views' : 'Engagements'} by day. Left and right go through the days, up and down through the networks, Enter opens the posts of a day, T shows a table.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys go through its days
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => event.pointerType === 'mouse' && point(event)}
        onPointerDown={point}
        onPointerLeave={(event) => event.pointerType === 'mouse' && choose(null)}
        className="relative mt-2 min-w-0 touch-pan-y rounded-base"
      >
        <StackedBars
          width={width}
          bands={bands}
          before={before}
          labels={bars.map(({ short }) => short)}
          provisional={provisional}
          chosen={chosen}
        />
        {chosen !== null && (
          <div
            aria-hidden
            className="pointer-events-none absolute top-2 z-10 hidden w-54 rounded-base border border-line bg-surface p-3 text-[13px] shadow-float md:block"
            style={
              (x(chosen) ?? 0) > width / 2
                ? { right: width - (x(chosen) ?? 0) + 8 }
                : { left: (x(chosen) ?? 0) + x.bandwidth() + 8 }
            }
          >
            <DayFigures chart={chart} bar={chosen} />
          </div>
        )}
      </div>
      <PostsRow width={width} x={x} posts={posts} chosen={chosen} onOpen={open} />
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {chosen !== null && (
        <ChosenDay at={chosen} count={bars.length} onChoose={choose}>
          <span className="font-semibold">{bars[chosen]?.label}</span>
          {exactCount(sums[chosen] ?? 0)} {shown}
        </ChosenDay>
      )}
    </div>
  );
}

function DayFigures({
  chart: { bars, bands, sums, posts },
  bar,
}: {
  chart: ChartData;
  bar: number;
}) {
  const own = bands
    .map((band) => ({ ...band, value: band.values[bar] ?? 0 }))
    .filter(({ value, network }) => value > 0 && network)
    .sort((a, b) => b.value - a.value);
  const { count, items } = posts[bar] ?? { count: 0, items: [] };
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex justify-between gap-2 font-semibold tabular-nums">
        <span>{bars[bar]?.label}</span>
        <span>{exactCount(sums[bar] ?? 0)}</span>
      </p>
      {own.map(({ key, network, colour, value }) => (
        <p key={key} className="flex items-center gap-2 tabular-nums">
          {network && <SeriesMark network={network} colour={colour} />}
          <span className="grow">{network && NETWORK_NAMES[network]}</span>
          {exactCount(value)}
        </p>
      ))}
      {count > 0 && (
        <p
          className={classes(
            'flex gap-1.5 text-muted',
            own.length > 0 && 'border-line-soft border-t pt-1.5',
          )}
        >
          <span className="shrink-0 font-medium text-text">{plural(count, 'post')}</span>
          <span className="truncate">{items[0]?.excerpt}</span>
        </p>
      )}
    </div>
  );
}
