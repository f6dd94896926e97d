import { invalid } from '../../errors.ts';
import { OutgoingError } from '../../http/outgoing/outgoing.ts';
import { NetworkError } from './failures.ts';

/**
 * The origin of a server that a person named: 'example.org', a handle or any address of it.
 * @param field the field of the form, for the error
 * @param allowHttp whether the connection may be unencrypted: for servers in private networks
 * @throws AppError 400
 */
export function serverOrigin(text: string, field: string, allowHttp: boolean): string {
  const last = text.trim().split('@').at(-1) ?? '';
  const address = /^https?:\/\//i.test(text.trim()) ? text.trim() : `https://${last}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || !/\.|^localhost$|:/.test(url.hostname))
    throw invalid({ [field]: ['Expected the address of a server, such as example.org.'] });
  if (url.protocol === 'http:' && !allowHttp)
    throw invalid({ [field]: ['Expected an address that begins with https://.'] });
  return url.origin;
}

/** The host of an encrypted server; the whole origin of another one. */
export const hostOf = (origin: string) => origin.replace(/^https:\/\//, '');

/**
 * The error of the form where a server that a person named cannot be called at all; undefined for
 * other failures.
 */
export function unreachable(error: unknown, field: string, origin: string) {
  const cause = error instanceof NetworkError ? error.cause : undefined;
  if (!(cause instanceof OutgoingError)) return undefined;
  if (cause.kind === 'refused') return invalid({ [field]: ['This address isn’t allowed.'] });
  return cause.sent ? undefined : invalid({ [field]: [`No server answers at ${hostOf(origin)}.`] });
}
