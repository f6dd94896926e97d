import { z } from 'zod';
import { MAX_TAG_LENGTH, MAX_TAGS } from '../content/items.ts';
import { Id, nameText } from '../http/fields.ts';

/** The fields of which the settings of rules are made. */

export const MAX_CHOSEN = 50;
const MAX_WORD = 100;
/** Of a comment. @public for the form of a rule */
export const MAX_RULE_TEXT = 2000;

export const chosen = (message: string) =>
  z
    .array(Id, message)
    .min(1, message)
    .max(MAX_CHOSEN, `Choose at most ${MAX_CHOSEN}.`)
    .refine((ids) => new Set(ids).size === ids.length, 'Each can be chosen only once.');

export const tag = nameText('A tag', {
  max: MAX_TAG_LENGTH,
  missing: 'Enter a tag.',
  long: `A tag has at most ${MAX_TAG_LENGTH} characters.`,
});
export const tags = z
  .array(tag, 'Expected a list of tags.')
  .max(MAX_TAGS, `At most ${MAX_TAGS} tags.`);

const word = nameText('A word', {
  max: MAX_WORD,
  missing: 'Enter a word.',
  long: `A word has at most ${MAX_WORD} characters.`,
});
export const words = z.array(word, 'Enter a word.').max(MAX_CHOSEN, `At most ${MAX_CHOSEN} words.`);

export const whole = (least: number, most: number) =>
  z
    .int(expectedWhole(least, most))
    .min(least, expectedWhole(least, most))
    .max(most, expectedWhole(least, most));
const expectedWhole = (least: number, most: number) =>
  `Expected a whole number from ${least} to ${most.toLocaleString('en-GB')}.`;

const EXPECTED_TIME = 'Choose a time, such as 09:00.';
export const Time = z.string(EXPECTED_TIME).regex(/^([01]\d|2[0-3]):[0-5]\d$/, EXPECTED_TIME);

export const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, `Expected one of ${names.join(', ')}.`);

export const text = z
  .string('Enter a text.')
  .trim()
  .min(1, 'Enter a text.')
  .max(MAX_RULE_TEXT, `A text has at most ${MAX_RULE_TEXT} characters.`);

/** @public for the form of a rule */
export const EVERY = ['day', 'weekdays', 'week', 'month'] as const;
/** @public for the form of a rule */
export const MARKS = ['views', 'reactions'] as const;
/** Hours after publication; null: at any time. */
export const within = whole(1, 24 * 90).nullable();
export const atLeast = whole(1, 1_000_000_000);
