type Claims = { sub?: unknown; exp?: unknown };

/** The claims of an access token, none of them where it cannot be decoded. Nothing here is verified. */
function claimsOf(token: string): Claims {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return (JSON.parse(atob(payload)) as Claims | null) ?? {};
  } catch {
    return {};
  }
}

/**
 * Whether an access token has expired, by its `exp`; one that cannot be decoded counts as expired.
 */
export function isExpired(token: string, now = Date.now()): boolean {
  const { exp } = claimsOf(token);
  return typeof exp !== 'number' || exp * 1000 <= now;
}

/** The person whose access token this is, by its `sub`; '' where it cannot be decoded. */
export function subjectOf(token: string): string {
  const { sub } = claimsOf(token);
  return typeof sub === 'string' ? sub : '';
}
