import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode, FieldErrors } from '#contract/http/errors.ts';
import { isDatabaseAway } from '../database/failures.ts';
import { AppError } from '../errors.ts';
import { MINUTE_MS, type QuietLog } from '../lib/quiet-log.ts';

const KIB = 1024;
const MIB = KIB * KIB;

/** The messages for errors of Fastify itself. */
const REFUSALS: Record<string, [ErrorCode, number, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    415,
    'The body must be JSON, sent as application/json.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'invalid',
    400,
    'The length of the body does not match Content-Length.',
  ],
};

/** Temporary refusals of PostgreSQL by code: statement and lock timeout, a standby, a full disk. */
const DATABASE_REFUSALS: Record<string, [ErrorCode, number, string]> = {
  '57014': ['unavailable', 503, 'This took too long. Please try again.'],
  '55P03': ['unavailable', 503, 'This is being changed by someone else. Please try again.'],
  '25006': ['read_only', 503, 'The database is read-only right now. Changes cannot be saved.'],
  '53100': ['storage_full', 507, 'The disk is full: nothing can be saved until there is room.'],
  ENOSPC: ['storage_full', 507, 'The disk is full: nothing can be saved until there is room.'],
};

/** The client has disconnected, and what was done for it has ended because of that. */
const hungUp = ({ raw }: FastifyRequest, reply: FastifyReply, error: Error) =>
  raw.readableAborted ||
  (raw.destroyed && !raw.complete) ||
  (error.name === 'AbortError' && reply.raw.destroyed);

/**
 * The only place that writes errors. Unexpected ones are logged with the id of the request and
 * get 500 without details.
 * @param report logs each kind of failure at most once a second
 * @param onError gets each error
 */
export function createErrorWriter(report: QuietLog, onError: (error: unknown) => void = () => {}) {
  return function writeError(
    error: FastifyError | AppError,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    onError(error);
    const refused = explain(error, request);
    if (hungUp(request, reply, error))
      request.log.debug({ reqId: request.id, err: error }, 'the client hung up');
    else if (refused.status >= 500) {
      const kind = `${refused.code} ${error.code || (error as Error).message?.slice(0, 200)}`;
      const interval = refused.code === 'storage_full' ? MINUTE_MS : undefined;
      report('error', kind, { reqId: request.id, err: error }, 'request failed', interval);
    }
    reply.status(refused.status).headers(refused.headers).type('application/json; charset=utf-8');
    const { extra, message: detail, code } = refused;
    const fields = code === 'invalid' ? (extra as FieldErrors) : {};
    const more = request.routeOptions?.config?.failure?.({ detail, fields, code }) ?? extra;
    return reply.send(JSON.stringify({ ...more, detail, code }));
  };
}

/** Any error as the caller is told of it. */
export function explain(error: FastifyError | AppError, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const limit = request.routeOptions?.bodyLimit ?? MIB;
    const size = limit < MIB ? `${limit / KIB} KiB` : `${limit / MIB} MiB`;
    return new AppError('too_large', 413, `The body is larger than ${size}.`);
  }
  const known = REFUSALS[error.code];
  if (known) return new AppError(...known);
  const retry = { headers: { 'retry-after': '2' } };
  const refused = DATABASE_REFUSALS[error.code];
  if (refused) return new AppError(...refused, retry);
  if (isDatabaseAway(error))
    return new AppError(
      'unavailable',
      503,
      'The database cannot be reached right now. Please try again.',
      retry,
    );
  // Other errors of Fastify are client errors with a message.
  if (error.statusCode && error.statusCode < 500)
    return new AppError('invalid', error.statusCode, error.message);
  return new AppError('internal', 500, 'Something went wrong on the server. Please try again.');
}
