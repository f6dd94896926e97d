import { z } from 'zod';
import { isVisible, tidyName, wrongInName } from './names.ts';

/** The largest id that both PostgreSQL's bigint and JavaScript's number represent exactly. */
const MAX_ID = Number.MAX_SAFE_INTEGER;

/** An id in a JSON body. */
export const Id = z
  .int('Expected the id of a record, a whole number.')
  .positive('Expected a positive id.');

/** An id in a path or a query. */
export const IdText = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, 'Expected the id of a record, a positive whole number.')
  .transform(Number)
  .refine((id) => id <= MAX_ID, 'Expected the id of a record; this number is too large.');

/** The id of the last record that a client has received; 0 where there was none yet. */
export const LastIdText = z
  .string()
  .regex(/^(0|[1-9]\d{0,15})$/, 'Expected the id of a record, or 0.')
  .transform(Number)
  .refine((id) => id <= MAX_ID, 'Expected the id of a record; this number is too large.');

/** An instant in UTC, ISO 8601, up to microseconds. */
export const Instant = z.string().meta({ format: 'date-time' });

const INSTANT = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/;

/**
 * An instant in a query that PostgreSQL accepts as well: it has no year 0 and no 31st of February.
 */
export const InstantText = z.string().refine(
  (text) => {
    if (!INSTANT.test(text)) return false;
    const day = text.slice(0, 10);
    const instant = new Date(text);
    const midnight = new Date(`${day}T00:00:00Z`);
    return (
      !Number.isNaN(instant.getTime()) &&
      !Number.isNaN(midnight.getTime()) &&
      midnight.toISOString().startsWith(day)
    );
    // Else a union takes it for what was meant, and does not say what else it takes.
  },
  { error: 'Expected an instant, such as 2026-01-31T00:00:00Z.', abort: true },
);

const EXPECTED_DAY = 'Expected a day, such as 2026-01-31, of this century.';
/** A day of a zone. */
export const Day = z.iso
  .date({ error: EXPECTED_DAY, abort: true })
  .refine((day) => day.startsWith('20'), EXPECTED_DAY);

/** A UTC day, or an instant. */
export const DayOrInstant = z
  .string()
  .refine(
    (text) =>
      InstantText.safeParse(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text).success,
    'Expected a day such as 2026-01-31, or an instant such as 2026-01-31T00:00:00Z.',
  );

/** A reference to a user; null where the user was deleted. */
export const UserRef = z.object({ id: z.int(), name: z.string() }).nullable();
export type UserRef = z.output<typeof UserRef>;

export const IdParams = z.object({ id: IdText });

/** A query parameter that may be repeated; always parsed as a list. */
export function repeated<Schema extends z.ZodType>(schema: Schema) {
  return z.union([
    z.array(schema).max(100, 'Expected at most 100 values.'),
    schema.transform((value) => [value]),
  ]);
}

/** Control characters but for tabs and line breaks: nobody writes them, and as JSON each takes six bytes. */
const CONTROL = /[^\P{Cc}\t\n\r]/u;
export const hasControl = (text: string) => CONTROL.test(text);

/**
 * Optional text: an empty or blank one is stored as null.
 * @param label the field in messages, as the form names it
 */
export function optionalText(label: string, max: number) {
  return z
    .string()
    .trim()
    .max(max, `${label} must be at most ${max} characters`)
    .refine((text) => !hasControl(text), `${label} can’t contain control characters`)
    .nullish()
    .transform((text) => (text === undefined ? undefined : text || null));
}

/** Line breaks, other control characters, and characters that change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * Replaces characters that a name cannot contain, where the person cannot be asked for another one.
 */
export const printable = (text: string) =>
  text.replaceAll(new RegExp(UNPRINTABLE, 'gu'), ' ').trim();

/** Refuses what no name can have. @param what the field in messages, as the form names it */
export const refuseInName = (what: string) => (name: string, context: z.RefinementCtx) => {
  const wrong = wrongInName(name);
  if (wrong) context.addIssue(`${what} can’t contain ${wrong}`);
};

/**
 * A name of anything: visible, on one line, in the form of `tidyName`. Every name and title that a
 * person gives is declared by it (`conventions.test.ts`).
 * @param what the field in messages, as the form names it
 */
export const nameText = (
  what: string,
  { min = 1, max, missing, long }: { min?: number; max: number; missing: string; long: string },
) =>
  z
    .string(missing)
    .overwrite(tidyName)
    .min(min, missing)
    .max(max, long)
    .superRefine(refuseInName(what))
    .refine((name) => name === '' || isVisible(name), `${what} must have a visible character`);

/** A page of a list: the total `count`, and links to the neighbouring pages with keyset cursors. */
export function pageOf<Schema extends z.ZodType>(schema: Schema) {
  return z.object({
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(schema),
  });
}

/** A whole number in a query, within bounds. */
export function intParam(least: number, most: number) {
  const message = `Expected a whole number from ${least} to ${most}.`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);
}
