import { Temporal } from 'temporal-polyfill';
import { localOf } from '#contract/times.ts';

/** A Monday: the names of the days of the week are read from it on. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 24 * 60 * 60 * 1000;
const LETTER = /[\p{L}\p{N}]/u;

/** The words for days in a language: each with the days after a date that it may mean. */
function wordsOf(language: string): [word: string, offset: (weekday: number) => number][] {
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return [
    [relative.format(0, 'day'), () => 0],
    [relative.format(1, 'day'), () => 1],
    ...[1, 2, 3, 4, 5, 6, 7].map((named): [string, (weekday: number) => number] => [
      weekday.format(new Date(MONDAY + (named - 1) * DAY_MS)),
      (from) => (named - from + 7) % 7,
    ]),
  ];
}

const ENGLISH: ReturnType<typeof wordsOf> = [
  ['tonight', () => 0],
  ['this morning', () => 0],
  ['this evening', () => 0],
  ...wordsOf('en'),
];

function hasWord(text: string, word: string, language: string): boolean {
  const wanted = word.toLocaleLowerCase(language);
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const isWord = !LETTER.test(text[at - 1] ?? '') && !LETTER.test(text[at + wanted.length] ?? '');
    if (isWord) return true;
  }
  return false;
}

/**
 * A word of a text that names a day which is over, such as 'tonight' in what was due yesterday; null
 * where it names none. In English, and in the language of the text.
 * @param due the instant that it was written for
 */
export function pastDayIn(
  text: string,
  { language, due, now, zone }: { language: string | null; due: string; now: number; zone: string },
): string | null {
  const [from, today] = [due, new Date(now)].map((at) =>
    Temporal.PlainDate.from(localOf(at, zone).slice(0, 10)),
  ) as [Temporal.PlainDate, Temporal.PlainDate];
  const isOver = (days: number) => Temporal.PlainDate.compare(from.add({ days }), today) < 0;
  const known = language && Intl.DateTimeFormat.supportedLocalesOf(language)[0];
  const words = known && !known.startsWith('en') ? [...wordsOf(known), ...ENGLISH] : ENGLISH;
  const lower = text.toLocaleLowerCase(known || 'en');
  const found = words.find(
    ([word, offset]) => isOver(offset(from.dayOfWeek)) && hasWord(lower, word, known || 'en'),
  );
  return found?.[0] ?? null;
}
