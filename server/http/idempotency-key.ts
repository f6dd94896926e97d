import { invalid } from '../errors.ts';

const MAX_LENGTH = 200;
/** With the id of a key of the API before it. */
const MAX_STORED = 255;

/**
 * The header `Idempotency-Key` of a request, if it has one.
 * @throws AppError 400 for a key of more than 200 characters
 */
export function requireKey(key: string | undefined): string | undefined {
  if ((key?.length ?? 0) <= MAX_STORED) return key;
  throw tooLong();
}

const tooLong = () =>
  invalid({ non_field_errors: [`Idempotency-Key must be at most ${MAX_LENGTH} characters.`] });

/** @throws AppError 400 for a key of a request that is too long, or empty */
export function requireGiven(key: string): void {
  if (key.length > MAX_LENGTH) throw tooLong();
  if (!key.trim()) throw invalid({ non_field_errors: ['Idempotency-Key must not be empty.'] });
}
