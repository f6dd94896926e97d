import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { axisCount } from '#web/lib/count.ts';
import { LINES, type SideName } from './SideLegend.tsx';

const PLOT = { height: 212, left: 44, right: 8, top: 12, bottom: 28 };
const TICKS = 4;
const LABEL = 90;

type Props = {
  width: number;
  /** A shorter one ends before the other. */
  lines: readonly [readonly number[], readonly number[]];
  labels: readonly string[];
  provisional: number | null;
  chosen: number | null;
};

/** Where the days are. */
export const lineScale = (count: number, width: number) =>
  scaleLinear()
    .domain([0, Math.max(count - 1, 1)])
    .range([PLOT.left + 12, width - PLOT.right - 8]);

/** Two lines; it draws, and says nothing. */
export function LinesChart({ width, lines, labels, provisional, chosen }: Props) {
  const x = lineScale(labels.length, width);
  const y = scaleLinear()
    .domain([0, Math.max(1, ...lines.flat())])
    .nice(TICKS)
    .range([PLOT.height - PLOT.bottom, PLOT.top]);
  const path = line<number>()
    .x((_, at) => x(at))
    .y((count) => y(count));
  const every = Math.ceil(labels.length / Math.max(Math.floor((width - PLOT.left) / LABEL), 1));
  const sides: SideName[] = ['a', 'b'];
  return (
    <svg width={width} height={PLOT.height} aria-hidden className="block">
      {provisional !== null && (
        <rect
          x={x(provisional - 0.5)}
          y={PLOT.top}
          width={Math.max(width - PLOT.right - x(provisional - 0.5), 0)}
          height={PLOT.height - PLOT.bottom - PLOT.top}
          className="fill-row"
        />
      )}
      {y.ticks(TICKS).map((tick) => (
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
            {Number.isInteger(tick) ? axisCount(tick) : ''}
          </text>
        </g>
      ))}
      {labels.map((label, at) =>
        at % every === 0 ? (
          <text
            key={label}
            x={x(at)}
            y={PLOT.height - 8}
            textAnchor={at === 0 ? 'start' : at === labels.length - 1 ? 'end' : 'middle'}
            className="fill-muted text-xs"
          >
            {label}
          </text>
        ) : null,
      )}
      {chosen !== null && (
        <line
          x1={x(chosen)}
          x2={x(chosen)}
          y1={PLOT.top}
          y2={PLOT.height - PLOT.bottom}
          strokeDasharray="2 2"
          className="stroke-muted"
        />
      )}
      {sides.map((side, index) => (
        <path
          key={side}
          d={path([...(lines[index] ?? [])]) ?? ''}
          fill="none"
          strokeWidth={2}
          stroke={LINES[side].stroke}
          strokeDasharray={LINES[side].dashes}
        />
      ))}
      {sides.map((side, index) => {
        const count = chosen === null ? undefined : lines[index]?.[chosen];
        return count === undefined ? null : (
          <circle
            key={side}
            cx={x(chosen as number)}
            cy={y(count)}
            r={4.5}
            strokeWidth={2}
            stroke={LINES[side].stroke}
            className="fill-surface"
          />
        );
      })}
    </svg>
  );
}
