import { expect, test } from 'vitest';
import { pastDayIn } from './past-day.ts';

/** Tuesday, 24 November 2026, 18:00 in Berlin. */
const due = '2026-11-24T17:00:00Z';
const on = (day: number, hour = 9) => Date.UTC(2026, 10, day, hour);
const find = (text: string, now: number, language: string | null = null) =>
  pastDayIn(text, { language, due, now, zone: 'Europe/Berlin' });

test.each([
  ['Tonight: the shop window, lit', on(25), null, 'tonight'],
  ['Tonight: the shop window, lit', on(24, 22), null, null],
  // Past midnight in Berlin, and not yet in London.
  ['See you today!', on(24, 23), null, 'today'],
  ['See you tomorrow.', on(25), null, null],
  ['See you tomorrow.', on(26), null, 'tomorrow'],
  ['Open till six on TUESDAY', on(25), null, 'Tuesday'],
  ['Open till six on Thursday', on(26), null, null],
  ['Open till six on Thursday', on(27), null, 'Thursday'],
  // The Monday after it, not the one before.
  ['Back on Monday', on(29), null, null],
  ['Heute Abend, am Fenster', on(25), 'de', 'heute'],
  ['Bis Donnerstag', on(27), 'de-CH', 'Donnerstag'],
  ['Terça-feira, às nove', on(25), 'pt-BR', 'terça-feira'],
  ['Mundane todayish sundays', on(30), null, null],
  ['Nothing of the kind', on(30), null, null],
  ['今日は', on(25), 'xx-none', null],
])('of %j at %i in %s: %s', (text, now, language, expected) => {
  expect(find(text, now, language)).toBe(expected);
});
