import { scaleLinear, scaleLog } from 'd3-scale';
import { area, line } from 'd3-shape';
import { axisCount } from '#web/lib/count.ts';

const SIZE = { height: 260, left: 48, right: 16, top: 12, bottom: 28 };
/** The ages of the readings, in hours. */
const AGES = [
  { hours: 1, label: '1 h' },
  { hours: 6, label: '6 h' },
  { hours: 24, label: '1 d' },
  { hours: 72, label: '3 d' },
  { hours: 168, label: '7 d' },
  { hours: 336, label: '14 d' },
  { hours: 672, label: '28 d' },
  { hours: 1440, label: '60 d' },
  { hours: 2160, label: '90 d' },
];

export type Point = { hours: number; value: number };
type Curve = { key: string; colour: string; points: readonly Point[] };
export type BandPoint = { hours: number; low: number; median: number; high: number };

type Props = {
  width: number;
  curves: readonly Curve[];
  /** The middle half of other posts; empty where there are too few. */
  band: readonly BandPoint[];
  /** The age of the next reading; null where there is none. */
  next: number | null;
  /** The reading of the first curve that is chosen. */
  chosen: number | null;
  onChoose: (reading: number) => void;
};

/** How a post grew, by its age: a step of the axis is a multiple. */
export function PostCurve({ width, curves, band, next, chosen, onChoose }: Props) {
  const first = curves[0]?.points ?? [];
  const oldest = Math.max(
    24,
    next ?? 0,
    ...curves.flatMap(({ points }) => points.map(({ hours }) => hours)),
  );
  const seen = band.filter(({ hours }) => hours <= oldest);
  const most = Math.max(
    1,
    ...curves.flatMap(({ points }) => points.map(({ value }) => value)),
    ...seen.map(({ high }) => high),
  );
  const x = scaleLog()
    .domain([1, oldest])
    .range([SIZE.left, width - SIZE.right])
    .clamp(true);
  const y = scaleLinear()
    .domain([0, most])
    .nice(4)
    .range([SIZE.height - SIZE.bottom, SIZE.top]);
  const path = line<Point>()
    .x(({ hours }) => x(hours))
    .y(({ value }) => y(value));
  const middle = area<BandPoint>()
    .x(({ hours }) => x(hours))
    .y0(({ low }) => y(low))
    .y1(({ high }) => y(high))([...seen]);
  const median = path(seen.map(({ hours, median: value }) => ({ hours, value })));
  const last = first.at(-1);
  return (
    <svg width={width} height={SIZE.height} aria-hidden className="block">
      {y.ticks(4).map((tick) => (
        <g key={tick}>
          <line
            x1={SIZE.left}
            x2={width - SIZE.right}
            y1={y(tick)}
            y2={y(tick)}
            className={tick === 0 ? 'stroke-field' : 'stroke-line-soft'}
          />
          <text
            x={SIZE.left - 8}
            y={y(tick) + 4}
            textAnchor="end"
            className="fill-muted text-xs tabular-nums"
          >
            {Number.isInteger(tick) ? axisCount(tick) : ''}
          </text>
        </g>
      ))}
      {AGES.filter(({ hours }) => hours <= oldest * 1.05).map(({ hours, label }) => (
        <text
          key={hours}
          x={x(hours)}
          y={SIZE.height - 8}
          textAnchor={hours === 1 ? 'start' : 'middle'}
          className="fill-muted text-xs"
        >
          {label}
        </text>
      ))}
      {middle && <path d={middle} className="fill-[var(--slate-5)] dark:fill-[var(--slate-4)]" />}
      {median && (
        <path
          d={median}
          fill="none"
          strokeDasharray="4 3"
          strokeWidth={1.5}
          className="stroke-muted"
        />
      )}
      {curves.map(({ key, colour, points }) => (
        <path key={key} d={path([...points]) ?? ''} fill="none" strokeWidth={2} stroke={colour} />
      ))}
      {next !== null && last && (
        <circle
          cx={x(next)}
          cy={y(last.value)}
          r={4}
          strokeDasharray="2 2"
          className="fill-none stroke-muted"
        />
      )}
      {curves.map(({ key, colour, points }, curve) =>
        points.map(({ hours, value }, reading) => (
          <circle
            key={`${key} ${hours}`}
            cx={x(hours)}
            cy={y(value)}
            r={curve === 0 && reading === chosen ? 5 : 3.5}
            strokeWidth={2}
            stroke={colour}
            onPointerEnter={() => curve === 0 && onChoose(reading)}
            className={curve === 0 && reading === chosen ? 'fill-text' : 'fill-surface'}
          />
        )),
      )}
    </svg>
  );
}
