import type { Figures } from '#contract/analytics/figures.ts';
import { engagementsOf, type Metrics, OFFERED } from '#contract/networks/metrics.ts';
import { NETWORK_NAMES } from '#contract/networks/names.ts';

/** What the figures of a post say, and why some are missing. */

export type Column = 'views' | 'engagements';

export const figureOf = (metrics: Metrics, column: Column): number | undefined =>
  column === 'views' ? metrics.views : engagementsOf(metrics);

type Row = Pick<Figures, 'channel' | 'state' | 'next_at' | 'metrics'>;

/** Why a value is missing, in a sentence; undefined where it is there. */
export function whyMissing(
  { channel: { network }, state, metrics }: Row,
  column: Column,
): string | undefined {
  if (figureOf(metrics, column) !== undefined) return undefined;
  const name = NETWORK_NAMES[network];
  if (state === 'permission') return 'Connect again to see figures.';
  if (state === 'waiting') return 'Not read yet.';
  if (state === 'gone') return `${name} deleted the post before it was read.`;
  const offers = OFFERED[network];
  if (Object.keys(offers).length === 0) return `${name} offers no figures of posts.`;
  if (state === 'not_offered') return `Figures on ${name} aren’t read.`;
  if (column === 'views' && offers.views === undefined) return `${name} doesn’t offer views.`;
  return `${name} didn’t say.`;
}

/**
 * The sum over publications, and the names of the networks that are not in it. Undefined where none
 * has a value.
 */
export function sumOf(rows: readonly Row[], column: Column) {
  const values = rows.flatMap(({ metrics }) => figureOf(metrics, column) ?? []);
  if (!values.length) return undefined;
  const missing = rows
    .filter(({ metrics }) => figureOf(metrics, column) === undefined)
    .map(({ channel }) => NETWORK_NAMES[channel.network]);
  return { sum: values.reduce((all, value) => all + value, 0), missing: [...new Set(missing)] };
}

const HOUR = 3600_000;
/** The ages at the ends of the axis, and its labels, in hours. */
export const AGES = [
  { hours: 1, label: '1 h' },
  { hours: 24, label: '1 d' },
  { hours: 168, label: '7 d' },
  { hours: 672, label: '28 d' },
] as const;

/**
 * Where an age is between the first hour and four weeks, from 0 to 1: posts get most of what they get
 * soon, so that a step is a multiple of the age.
 */
export const placeOf = (hours: number): number =>
  Math.min(Math.max(Math.log(hours) / Math.log(672), 0), 1);

/** The points of a curve: the place of the age of each reading, and the value. */
export function pointsOf(
  { published_at, readings }: Pick<Figures, 'published_at' | 'readings'>,
  column: Column,
): { place: number; value: number; hours: number }[] {
  const start = Date.parse(published_at);
  return readings.flatMap(({ at, metrics }) => {
    const value = figureOf(metrics, column);
    const hours = (Date.parse(at) - start) / HOUR;
    return value === undefined ? [] : [{ place: placeOf(hours), value, hours }];
  });
}

/** A round number that is no smaller: the top of an axis. */
export function roundUp(value: number): number {
  if (value <= 5) return 5;
  const size = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((factor) => factor * size >= value) ?? 10;
  return step * size;
}
