import { formatDay } from '#web/lib/time/time.ts';

/** What a bar of a chart stands for: a day, of a long range a week, of the longest a month. */

export type Bar = { from: number; to: number; label: string; short: string };

const BY_WEEK = 91;
const BY_MONTH = 700;
const WEEK = 7;

const dayName = (day: string) =>
  formatDay(day, { weekday: 'short', day: 'numeric', month: 'short' });
const short = (day: string) => formatDay(day, { day: 'numeric', month: 'short' });
const monthName = (day: string) => formatDay(day, { month: 'short', year: 'numeric' });

/** The bars of a range, in order; `from` and `to` are places in the days, both included. */
export function barsOf(days: readonly string[]): Bar[] {
  if (days.length < BY_WEEK)
    return days.map((day, at) => ({ from: at, to: at, label: dayName(day), short: short(day) }));
  const isMonthly = days.length >= BY_MONTH;
  const bars: Bar[] = [];
  for (const [at, day] of days.entries()) {
    const last = bars.at(-1);
    const isNext = isMonthly ? day.endsWith('-01') : at % WEEK === 0;
    if (last && !isNext) {
      last.to = at;
      if (!isMonthly) last.label = `${short(days[last.from] as string)} – ${short(day)}`;
      continue;
    }
    const label = isMonthly ? monthName(day) : short(day);
    bars.push({ from: at, to: at, label, short: label });
  }
  return bars;
}

/** The sum of the days of each bar. */
export const summedBy = (bars: readonly Bar[], values: readonly number[]): number[] =>
  bars.map(({ from, to }) => values.slice(from, to + 1).reduce((sum, value) => sum + value, 0));

/** Bars of ranges that are laid over each other: by their first days. */
export function numberedBars(count: number): Bar[] {
  const [size, name] = count < BY_WEEK ? [1, 'Day'] : [WEEK, 'Week'];
  return Array.from({ length: Math.ceil(count / size) }, (_, at) => {
    const label = `${name} ${at + 1}`;
    return { from: at * size, to: Math.min((at + 1) * size, count) - 1, label, short: label };
  });
}
