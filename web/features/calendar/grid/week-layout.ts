import { minutesOf } from '#web/features/calendar/entries/days.ts';
import { type Entry, mostUrgent } from '#web/features/calendar/entries/entries.ts';

export const DAYS = 7;
export const HOUR_PX = 52;
const ENTRY_PX = 60;

export const topOf = (local: string) => (minutesOf(local) / 60) * HOUR_PX;

type Placed = {
  entry: Entry;
  top: number;
  /** The number of those that it would be covered by. */
  hidden: number;
};

/**
 * Where entries of a day are. Those that would cover each other are one, with their number: side by
 * side, nobody could read them. Of several at one time, the one that most needs attention is shown.
 */
export function placed(entries: readonly Entry[]): Placed[] {
  const groups: Entry[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const entry of entries) {
    const top = topWithin(entry);
    if (top < end) groups.at(-1)?.push(entry);
    else {
      groups.push([entry]);
      end = top + ENTRY_PX;
    }
  }
  return groups.map((group) => {
    const { local } = group[0] as Entry;
    const [entry] = mostUrgent(
      group.filter((other) => other.local === local),
      1,
    ) as [Entry];
    return { entry, top: topWithin(entry), hidden: group.length - 1 };
  });
}

const topWithin = ({ local }: Entry) => Math.min(topOf(local), 24 * HOUR_PX - ENTRY_PX);
