import { scaleLog } from 'd3-scale';
import { ChartCard, ChartTable, useTables } from '#web/features/analytics/charts/ChartCard.tsx';
import { useBarChoice } from '#web/features/analytics/charts/use-bar-choice.ts';
import { useWidth } from '#web/features/analytics/charts/use-width.ts';
import { axisCount, exactCount, shortCount } from '#web/lib/count.ts';
import { capitalise } from '#web/lib/text.ts';
import { type Both, typicalFinding, VERDICTS } from './compare-words.ts';
import { LINES } from './SideLegend.tsx';
import { MIN_POSTS, middleOf } from './statistics.ts';

const SIZE = { height: 148, left: 16, right: 16, axis: 124 };
const ROWS = [48, 100];
const MAX_TICKS = 6;

/** The posts of both sides by their engagements at 7 days: a dot for each, the middle half, the median. */
export function DotsCard({ both }: { both: Both }) {
  const [place, width] = useWidth<HTMLDivElement>(384);
  const toggle = useTables((state) => state.toggle);
  const dots = both.flatMap(({ name, typical }, side) =>
    typical.engagements.map((value) => ({ side, name, value })),
  );
  const { chosen, said, onKeyDown } = useBarChoice({
    count: dots.length,
    sentenceOf: (at) => `${dots[at]?.name}, ${exactCount(dots[at]?.value ?? 0)} engagements.`,
    onTable: toggle,
  });
  const { finding, verdict } = typicalFinding(both);
  const about =
    verdict === 'few'
      ? `Too few to compare: it takes ${MIN_POSTS} posts on each side.`
      : `${capitalise(VERDICTS[verdict])}.`;
  const ticks = ticksOf(dots.map(({ value }) => value));
  return (
    <section
      aria-label="Typical posts"
      className="min-w-0 rounded-base border border-line bg-surface p-4 max-md:-mx-4 max-md:rounded-none max-md:border-x-0"
    >
      <ChartCard
        finding={finding}
        about={`${about} Engagements at 7 days, a dot for each post`}
        chart={
          dots.length === 0 ? (
            <p className="py-12 text-center text-muted">No post in this range was read at 7 days</p>
          ) : (
            <>
              <div
                ref={place}
                role="application"
                aria-roledescription="chart"
                aria-label="Posts of both sides. Arrow keys go through the posts, T shows a table."
                // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys go through its posts
                tabIndex={0}
                onKeyDown={onKeyDown}
                className="mt-2 rounded-base"
              >
                <Dots width={width} both={both} ticks={ticks} chosen={chosen} />
              </div>
              <p aria-live="polite" className="sr-only">
                {said}
              </p>
              <p className="mt-2 text-muted text-xs">
                Grey: the middle half.{' '}
                {ticks.length > 1 &&
                  `Scale: each step is about ${isByThree(ticks) ? 'three' : 'ten'} times as much.`}
              </p>
            </>
          )
        }
        table={
          <ChartTable
            name={finding}
            heads={['Side', 'Posts', 'Least', 'Lower quarter', 'Median', 'Upper quarter', 'Most']}
            rows={both.map(({ name, typical: { engagements } }, side) => ({
              name: `${side ? 'B' : 'A'}: ${name}`,
              cells: [String(engagements.length), ...summaryOf(engagements)],
            }))}
          />
        }
      />
    </section>
  );
}

function summaryOf(sorted: readonly number[]): string[] {
  const middle = middleOf(sorted);
  if (!middle) return Array<string>(5).fill('–');
  const { low, median, high } = middle;
  const values = [sorted[0] as number, low, median, high, sorted.at(-1) as number];
  return values.map((value) => exactCount(Math.round(value)));
}

const isByThree = ([first = 1, second = 1]: readonly number[]) => second / first < 9;

/** 1, 3, 10, 30 … around the values; of many, every second one. */
function ticksOf(values: readonly number[]): number[] {
  const steps = Array.from({ length: 24 }, (_, at) => (at % 2 ? 3 : 1) * 10 ** Math.floor(at / 2));
  const least = Math.max(Math.min(...values), 1);
  const most = Math.max(...values, least);
  const first = steps.findLastIndex((step) => step <= least);
  const last = steps.findIndex((step) => step >= most);
  const between = steps.slice(first, Math.max(last, first + 1) + 1);
  if (between.length <= MAX_TICKS) return between;
  const tens = steps.filter((_, at) => at % 2 === 0);
  const from = tens.findLastIndex((step) => step <= least);
  return tens.slice(from, tens.findIndex((step) => step >= most) + 1);
}

type DotsProps = { width: number; both: Both; ticks: readonly number[]; chosen: number | null };

/** A step of the axis is a multiple; a post with nothing is at its beginning. */
function Dots({ width, both, ticks, chosen }: DotsProps) {
  const x = scaleLog()
    .domain([ticks[0] ?? 1, ticks.at(-1) ?? 10])
    .range([SIZE.left, width - SIZE.right])
    .clamp(true);
  const at = (value: number) => x(Math.max(value, 1));
  const first = both[0].typical.engagements.length;
  return (
    <svg width={width} height={SIZE.height} aria-hidden className="block">
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={x(tick)} x2={x(tick)} y1={8} y2={SIZE.axis} className="stroke-line-soft" />
          <text
            x={x(tick)}
            y={SIZE.height - 6}
            textAnchor="middle"
            className="fill-muted text-xs tabular-nums"
          >
            {axisCount(tick)}
          </text>
        </g>
      ))}
      {both.map(({ typical: { engagements } }, side) => {
        const middle = middleOf(engagements);
        const y = ROWS[side] as number;
        const { stroke } = LINES[side ? 'b' : 'a'];
        return (
          middle && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a side is its place
            <g key={side}>
              <rect
                x={at(middle.low) - 8}
                width={at(middle.high) - at(middle.low) + 16}
                y={y - 8}
                height={16}
                rx={8}
                className="fill-[var(--slate-5)] forced-colors:fill-none forced-colors:stroke-[CanvasText]"
              />
              {engagements.map((value, dot) => (
                <circle
                  // biome-ignore lint/suspicious/noArrayIndexKey: posts are told apart by their place
                  key={dot}
                  cx={at(value)}
                  cy={y}
                  r={chosen === side * first + dot ? 6 : 4}
                  fill={stroke}
                  fillOpacity={chosen === side * first + dot ? 1 : 0.55}
                />
              ))}
              <line
                x1={at(middle.median)}
                x2={at(middle.median)}
                y1={y - 12}
                y2={y + 12}
                strokeWidth={2.5}
                stroke={stroke}
              />
              <text
                x={Math.min(Math.max(at(middle.median), 44), width - 44)}
                y={y - 18}
                textAnchor="middle"
                className="fill-muted text-xs tabular-nums"
              >
                median {shortCount(Math.round(middle.median))}
              </text>
            </g>
          )
        );
      })}
    </svg>
  );
}
