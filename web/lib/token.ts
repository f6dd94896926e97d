/**
 * Whether an access token has expired, by its `exp`; one that cannot be decoded counts as expired.
 */
export function isExpired(token: string, now = Date.now()): boolean {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { exp } = JSON.parse(atob(payload)) as { exp: unknown };
    return typeof exp !== 'number' || exp * 1000 <= now;
  } catch {
    return true;
  }
}
