import { useState } from 'react';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { ChartCard, ChartTable, useTables } from '#web/features/analytics/charts/ChartCard.tsx';
import { useBarChoice } from '#web/features/analytics/charts/use-bar-choice.ts';
import { useWidth } from '#web/features/analytics/charts/use-width.ts';
import type { PostFigures } from '#web/features/analytics/figures/analytics-queries.ts';
import { factor } from '#web/features/analytics/figures/figure-format.ts';
import { type Column, figureOf } from '#web/features/analytics/figures/figure-words.ts';
import { coloursOf, fillOf } from '#web/features/analytics/figures/series.ts';
import { exactCount } from '#web/lib/count.ts';
import { plural } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Segments } from '#web/ui/fields/Segments.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { PostCurve } from './PostCurve.tsx';

export type PublicationFigures = PostFigures['publications'][number];

const HOUR = 3600_000;
const MIN_POSTS = 8;
const AGE_NAMES = { day: 'a day', week: '7 days', four_weeks: '28 days' };

const ageOf = (hours: number) =>
  hours < 36
    ? plural(Math.max(Math.round(hours), 1), 'hour')
    : plural(Math.round(hours / 24), 'day');

type Props = {
  rows: readonly PublicationFigures[];
  /** The publication whose curve is drawn; null for all of them. */
  chosen: number | null;
  onChoose: (publication: number | null) => void;
  zone: string;
};

/** The growth of a post by its age, against what is usual on its channel. */
export function CurveCard({ rows, chosen, onChoose, zone }: Props) {
  const hasViews = rows.some(({ metrics }) => metrics.views !== undefined);
  const [column, setColumn] = useState<Column>(hasViews ? 'views' : 'engagements');
  const [place, width] = useWidth<HTMLDivElement>(560);
  const toggle = useTables((state) => state.toggle);
  const own = rows.find(({ publication }) => publication === chosen);
  const drawn = own ? [own] : rows;
  const colours = coloursOf(rows.map(({ channel }) => channel.network));
  const curves = drawn.map((row) => ({
    key: String(row.publication),
    colour: own ? 'var(--slate-12)' : fillOf(colours.get(row.channel.network) ?? 1),
    points: pointsOf(row, column),
  }));
  const points = curves[0]?.points ?? [];
  const band = (own?.usual.by_age ?? []).flatMap(({ hours, [column]: at }) =>
    at ? [{ hours, ...at }] : [],
  );
  const sentenceOf = (at: number) => {
    const point = points[at];
    if (!point) return '';
    const usual = band.find(({ hours }) => Math.abs(hours - point.hours) < 0.3 * hours);
    return `${ageOf(point.hours)} old, ${exactCount(point.value)} ${column}${
      usual
        ? `, usual ${exactCount(Math.round(usual.median))}, middle half ${exactCount(Math.round(usual.low))}–${exactCount(Math.round(usual.high))}`
        : ''
    }.`;
  };
  const choice = useBarChoice({ count: points.length, sentenceOf, onTable: toggle });
  const finding = findingOf(own);
  const posts = own?.usual.posts ?? 0;
  return (
    <ChartCard
      finding={finding}
      about={
        !own
          ? `${column === 'views' ? 'Views' : 'Engagements'} by age of the post, on each channel`
          : posts >= MIN_POSTS
            ? `By age of the post. Band: the middle half of ${posts} posts of ${own.channel.handle}, 90 days before it`
            : `By age of the post. ${posts} of ${MIN_POSTS} posts to compare with`
      }
      tools={
        hasViews && (
          <Select
            aria-label="Metric"
            value={column}
            options={[
              { value: 'views', label: 'Views' },
              { value: 'engagements', label: 'Engagements' },
            ]}
            onChange={setColumn}
            className="h-8 w-auto"
          />
        )
      }
      chart={
        <>
          {rows.length > 1 && (
            <div className="mt-2 overflow-x-auto">
              <Segments
                label="Channel"
                value={String(own?.publication ?? '')}
                options={[
                  { value: '', label: 'All' },
                  ...rows.map(({ publication, channel }) => ({
                    value: String(publication),
                    label: nameOf(channel, rows),
                  })),
                ]}
                onChange={(next) => onChoose(next ? Number(next) : null)}
              />
            </div>
          )}
          <div
            ref={place}
            role="application"
            aria-roledescription="chart"
            aria-label="Growth by age. Arrow keys go through the readings, T shows a table."
            // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys go through its readings
            tabIndex={0}
            onKeyDown={choice.onKeyDown}
            className="mt-2 rounded-base"
          >
            <PostCurve
              width={width}
              curves={curves}
              band={band}
              next={own?.next_at ? hoursOf(own, own.next_at) : null}
              chosen={choice.chosen}
              onChoose={choice.choose}
            />
          </div>
          <p className="flex min-h-5 justify-between gap-3 text-muted text-xs tabular-nums">
            <span aria-hidden>{choice.chosen === null ? '' : sentenceOf(choice.chosen)}</span>
            <span>
              {plural(points.length, 'reading')}
              {own?.next_at && `, the next on ${zonedTime(own.next_at, zone)}`}
            </span>
          </p>
          <p aria-live="polite" className="sr-only">
            {choice.said}
          </p>
        </>
      }
      table={
        <ChartTable
          name={finding}
          heads={['Reading', ...drawn.map(({ channel }) => channel.handle)]}
          rows={tableOf(drawn, column)}
        />
      }
    />
  );
}

/** Two channels of a network are told apart by their handles. */
const nameOf = (
  { network, handle }: PublicationFigures['channel'],
  rows: readonly PublicationFigures[],
) =>
  rows.filter(({ channel }) => channel.network === network).length > 1
    ? handle
    : NETWORK_NAMES[network];

const hoursOf = ({ published_at }: PublicationFigures, at: string) =>
  Math.max((Date.parse(at) - Date.parse(published_at)) / HOUR, 1);

function pointsOf(row: PublicationFigures, column: Column) {
  return row.readings.flatMap(({ at, metrics }) => {
    const value = figureOf(metrics, column);
    return value === undefined ? [] : [{ hours: hoursOf(row, at), value }];
  });
}

function tableOf(rows: readonly PublicationFigures[], column: Column) {
  const byAge = new Map<string, string[]>();
  for (const [index, row] of rows.entries())
    for (const { hours, value } of pointsOf(row, column)) {
      const cells = byAge.get(ageOf(hours)) ?? rows.map(() => '–');
      cells[index] = exactCount(value);
      byAge.set(ageOf(hours), cells);
    }
  return [...byAge].map(([name, cells]) => ({ name, cells }));
}

function findingOf(own: PublicationFigures | undefined): string {
  if (!own) return 'How it grew on each channel';
  const name = NETWORK_NAMES[own.channel.network];
  const { factor: times, age } = own.usual;
  return times === null || age === null
    ? `How it grew on ${name}`
    : `On ${name}, ${factor(times)} the usual engagements at ${AGE_NAMES[age]}`;
}
