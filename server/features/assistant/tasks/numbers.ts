/** Numbers in texts, also those that are written as English words. */

const DIGITS = /\d+(?:[.,\u00a0\u202f’']\d+)*/g;
const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const VALUES = new Map([
  ...SMALL.map((word, n): [string, number] => [word, n]),
  ...TENS.map((word, n): [string, number] => [word, 10 * (n + 2)]),
]);
const SCALES = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
]);
const WORDS = new RegExp(
  `\\b(?:${[...VALUES.keys(), ...SCALES.keys()].join('|')})(?:(?:[ -]|\\sand\\s)(?:${[...VALUES.keys(), ...SCALES.keys()].join('|')}))*\\b`,
  'gi',
);
/** 'One' and 'two' are seldom numbers that anybody would look up. */
const MIN_WORD = 3;

export type NumberFound = { value: string; text: string; end: number };

/** 1,200 and 1.200 and 1 200 are the same. */
const digitsOf = (text: string) => text.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');

function numberOf(words: string): number {
  let [total, current] = [0, 0];
  for (const word of words.toLowerCase().split(/[\s-]+/)) {
    const scale = SCALES.get(word);
    if (scale === 100) current = Math.max(current, 1) * scale;
    else if (scale) [total, current] = [total + Math.max(current, 1) * scale, 0];
    else current += VALUES.get(word) ?? 0;
  }
  return total + current;
}

export function numbersIn(text: string): NumberFound[] {
  const digits = [...text.matchAll(DIGITS)].map(({ 0: found, index }) => ({
    value: digitsOf(found),
    text: found,
    end: index + found.length,
  }));
  const words = [...text.matchAll(WORDS)].flatMap(({ 0: found, index }) => {
    const value = numberOf(found);
    return value < MIN_WORD
      ? []
      : [{ value: String(value), text: found, end: index + found.length }];
  });
  return [...digits, ...words].sort((a, b) => a.end - b.end);
}
