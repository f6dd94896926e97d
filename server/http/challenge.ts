import type { Audience, Scope } from '#contract/scopes.ts';

/** What programs are told when their token does not do (RFC 6750, RFC 9728). */

/** What an app asks a person for at first: it is the person who takes something away. */
export const FIRST_SCOPES: Record<Audience, readonly Scope[]> = {
  mcp: ['read', 'write', 'publish'],
  api: ['read', 'write', 'publish'],
};

/** The path of what describes an address that takes tokens. */
export const metadataPath = (audience: Audience) =>
  `/.well-known/oauth-protected-resource/${audience}`;

/**
 * The header `WWW-Authenticate` of a 401, or of a 403 that names what the scope lacks.
 * @param origin the public URL
 */
export function challenge(
  origin: string,
  audience: Audience,
  {
    error,
    scopes = FIRST_SCOPES[audience],
  }: { error?: 'invalid_token' | 'insufficient_scope'; scopes?: readonly Scope[] } = {},
) {
  const parts = [
    ...(error ? [`error="${error}"`] : []),
    `resource_metadata="${origin}${metadataPath(audience)}"`,
    `scope="${scopes.join(' ')}"`,
  ];
  return { 'www-authenticate': `Bearer ${parts.join(', ')}` };
}
