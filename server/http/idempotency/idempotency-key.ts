import type { Executor } from '../../database/pool.ts';
import { AppError, invalid } from '../../errors.ts';
import { findResponse } from './idempotency-key.sql.ts';

const MAX_LENGTH = 200;
/** With the id of a key of the API before it. */
const MAX_STORED = 255;

/** A key of a header among others: no header has the sign between them. */
export const keyWithin = (place: string | number, key: string) => `${place}\u0001${key}`;

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

/** @param hash of the request that came with a key, and of the one that it was used for */
export function requireSame(hash: Buffer, known: { request_hash: Buffer }): void {
  if (!known.request_hash.equals(hash))
    throw new AppError('invalid', 422, 'This Idempotency-Key belongs to another request.');
}

/**
 * What a request with this key has made, if there was one.
 * @throws AppError 422 where the key belongs to another request
 */
export async function findMade(
  executor: Executor,
  { workspaceId, userId }: { workspaceId: number; userId: number },
  { text, hash }: { text: string; hash: Buffer },
) {
  const [known] = await findResponse(executor, { workspaceId, userId, key: text });
  if (!known) return undefined;
  requireSame(hash, known);
  return known.response;
}
