import { minutesOf } from './days.ts';
import type { Entry } from './entries.ts';

export const DAYS = 7;
export const HOUR_PX = 52;
const ENTRY_PX = 60;
const LANES = 2;

export const topOf = (local: string) => (minutesOf(local) / 60) * HOUR_PX;

type Placed = { entry: Entry; top: number; lane: number; lanes: number; hidden: number };

/**
 * Where entries of a day are: those that would cover each other share the width, and where there are
 * more than two, the last one says how many.
 */
export function placed(entries: readonly Entry[]): Placed[] {
  const shown: Placed[] = [];
  let group: Placed[] = [];
  const ends: number[] = [];
  for (const entry of entries) {
    const top = Math.min(topOf(entry.local), 24 * HOUR_PX - ENTRY_PX);
    if (group.length > 0 && Math.max(...ends) <= top) {
      group = [];
      ends.length = 0;
    }
    let lane = ends.findIndex((end) => end <= top);
    if (lane < 0) lane = ends.length;
    if (lane >= LANES) {
      const last = group.at(-1);
      if (last) last.hidden++;
      continue;
    }
    ends[lane] = top + ENTRY_PX;
    const added = { entry, top, lane, lanes: 1, hidden: 0 };
    group.push(added);
    shown.push(added);
    for (const other of group) other.lanes = Math.max(other.lanes, ends.length);
  }
  return shown;
}
