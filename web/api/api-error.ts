import type { ErrorCode, FieldErrors } from '#contract/http/errors.ts';

/** An error of the API, or a failure to reach it (`status` 0, no message). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  /** The status text, such as 'Not Found'; empty without a response, or with HTTP/2. */
  readonly statusText: string;
  /** The whole response: messages by field, the current state of a stale save. */
  readonly body: Record<string, unknown>;

  constructor(
    message: string,
    status: number,
    statusText = '',
    body: Record<string, unknown> = {},
  ) {
    super(message);
    this.status = status;
    this.statusText = statusText;
    this.code = body.code as ErrorCode | undefined;
    this.body = body;
  }

  /** The messages by field, for forms. */
  get fields(): FieldErrors {
    return Object.fromEntries(
      Object.entries(this.body).filter(([, value]) => Array.isArray(value)),
    ) as FieldErrors;
  }
}
