import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { useId } from 'react';
import { exactCount } from '#web/lib/count.ts';
import { formatDay } from '#web/lib/time/time.ts';

const SIZE = { height: 268, left: 56, right: 8 };
const LINE = { top: 8, bottom: 168 };
const BARS = { top: 188, bottom: 240 };
const LABEL = 90;

type Props = {
  width: number;
  followers: readonly (number | null)[];
  changes: readonly (number | null)[];
  days: readonly string[];
  chosen: number | null;
  onChoose: (at: number) => void;
};

/** A line with its gaps, and below it the change of each day. */
export function FollowersChart({ width, followers, changes, days, chosen, onChoose }: Props) {
  const id = useId();
  const known = followers.flatMap((count) => count ?? []);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const y = scaleLinear()
    .domain(low === high ? [low - 1, high + 1] : [low, high])
    .nice(3)
    .range([LINE.bottom, LINE.top]);
  const step = (width - SIZE.left - SIZE.right) / Math.max(days.length, 1);
  const x = (at: number) => SIZE.left + (at + 0.5) * step;
  const most = Math.max(1, ...changes.map((change) => Math.abs(change ?? 0)));
  const hasLoss = changes.some((change) => (change ?? 0) < 0);
  const bar = scaleLinear()
    .domain([hasLoss ? -most : 0, most])
    .range([BARS.bottom, BARS.top]);
  const path = line<number | null>()
    .defined((count) => count !== null)
    .x((_, at) => x(at))
    .y((count) => y(count as number))([...followers]);
  const every = Math.ceil(days.length / Math.max(Math.floor((width - SIZE.left) / LABEL), 1));
  return (
    <svg width={width} height={SIZE.height} aria-hidden className="block">
      <defs>
        <pattern
          id={id}
          width={6}
          height={6}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-45)"
        >
          <line y2={6} strokeWidth={2} className="stroke-line" />
        </pattern>
      </defs>
      {y.ticks(3).map((tick) => (
        <g key={tick}>
          <line
            x1={SIZE.left}
            x2={width - SIZE.right}
            y1={y(tick)}
            y2={y(tick)}
            className="stroke-line-soft"
          />
          <text
            x={SIZE.left - 8}
            y={y(tick) + 4}
            textAnchor="end"
            className="fill-muted text-xs tabular-nums"
          >
            {Number.isInteger(tick) ? exactCount(tick) : ''}
          </text>
        </g>
      ))}
      <line
        x1={SIZE.left}
        x2={width - SIZE.right}
        y1={bar(0)}
        y2={bar(0)}
        className="stroke-field"
      />
      {gapsOf(followers).map((gap) => (
        <Gap key={gap.from} gap={gap} x={x} step={step} hatching={id} />
      ))}
      {chosen !== null && (
        <line
          x1={x(chosen)}
          x2={x(chosen)}
          y1={LINE.top}
          y2={BARS.bottom}
          strokeDasharray="2 2"
          className="stroke-muted"
        />
      )}
      <path d={path ?? ''} fill="none" strokeWidth={2} className="stroke-text" />
      {followers.map((count, at) => {
        const isEnd = count !== null && (followers[at - 1] == null || followers[at + 1] == null);
        return isEnd || (at === chosen && count !== null) ? (
          <circle
            key={days[at]}
            cx={x(at)}
            cy={y(count)}
            r={3.5}
            strokeWidth={1.5}
            className={at === chosen ? 'fill-text' : 'fill-surface stroke-text'}
          />
        ) : null;
      })}
      {changes.map((change, at) =>
        change ? (
          <rect
            key={days[at]}
            x={x(at) - step * 0.35}
            width={step * 0.7}
            y={Math.min(bar(change), bar(0))}
            height={Math.abs(bar(change) - bar(0))}
            fill={change > 0 ? 'var(--jade-9)' : 'var(--tomato-9)'}
          />
        ) : null,
      )}
      {days.map((day, at) => (
        <g key={day}>
          {at % every === 0 && (
            <text
              x={x(at)}
              y={SIZE.height - 8}
              textAnchor={at === 0 ? 'start' : 'middle'}
              className="fill-muted text-xs"
            >
              {formatDay(day, { day: 'numeric', month: 'short' })}
            </text>
          )}
          <rect
            x={x(at) - step / 2}
            width={step}
            height={SIZE.height}
            fill="transparent"
            onPointerEnter={() => onChoose(at)}
            onPointerDown={() => onChoose(at)}
          />
        </g>
      ))}
    </svg>
  );
}

type GapProps = {
  gap: { from: number; to: number };
  x: (at: number) => number;
  step: number;
  /** The id of its pattern. */
  hatching: string;
};

const Gap = ({ gap: { from, to }, x, step, hatching }: GapProps) => (
  <g>
    <rect
      x={x(from) - step / 2}
      width={(to - from + 1) * step}
      y={LINE.top}
      height={BARS.bottom - LINE.top}
      fill={`url(#${hatching})`}
    />
    {(to - from + 1) * step > 80 && (
      <text
        x={(x(from) + x(to)) / 2}
        y={LINE.bottom - 20}
        textAnchor="middle"
        strokeWidth={6}
        className="fill-muted stroke-surface text-xs [paint-order:stroke]"
      >
        No readings
      </text>
    )}
  </g>
);

/** Days without a reading, between the first and the last one with one. */
function gapsOf(followers: readonly (number | null)[]): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = [];
  for (const [at, count] of followers.entries()) {
    if (count !== null) continue;
    const last = gaps.at(-1);
    if (last?.to === at - 1) last.to = at;
    else gaps.push({ from: at, to: at });
  }
  return gaps;
}
