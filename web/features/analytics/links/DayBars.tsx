import { plural } from '#web/lib/text.ts';

const WIDTH = 108;
const HEIGHT = 26;
const LEAST = 1.5;

/** Visits of each day as bars; what they say is in its name. */
export function DayBars({ days, tall = false }: { days: readonly number[]; tall?: boolean }) {
  const most = Math.max(...days, 1);
  const step = WIDTH / days.length;
  const sum = days.reduce((all, count) => all + count, 0);
  const bars = days
    .map((count, day) => {
      if (count === 0) return '';
      const height = Math.max(LEAST, (count / most) * HEIGHT);
      return `M${(day * step).toFixed(1)} ${HEIGHT}v-${height.toFixed(1)}h${(step * 0.7).toFixed(2)}v${height.toFixed(1)}z`;
    })
    .join('');
  const last = days.findLastIndex((count) => count > 0);
  const name =
    sum === 0
      ? 'No visits'
      : `${plural(sum, 'visit')} in ${plural(days.length, 'day')}, at most ${most} a day, the last ${
          last === days.length - 1 ? 'today' : `${plural(days.length - 1 - last, 'day')} ago`
        }`;
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={tall ? 'h-28 w-full text-accent' : 'h-[26px] w-[108px] text-muted'}
    >
      <path
        d={`M0 ${HEIGHT - 0.5}h${WIDTH}`}
        className="stroke-line"
        strokeDasharray="2 2"
        vectorEffect="non-scaling-stroke"
      />
      <path d={bars} fill="currentColor" />
    </svg>
  );
}
