import type { Held } from '#contract/publishing/pause.ts';
import { resolveLocal } from '#contract/times.ts';
import { zonedTime } from '#web/lib/time.ts';
import { localTime, type WallTime } from '../wall-times.ts';

/** What becomes of what a pause held. */

export type Choice = { do: 'now' | 'move' | 'leave'; at?: WallTime };
/** Of what was to be done afterwards. */
export type Later = 'now' | 'leave';
export type Decision = {
  publication: number;
  do: Choice['do'];
  at?: { local: string; zone?: string; slot?: boolean };
};

/** The publications of a post that were due at one time are decided about together. */
export type Group = { key: string; held: Held[]; first: Held };

export function groupsOf(held: readonly Held[]): Group[] {
  const groups = new Map<string, Group>();
  for (const entry of held) {
    const { id, item, due_at: due } = entry.publication;
    const key = `${item ?? `publication ${id}`} ${due}`;
    const group = groups.get(key) ?? { key, held: [], first: entry };
    group.held.push(entry);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** A text that names a day which is over is left; all else gets a new time. */
export const firstChoice = ({ held }: Group): Choice => ({
  do: held.some(({ names_day: day }) => day !== null) ? 'leave' : 'move',
});

/** The instant of a new time; undefined where what was chosen is none. */
export function newTime({ first }: Group, { at }: Choice): string | undefined {
  if (!at) return first.next.at;
  const local = localTime(at);
  return local && resolveLocal(local, at.zone).instant;
}

/** A time that was chosen is that of all channels; else each has its next one. */
export const decisionsOf = ({ held }: Group, { do: what, at }: Choice): Decision[] =>
  held.map(({ publication: { id }, next }) => {
    if (what !== 'move') return { publication: id, do: what };
    const local = at && localTime(at);
    return {
      publication: id,
      do: what,
      at: local ? { local, zone: at.zone } : { local: next.local, slot: next.slot },
    };
  });

/** '1 goes out now, 1 on Wed 25 Nov, 12:30, 1 is left.' */
export function sumOf(
  groups: readonly Group[],
  choiceOf: (group: Group) => Choice,
  zone: string,
): string {
  const counts = new Map<string, number>();
  const add = (words: string, count: number) => counts.set(words, (counts.get(words) ?? 0) + count);
  for (const group of groups) {
    const choice = choiceOf(group);
    const at = newTime(group, choice);
    if (choice.do === 'now') add('now', group.held.length);
    else if (choice.do === 'leave') add('left', group.held.length);
    else add(at ? `on ${zonedTime(at, zone)}` : 'at another time', group.held.length);
  }
  const one = [...counts].map(([words, count], at) => {
    if (words === 'left') return `${count} ${count === 1 ? 'is' : 'are'} left`;
    return at === 0 ? `${count} ${count === 1 ? 'goes' : 'go'} out ${words}` : `${count} ${words}`;
  });
  return one.length ? `${one.join(', ')}.` : '';
}
