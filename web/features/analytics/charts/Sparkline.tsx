import { line } from 'd3-shape';

const [WIDTH, HEIGHT] = [50, 22];
const DOT = 2;

/** The course of a figure, as a mean of three days; its numbers are in the chart. */
export function Sparkline({
  values,
  isChosen = false,
}: {
  values: readonly (number | null)[];
  isChosen?: boolean;
}) {
  const means = values.map((_, at) => {
    const near = values.slice(Math.max(at - 1, 0), at + 2).flatMap((value) => value ?? []);
    return values[at] === null || !near.length
      ? null
      : near.reduce((sum, value) => sum + value, 0) / near.length;
  });
  const known = means.flatMap((value) => value ?? []);
  if (known.length < 2) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (at: number) => DOT + (at / (values.length - 1)) * (WIDTH - 2 * DOT);
  const y = (value: number) =>
    HEIGHT - DOT - (high === low ? 0.5 : (value - low) / (high - low)) * (HEIGHT - 2 * DOT);
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, at) => x(at))
    .y((value) => y(value as number))(means);
  const last = means.findLastIndex((value) => value !== null);
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      aria-hidden
      className={isChosen ? 'shrink-0 text-accent' : 'shrink-0 text-muted'}
    >
      <path d={path ?? ''} fill="none" stroke="currentColor" strokeWidth={1.5} />
      <circle cx={x(last)} cy={y(means[last] as number)} r={DOT} fill="currentColor" />
    </svg>
  );
}
