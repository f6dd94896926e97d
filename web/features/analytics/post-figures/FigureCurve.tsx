import type { Figures } from '#contract/analytics/figures.ts';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import {
  AGES,
  type Column,
  placeOf,
  pointsOf,
  roundUp,
} from '#web/features/analytics/figures/figure-words.ts';
import { axisCount, exactCount } from '#web/lib/count.ts';

/** In units of the drawing, which has the width of the panel. */
const SIZE = { width: 256, height: 88 };
const PLOT = { left: 34, right: 250, top: 6, bottom: 68 };

/** How a post grew on one channel, by its age. The table beside it has the numbers. */
export function FigureCurve({ figures, column }: { figures: Figures; column: Column }) {
  const points = pointsOf(figures, column);
  if (points.length < 2) return null;
  const top = roundUp(Math.max(...points.map(({ value }) => value)));
  const x = (place: number) => PLOT.left + place * (PLOT.right - PLOT.left);
  const y = (value: number) => PLOT.bottom - (value / top) * (PLOT.bottom - PLOT.top);
  const line = points.map(({ place, value }) => `${x(place)},${y(value)}`).join(' ');
  const name = `${column === 'views' ? 'Views' : 'Engagements'} on ${NETWORK_NAMES[figures.channel.network]} by age: ${points
    .map(({ hours, value }) => `${exactCount(value)} after ${ageOf(hours)}`)
    .join(', ')}`;
  return (
    <div className="px-3 py-2">
      <svg
        role="img"
        aria-label={name}
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        className="w-full"
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line
              x1={PLOT.left}
              x2={PLOT.right}
              y1={y(share * top)}
              y2={y(share * top)}
              className={share === 0 ? 'stroke-muted' : 'stroke-line'}
            />
            <text
              x={PLOT.left - 6}
              y={y(share * top) + 4}
              textAnchor="end"
              className="fill-muted text-[11px] tabular-nums"
            >
              {axisCount(share * top)}
            </text>
          </g>
        ))}
        {AGES.map(({ hours, label }) => (
          <text
            key={hours}
            x={x(placeOf(hours))}
            y={SIZE.height - 4}
            textAnchor={hours === 672 ? 'end' : hours === 1 ? 'start' : 'middle'}
            className="fill-muted text-[11px]"
          >
            {label}
          </text>
        ))}
        <polyline points={line} fill="none" strokeWidth={2} className="stroke-accent" />
        {points.map(({ place, value }) => (
          <circle
            key={place}
            cx={x(place)}
            cy={y(value)}
            r={3}
            strokeWidth={2}
            className="fill-surface stroke-accent"
          />
        ))}
      </svg>
    </div>
  );
}

const ageOf = (hours: number) =>
  hours < 48 ? `${Math.max(Math.round(hours), 1)} h` : `${Math.round(hours / 24)} days`;
