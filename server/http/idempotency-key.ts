import { invalid } from '../errors.ts';

const MAX_LENGTH = 200;

/**
 * The header `Idempotency-Key` of a request, if it has one.
 * @throws AppError 400 for a key of more than 200 characters
 */
export function requireKey(key: string | undefined): string | undefined {
  if ((key?.length ?? 0) <= MAX_LENGTH) return key;
  throw invalid({
    non_field_errors: [`Idempotency-Key must be at most ${MAX_LENGTH} characters.`],
  });
}
