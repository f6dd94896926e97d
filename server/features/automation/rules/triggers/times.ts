import type { Trigger } from '#contract/automation/rules-settings.ts';
import { daysOf, resolveLocal } from '#contract/times.ts';

/** The times of a rule, in the zone of its workspace. Pure. */

type TimeTrigger = Trigger & { kind: 'time' };

/** A trigger that looks at each day. */
export const everyDay = ({ at }: { at: string }): TimeTrigger => ({
  ...{ kind: 'time', every: 'day', weekday: null, day: null, at },
});

/** The times of a trigger; null where no time starts it. */
export function timesOf(trigger: Trigger): TimeTrigger | null {
  if (trigger.kind === 'time') return trigger;
  if (trigger.kind === 'best_post') return { ...trigger, kind: 'time' };
  return trigger.kind === 'day_note' || trigger.kind === 'post_idle' ? everyDay(trigger) : null;
}

/** Within so many days there is one: of a month, its last day at the latest. */
const AHEAD_DAYS = 32;

function isOn({ every, weekday, day }: TimeTrigger, date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  const ofWeek = at.getUTCDay() || 7;
  if (every === 'day') return true;
  if (every === 'weekdays') return ofWeek <= 5;
  if (every === 'week') return ofWeek === weekday;
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  return at.getUTCDate() === Math.min(day ?? 1, last);
}

/** The times after an instant, up to another one, in their order. */
export function timesBetween(
  trigger: TimeTrigger,
  { after, until, zone }: { after: number; until: number; zone: string },
): string[] {
  const count = Math.ceil((until - after) / 86_400_000) + 3;
  return daysOf(new Date(after), zone, { after: -1, count })
    .filter(({ day }) => isOn(trigger, day))
    .map(({ day }) => new Date(resolveLocal(`${day}T${trigger.at}`, zone).instant))
    .filter((at) => at.getTime() > after && at.getTime() <= until)
    .map((at) => at.toISOString());
}

/** The first time after an instant. */
export const nextTime = (trigger: TimeTrigger, after: number, zone: string): string | null =>
  timesBetween(trigger, { after, until: after + AHEAD_DAYS * 86_400_000, zone })[0] ?? null;

/** The same for any trigger; null where no time starts it. */
export function nextOf(trigger: Trigger, after: number, zone: string): string | null {
  const times = timesOf(trigger);
  return times && nextTime(times, after, zone);
}

/** The last time before an instant. */
export const timeBefore = (trigger: TimeTrigger, at: number, zone: string): string =>
  timesBetween(trigger, { after: at - AHEAD_DAYS * 86_400_000, until: at - 1, zone }).at(-1) ??
  new Date(at - AHEAD_DAYS * 86_400_000).toISOString();
