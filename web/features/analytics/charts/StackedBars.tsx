import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import { type CSSProperties, useId } from 'react';
import { fillOf } from '#web/features/analytics/figures/series.ts';
import { axisCount } from '#web/lib/count.ts';

export const PLOT = { height: 232, left: 44, right: 4, top: 12, bottom: 24 };
const TICKS = 4;
/** Between the bands of a bar. */
const GAP = 1;
/** So many pixels a label of the axis needs. */
const LABEL = 90;

/** Of the bands in forced colours: solid, lines in four directions, dots, a cross. */
const PATTERNS = [
  'M0 0h6v6H0z',
  'M0 3h6',
  'M-1 1l2-2M0 6l6-6M5 7l2-2',
  'M3 0v6',
  'M-1 5l2 2M0 0l6 6M5-1l2 2',
  'M2 2h1.5v1.5H2z',
  'M0 3h6M3 0v6',
];

type Band = { key: string; colour: number; values: readonly number[] };

type Props = {
  width: number;
  bands: readonly Band[];
  /** The same of the range before, as a dashed line. */
  before: readonly number[] | null;
  labels: readonly string[];
  /** From this bar on the counts may change; null where none may. */
  provisional: number | null;
  chosen: number | null;
};

/** Where the bars are. */
export const barScale = (count: number, width: number) =>
  scaleBand<number>()
    .domain(Array.from({ length: count }, (_, at) => at))
    .range([PLOT.left, width - PLOT.right])
    .paddingInner(0.3)
    .paddingOuter(0.15);

/** Bars by day, the networks on each other; it draws, and says nothing. */
export function StackedBars({ width, bands, before, labels, provisional, chosen }: Props) {
  const id = useId();
  const x = barScale(labels.length, width);
  const layers = stack<number>()
    .keys(bands.map(({ key }) => key))
    .value((at, key) => bands.find((band) => band.key === key)?.values[at] ?? 0)(
    labels.map((_, at) => at),
  );
  const tops = layers.at(-1)?.map(([, end]) => end) ?? [];
  const top = Math.max(1, ...tops, ...(before ?? []));
  const y = scaleLinear()
    .domain([0, top])
    .nice(TICKS)
    .range([PLOT.height - PLOT.bottom, PLOT.top]);
  const ticks = y.ticks(TICKS).filter(Number.isInteger);
  const every = Math.ceil(labels.length / Math.max(Math.floor((width - PLOT.left) / LABEL), 1));
  const middle = (at: number) => (x(at) ?? 0) + x.bandwidth() / 2;
  return (
    <svg width={width} height={PLOT.height} aria-hidden className="block">
      <defs>
        {bands.map(({ key, colour }) => (
          <Hatching key={key} id={`${id}-${key}`} colour={fillOf(colour)} />
        ))}
        {PATTERNS.map((marks, index) => (
          <pattern
            key={marks}
            id={`${id}-forced-${index}`}
            width={6}
            height={6}
            patternUnits="userSpaceOnUse"
          >
            <rect width={6} height={6} fill="Canvas" />
            <path d={marks} strokeWidth={1.5} stroke="CanvasText" fill="CanvasText" />
          </pattern>
        ))}
      </defs>
      {provisional !== null && (
        <g>
          <rect
            x={(x(provisional) ?? 0) - (x.step() - x.bandwidth()) / 2}
            y={PLOT.top}
            width={width - PLOT.right - (x(provisional) ?? 0)}
            height={PLOT.height - PLOT.bottom - PLOT.top}
            className="fill-row"
          />
          <text x={width - PLOT.right} y={PLOT.top} textAnchor="end" className="fill-muted text-xs">
            Provisional
          </text>
        </g>
      )}
      {chosen !== null && (
        <rect
          x={(x(chosen) ?? 0) - (x.step() - x.bandwidth()) / 2}
          y={PLOT.top}
          width={x.step()}
          height={PLOT.height - PLOT.bottom - PLOT.top}
          className="fill-hover forced-colors:stroke-[Highlight]"
        />
      )}
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={PLOT.left}
            x2={width - PLOT.right}
            y1={y(tick)}
            y2={y(tick)}
            className={tick === 0 ? 'stroke-field' : 'stroke-line-soft'}
          />
          <text
            x={PLOT.left - 8}
            y={y(tick) + 4}
            textAnchor="end"
            className="fill-muted text-xs tabular-nums"
          >
            {axisCount(tick)}
          </text>
        </g>
      ))}
      {labels.map((label, at) =>
        at % every === 0 ? (
          <text
            key={label}
            x={at === 0 ? PLOT.left : middle(at)}
            y={PLOT.height - 6}
            textAnchor={at === 0 ? 'start' : 'middle'}
            className="fill-muted text-xs"
          >
            {label}
          </text>
        ) : null,
      )}
      {layers.map((layer, index) => {
        const { key, colour } = bands[index] as Band;
        return layer.map(([start, end], at) => {
          const height = y(start) - y(end);
          const isProvisional = provisional !== null && at >= provisional;
          return height > 0 ? (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
              key={`${key} ${at}`}
              style={
                { '--forced': `url(#${id}-forced-${index % PATTERNS.length})` } as CSSProperties
              }
              className="forced-colors:fill-(--forced) forced-colors:stroke-[CanvasText]"
              x={x(at)}
              width={x.bandwidth()}
              y={y(end)}
              height={Math.max(height - (index > 0 ? GAP : 0), 0.5)}
              fill={isProvisional ? `url(#${id}-${key})` : fillOf(colour)}
            />
          ) : null;
        });
      })}
      {before && (
        <polyline
          points={before.map((value, at) => `${middle(at)},${y(value)}`).join(' ')}
          fill="none"
          strokeDasharray="4 3"
          strokeWidth={1.5}
          className="stroke-muted"
        />
      )}
    </svg>
  );
}

const Hatching = ({ id, colour }: { id: string; colour: string }) => (
  <pattern id={id} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width={5} height={5} className="fill-surface" />
    <rect width={3} height={5} fill={colour} />
  </pattern>
);
