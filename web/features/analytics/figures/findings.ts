import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { exactCount } from '#web/lib/count.ts';
import { plural } from '#web/lib/text.ts';
import type { Overview } from './analytics-queries.ts';
import { percent } from './figure-format.ts';

/** What a chart says: the first rule that holds; nothing is said where nothing is clear. */

export type Shown = 'views' | 'engagements';

/** A smaller difference is none. */
const CLEAR = 0.05;
/** So many standard errors are outside chance, nine times in ten. */
const ERRORS = 1.645;
/** A single post with more than this share of everything is what there is to say. */
const MOST = 1 / 3;

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Whether two rows of days differ by more than chance would make of them. */
export function isOutsideChance(some: readonly number[], others: readonly number[]): boolean {
  if (some.length < 2 || others.length < 2) return false;
  const errorOf = (values: readonly number[]) => {
    const centre = mean(values);
    const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
    return squares / (values.length - 1) / values.length;
  };
  const error = Math.sqrt(errorOf(some) + errorOf(others));
  return Math.abs(mean(some) - mean(others)) > ERRORS * error;
}

/**
 * @param daily the counts of each day of the range, of all networks
 * @param most the count of the post that has most
 */
export function findingOf(
  overview: Pick<Overview, 'totals' | 'networks' | 'before_by_day' | 'days'>,
  shown: Shown,
  daily: readonly number[],
  most: { count: number; tag?: string | undefined },
): string {
  const { now, before } = overview.totals[shown];
  const name = shown;
  if (now === null) return `No ${name} in this range`;
  const days = plural(overview.days.length, 'day');
  if (before) {
    const change = (now - before) / before;
    const isClear =
      Math.abs(change) > CLEAR && isOutsideChance(daily, overview.before_by_day[shown] ?? []);
    if (isClear) {
      const kind = change > 0 ? 'more' : 'fewer';
      const added = mostChanged(overview, shown, Math.sign(change));
      const who = added && `; ${added} ${change > 0 ? 'added' : 'lost'} the most`;
      return `${percent(Math.abs(change))} ${kind} ${name} than the ${days} before${who ?? ''}`;
    }
  }
  if (now > 0 && most.count / now > MOST && most.count <= now)
    return `${Math.round((100 * most.count) / now)}% of the ${name}${most.tag ? ` of #${most.tag}` : ''} come from one post`;
  if (before) return `${name === 'views' ? 'Views' : 'Engagements'} as before`;
  return `${exactCount(now)} ${name}, none in the ${days} before`;
}

/** The network that has changed most in this direction, where there are several. */
function mostChanged({ networks }: Pick<Overview, 'networks'>, shown: Shown, sign: number) {
  const changes = networks.flatMap((network) => {
    const counts = network[shown];
    if (!counts) return [];
    const change =
      counts.reduce((sum, count) => sum + count, 0) - (network[`${shown}_before`] ?? 0);
    return [{ network: network.network, change: sign * change }];
  });
  if (changes.length < 2) return undefined;
  const [first] = changes.sort((a, b) => b.change - a.change);
  return first && first.change > 0 ? NETWORK_NAMES[first.network] : undefined;
}
