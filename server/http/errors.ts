import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode, FieldErrors } from '#contract/errors.ts';
import { AppError } from '../errors.ts';

const MIB = 1024 * 1024;

/** What Fastify refuses by itself, in our words. */
const REFUSALS: Record<string, [ErrorCode, number, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 415, 'The body must be JSON, sent as application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid', 400, 'The body is not as long as Content-Length says.'],
};

/** PostgreSQL is starting, stopping, out of connections or gone: it will be back. */
const DATABASE_AWAY = /^(57P0|08|53300)|^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/;

const isDatabaseAway = (error: { code?: string; message?: string }) =>
  DATABASE_AWAY.test(error.code ?? '') ||
  /^Connection terminated|^timeout exceeded when trying to connect|not queryable/.test(error.message ?? '');

/** The only place that writes errors. What it does not know is logged with the request's id and answers 500, bare. */
export function writeError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  const refused = explain(error, request);
  if (refused.status >= 500) request.log.error({ reqId: request.id, err: error }, 'request failed');
  reply.status(refused.status).headers(refused.headers).type('application/json; charset=utf-8');
  const { extra, message: detail, code } = refused;
  const fields = code === 'invalid' ? (extra as FieldErrors) : {};
  const more = request.routeOptions?.config?.failure?.({ detail, fields }) ?? extra;
  return reply.send(JSON.stringify({ ...more, detail, code }));
}

function explain(error: FastifyError | AppError, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const limit = (request.routeOptions?.bodyLimit ?? MIB) / MIB;
    return new AppError('too_large', 413, `The body is larger than ${limit} MiB.`);
  }
  const known = REFUSALS[error.code];
  if (known) return new AppError(...known);
  if (isDatabaseAway(error)) {
    return new AppError('unavailable', 503, 'The database cannot be reached right now. Please try again.', {
      headers: { 'retry-after': '2' },
    });
  }
  // Fastify's other refusals are the caller's doing, and say so themselves.
  if (error.statusCode && error.statusCode < 500) return new AppError('invalid', error.statusCode, error.message);
  return new AppError('internal', 500, 'Something went wrong on the server. Please try again.');
}
