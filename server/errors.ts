import type { ErrorCode, FieldErrors } from '#contract/errors.ts';
import { summarise } from '#contract/errors.ts';

/** A failure that the caller is told of, in the one shape of `contract/errors.ts`. Everything else is a 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Further keys of the answer: messages by field, the current state of what was stale. */
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    status: number,
    message: string,
    { extra = {}, headers = {} }: { extra?: Record<string, unknown>; headers?: Record<string, string> } = {},
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

/** What a field names is not there, or is another workspace's, which is the same to the caller. */
export function notFoundIn(field: string, what: string, id: number | null) {
  const message = `There is no ${what} ${id}.`;
  return new AppError('not_found', 404, message, { extra: { [field]: [message] } });
}

/** For a `catch`: what is not there is undefined, and every other failure stays one. */
export function ifThere(error: unknown): undefined {
  if (error instanceof AppError && error.status === 404) return undefined;
  throw error;
}

/** Also for what lies in another workspace: that it is there is nobody else's business. */
export function notFound(what: string, id: number | string) {
  return new AppError('not_found', 404, `There is no ${what} ${id}.`);
}
