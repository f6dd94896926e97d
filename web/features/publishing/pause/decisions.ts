import type { Held } from '#contract/publishing/pause.ts';
import { resolveLocal } from '#contract/times.ts';
import { localTime, type WallTime } from '#web/features/publishing/times/wall-times.ts';
import { zonedTime } from '#web/lib/time/time.ts';

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

/** Those that would not go out as they are now: they stay on hold. */
export const lackingOf = ({ held }: Group) => held.filter(({ lacks }) => lacks !== null);

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

/** '1 goes out now, 1 on Wed 25 Nov, 12:30, 1 stays on hold, 1 is left.' */
export function sumOf(
  groups: readonly Group[],
  choiceOf: (group: Group) => Choice,
  zone: string,
): string {
  const times = new Map<string, number>();
  let [onHold, left] = [0, 0];
  const add = (time: string, count: number) => times.set(time, (times.get(time) ?? 0) + count);
  for (const group of groups) {
    const choice = choiceOf(group);
    const staying = choice.do === 'now' ? lackingOf(group).length : 0;
    const count = group.held.length - staying;
    const at = newTime(group, choice);
    onHold += staying;
    if (choice.do === 'leave') left += count;
    else if (choice.do === 'move') add(at ? `on ${zonedTime(at, zone)}` : 'at another time', count);
    else if (count) add('now', count);
  }
  const parts = [...times].map(([time, count], place) =>
    place === 0 ? `${count} ${count === 1 ? 'goes' : 'go'} out ${time}` : `${count} ${time}`,
  );
  if (onHold) parts.push(`${onHold} ${onHold === 1 ? 'stays' : 'stay'} on hold`);
  if (left) parts.push(`${left} ${left === 1 ? 'is' : 'are'} left`);
  return parts.length ? `${parts.join(', ')}.` : '';
}
