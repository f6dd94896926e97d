import type { Audience, Scope } from '#contract/scopes.ts';

/** What programs are told when their token does not do (RFC 6750, RFC 9728). */

/** What an app asks a person for at first: it is the person who takes something away. */
export const FIRST_SCOPES: readonly Scope[] = ['read', 'write', 'publish'];

/** The path of what describes an address that takes tokens. */
export const metadataPath = (audience: Audience) =>
  `/.well-known/oauth-protected-resource/${audience}`;

/**
 * The header `WWW-Authenticate` of a 401.
 * @param origin the public URL
 * @param isInvalid whether a token was sent
 */
export function challenge(origin: string, audience: Audience, isInvalid: boolean) {
  const parts = [
    ...(isInvalid ? ['error="invalid_token"'] : []),
    `resource_metadata="${origin}${metadataPath(audience)}"`,
    `scope="${FIRST_SCOPES.join(' ')}"`,
  ];
  return { 'www-authenticate': `Bearer ${parts.join(', ')}` };
}
