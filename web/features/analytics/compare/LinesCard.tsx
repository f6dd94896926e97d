import { type PointerEvent, useMemo } from 'react';
import { ChartCard, ChartTable, useTables } from '#web/features/analytics/charts/ChartCard.tsx';
import { ChosenDay } from '#web/features/analytics/charts/ChosenDay.tsx';
import { useBarChoice } from '#web/features/analytics/charts/use-bar-choice.ts';
import { useWidth } from '#web/features/analytics/charts/use-width.ts';
import {
  type Bar,
  barsOf,
  numberedBars,
  summedBy,
} from '#web/features/analytics/filters/periods.ts';
import { exactCount } from '#web/lib/count.ts';
import { aboutLines, type Both, findingOf, shownOf } from './compare-words.ts';
import { LinesChart, lineScale } from './LinesChart.tsx';
import { SideLegend } from './SideLegend.tsx';

type Props = {
  both: Both;
  /** Whether the sides are ranges, which are laid over each other. */
  isLaidOver: boolean;
};

const CARD =
  'min-w-0 rounded-base border border-line bg-surface p-4 max-md:-mx-4 max-md:rounded-none max-md:border-x-0';

/** What was counted of both sides on each day. */
export function LinesCard({ both, isLaidOver }: Props) {
  const [place, width] = useWidth<HTMLDivElement>(560);
  const toggle = useTables((state) => state.toggle);
  const shown = shownOf(both);
  const [a, b] = both;
  const bars = useMemo(
    () =>
      isLaidOver
        ? numberedBars(Math.max(a.overview.days.length, b.overview.days.length))
        : barsOf(a.overview.days),
    [a, b, isLaidOver],
  );
  const lines = both.map(({ overview }) => {
    const daily = overview.days.map((_, at) =>
      overview.networks.reduce((sum, network) => sum + (network[shown]?.[at] ?? 0), 0),
    );
    // A shorter range ends before the other one.
    return summedBy(
      bars.filter(({ from }) => from < daily.length),
      daily,
    );
  }) as [number[], number[]];
  const textOf = (side: 0 | 1, at: number) => {
    const count = lines[side][at];
    return count === undefined ? '–' : exactCount(count);
  };
  const sentenceOf = (at: number) =>
    `${bars[at]?.label}: ${a.name} ${textOf(0, at)} ${shown}, ${b.name} ${textOf(1, at)}.`;
  const { chosen, choose, said, onKeyDown } = useBarChoice({
    count: bars.length,
    sentenceOf,
    series: ([0, 1] as const).map(
      (side) => (at) => `${bars[at]?.label}: ${both[side].name} ${textOf(side, at)} ${shown}.`,
    ),
    onTable: toggle,
  });
  const x = lineScale(bars.length, width);
  function point({ clientX, currentTarget }: PointerEvent<HTMLElement>) {
    const left = clientX - currentTarget.getBoundingClientRect().left;
    const at = Math.round(x.invert(left));
    choose(at >= 0 && at < bars.length ? at : null);
  }
  const finding = findingOf(both, shown);
  return (
    <section aria-label="Over time" className={CARD}>
      <ChartCard
        finding={finding}
        about={aboutLines(both, shown, unitOf(bars))}
        chart={
          <>
            <div
              ref={place}
              role="application"
              aria-roledescription="chart"
              aria-label="Both sides by day. Left and right go through the days, up and down through the sides, T shows a table."
              // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys go through its days
              tabIndex={0}
              onKeyDown={onKeyDown}
              onPointerMove={(event) => event.pointerType === 'mouse' && point(event)}
              onPointerDown={point}
              onPointerLeave={(event) => event.pointerType === 'mouse' && choose(null)}
              className="relative mt-2 min-w-0 touch-pan-y rounded-base"
            >
              <LinesChart
                width={width}
                lines={lines}
                labels={bars.map(({ short }) => short)}
                provisional={isLaidOver ? null : provisionalOf(both, bars)}
                chosen={chosen}
              />
              {chosen !== null && (
                <div
                  aria-hidden
                  className="pointer-events-none absolute top-2 z-10 hidden w-48 rounded-base border border-line bg-surface p-3 text-[13px] shadow-float md:block"
                  style={
                    x(chosen) > width / 2
                      ? { right: width - x(chosen) + 12 }
                      : { left: x(chosen) + 12 }
                  }
                >
                  <p className="mb-1 font-semibold">{bars[chosen]?.label}</p>
                  {([0, 1] as const).map((side) => (
                    <p key={side} className="flex items-center gap-2 tabular-nums">
                      <SideLegend side={side ? 'b' : 'a'} />
                      <span className="grow truncate">{both[side].name}</span>
                      {textOf(side, chosen)}
                    </p>
                  ))}
                </div>
              )}
            </div>
            <p aria-live="polite" className="sr-only">
              {said}
            </p>
            {chosen !== null && (
              <ChosenDay at={chosen} count={bars.length} onChoose={choose}>
                <span className="font-semibold">{bars[chosen]?.label}</span>
                <SideLegend side="a" /> {textOf(0, chosen)}
                <SideLegend side="b" /> {textOf(1, chosen)}
              </ChosenDay>
            )}
          </>
        }
        table={
          <ChartTable
            name={finding}
            heads={['Day', `A: ${a.name}`, `B: ${b.name}`]}
            rows={bars.map(({ label }, at) => ({
              name: label,
              cells: [textOf(0, at), textOf(1, at)],
            }))}
          />
        }
      />
    </section>
  );
}

const unitOf = ([first]: readonly Bar[]) => {
  const days = first ? first.to - first.from + 1 : 1;
  return days === 1 ? 'day' : days <= 7 ? 'week' : 'month';
};

/** The first bar of which networks may still change what they counted; null where there is none. */
function provisionalOf(both: Both, bars: readonly Bar[]): number | null {
  const first = both
    .flatMap(({ overview }) => overview.provisional_from ?? [])
    .sort()
    .at(0);
  const { days } = both[0].overview;
  const at = first === undefined ? -1 : bars.findIndex(({ to }) => (days[to] as string) >= first);
  return at < 0 ? null : at;
}
