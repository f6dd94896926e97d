import type { ErrorCode, FieldErrors } from '#contract/http/errors.ts';
import { summarise } from '#contract/http/errors.ts';

/** An error for the caller, in the shape of `contract/http/errors.ts`. Every other error is a 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Additional keys of the response: messages by field, the current state of a stale save. */
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    status: number,
    message: string,
    {
      extra = {},
      headers = {},
    }: { extra?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.extra = extra;
    this.headers = headers;
  }
}

export function invalid(fields: FieldErrors) {
  return new AppError('invalid', 400, summarise(fields), { extra: fields });
}

/**
 * A reference in a field that does not exist, or belongs to another workspace, which the caller
 * cannot tell apart.
 */
export function notFoundIn(field: string, what: string, id: number | null) {
  const message = `There is no ${what} ${id}.`;
  return new AppError('not_found', 404, message, { extra: { [field]: [message] } });
}

/** For a `catch`: turns a 404 into undefined and rethrows everything else. */
export function ifThere(error: unknown): undefined {
  if (error instanceof AppError && error.status === 404) return undefined;
  throw error;
}

/** Also for rows of another workspace: their existence is not disclosed. */
export function notFound(what: string, id: number | string) {
  return new AppError('not_found', 404, `There is no ${what} ${id}.`);
}

/** @throws AppError 409 with the `current` one, where this version of it is stale */
export function requireVersion(
  version: number | undefined,
  current: { version: number },
  what: string,
): void {
  if (version === undefined || version === current.version) return;
  throw new AppError('stale', 409, `Somebody else has saved this ${what}.`, { extra: { current } });
}
