import { addMinutes, localOf, resolveLocal } from '#contract/times.ts';
import { OWN_ZONE } from '#web/lib/time/locale.ts';
import { clockTime, timeUntil, zonedTime } from '#web/lib/time/time.ts';

/** A time as it is chosen: either part may be incomplete. */
export type WallTime = { date: string; time: string; zone: string };

/** A time that is offered first: the next full hour, an hour from now at least. */
export function nextHour(zone: string): { date: string; time: string } {
  const local = localOf(new Date(Date.now() + 2 * 60 * 60_000), zone);
  return { date: local.slice(0, 10), time: `${local.slice(11, 13)}:00` };
}

/** A time of one choice: what is written today often goes out the next morning. */
export const tomorrowMorning = (zone: string): { date: string; time: string } => ({
  date: addMinutes(localOf(new Date(), zone), 24 * 60).slice(0, 10),
  time: '09:00',
});

/** The wall time as the API takes it; undefined where it is not complete. */
export const localTime = ({ date, time }: { date: string; time: string }) =>
  /^\d{4}-\d\d-\d\d$/.test(date) && /^\d\d:\d\d$/.test(time) ? `${date}T${time}` : undefined;

export type Note = { text: string; isError: boolean };

/** What a reader should know of a chosen time. */
export function describeTime(at: WallTime): Note {
  const local = localTime(at);
  if (!local) return { text: 'Choose a date and a time.', isError: true };
  const { zone } = at;
  const { instant, kind, local: actual } = resolveLocal(local, zone);
  if (Date.parse(instant) < Date.now()) return { text: 'This time has passed.', isError: true };
  if (kind === 'skipped')
    return {
      text: `${clockTime(at.time)} doesn’t exist that night. It goes out at ${clockTime(actual.slice(11))}.`,
      isError: false,
    };
  if (kind === 'repeated')
    return {
      text: `${clockTime(at.time)} occurs twice that night. It goes out the first time.`,
      isError: false,
    };
  const own = localOf(instant, OWN_ZONE);
  const clock =
    own === local
      ? 'This is the same in your time zone.'
      : `In your time zone: ${zonedTime(instant, OWN_ZONE)}.`;
  return { text: `In ${timeUntil(instant)}. ${clock}`, isError: false };
}
