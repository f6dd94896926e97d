import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/**
 * The bearer token of a request; undefined where it has none.
 * @throws AppError 401 where there are two: a proxy and this server might take different ones
 */
export function bearerOf({ headers, raw }: FastifyRequest): string | undefined {
  const header = headers.authorization;
  // The name of a scheme is the same in small letters (RFC 9110, 11.1).
  if (!header || !/^bearer /i.test(header)) return undefined;
  if (raw.rawHeaders.filter(isAuthorization).length > 1)
    throw new AppError(
      'not_authenticated',
      401,
      'The header Authorization was sent more than once.',
      { headers: { 'www-authenticate': 'Bearer' } },
    );
  return header.slice(7).trim();
}

const isAuthorization = (text: string, place: number) =>
  place % 2 === 0 && text.toLowerCase() === 'authorization';
