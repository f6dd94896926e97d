/** Days of a zone, such as 2026-11-24, and ranges of them. */

export type DayRange = { from: string; to: string };

/** The longest range of figures: two years, one of them a leap year. */
export const MAX_RANGE_DAYS = 731;

const DAY_MS = 24 * 60 * 60_000;
const at = (day: string) => Date.parse(`${day}T00:00Z`);

export const addDays = (day: string, days: number): string =>
  new Date(at(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The number of days, both ends included. */
export const daysIn = ({ from, to }: DayRange): number => (at(to) - at(from)) / DAY_MS + 1;

const isDay = (text: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(at(text)) && addDays(text, 0) === text;

/** Whether figures of a range can be asked for. */
export const isDayRange = ({ from, to }: DayRange): boolean =>
  isDay(from) && isDay(to) && from <= to && daysIn({ from, to }) <= MAX_RANGE_DAYS;

/** The range that a range is compared with: as long, and just before it. */
export const rangeBefore = (range: DayRange): DayRange => ({
  from: addDays(range.from, -daysIn(range)),
  to: addDays(range.from, -1),
});
