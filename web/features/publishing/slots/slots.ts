import type { Slot } from '#contract/publishing/slots.ts';

/** ISO 8601: the first one is Monday. */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
];

const isSame = (a: Slot, b: Slot) => a.weekday === b.weekday && a.time === b.time;

/** The slots as the API takes them, but for one. */
export const without = (slots: readonly Slot[], gone?: Slot): Slot[] =>
  slots
    .filter((slot) => !gone || !isSame(slot, gone))
    .map(({ weekday, time }) => ({ weekday, time }));
