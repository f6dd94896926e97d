import { z } from 'zod';

/** The closed list of error codes. Programs branch on the code; people read the detail. */
const ERROR_CODES = [
  'invalid',
  'not_authenticated',
  'forbidden',
  'not_a_member',
  'scope_required',
  'key_refused',
  'app_refused',
  'not_found',
  'stale',
  'look_first',
  'in_progress',
  'gone',
  'too_large',
  'unsupported_media_type',
  'rate_limited',
  'unavailable',
  'read_only',
  'at_rest',
  'storage_full',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * The shape of every error: `detail` and `code`; for invalid input a list of messages for each
 * field, for a stale save the `current` state.
 */
export const ErrorResponse = z.looseObject({ detail: z.string(), code: z.enum(ERROR_CODES) });

/** Messages by field. The key `non_field_errors` holds those that belong to no single field. */
export type FieldErrors = Record<string, string[]>;

/**
 * The maximum number of messages for a field: a list of a million invalid elements would otherwise
 * result in as many messages.
 */
const MAX_MESSAGES = 20;

/**
 * The messages of a failed parse, by top-level field, as forms and the API show them. A message
 * that the schema does not give says what was received and what is expected.
 */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of error.issues) {
    const name = issue.path.length ? String(issue.path[0]) : 'non_field_errors';
    const list = fields[name] ?? [];
    if (list.length < MAX_MESSAGES) list.push(messageOf(issue));
    fields[name] = list;
  }
  return fields;
}

/**
 * Of a union: what is wrong inside of the variant that was meant, else what the union says that it
 * takes, else what the variant says whose type was met.
 */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union') return issue.message;
  const found = issue.errors.flat();
  const isWrong = ({ code }: z.core.$ZodIssue) => code !== 'invalid_type';
  const inside = found.find((error) => error.path.length > 0 && isWrong(error));
  if (!inside && issue.message !== 'Invalid input') return issue.message;
  const meant = inside ?? found.find(isWrong) ?? found[0];
  return meant ? messageOf(meant) : issue.message;
}

/** One sentence that says what is wrong with the input. */
export function summarise(fields: FieldErrors): string {
  return Object.entries(fields)
    .map(([name, messages]) =>
      name === 'non_field_errors' ? messages[0] : `${name}: ${messages[0]}`,
    )
    .join(' ');
}
