import { withBase } from '#web/lib/base.ts';
import { exclusively } from '#web/lib/drafts/lock.ts';
import { isExpired } from '#web/lib/token.ts';
import {
  clearAuth,
  SIGN_IN_AGAIN,
  setAccessToken,
  setAuth,
  useAuth,
  useAuthSettled,
} from './auth-store.ts';

/**
 * A valid access token; refreshed first where it has expired. Null, and signed out, where that
 * fails.
 */
export async function freshAccessToken(): Promise<string | null> {
  const { accessToken, refreshToken } = useAuth.getState();
  if (accessToken && !isExpired(accessToken)) return accessToken;
  return refreshToken ? refresh() : null;
}

let underWay: Promise<string | null> | undefined;

/** One refresh for all waiting requests in all tabs. */
function refresh() {
  underWay ??= exclusively('token-refresh', async () => {
    // Another tab may have refreshed it meanwhile.
    const stored = localStorage.getItem('access_token');
    if (stored && !isExpired(stored)) {
      useAuth.setState({ accessToken: stored });
      return stored;
    }
    return requestAccessToken();
  }).finally(() => {
    underWay = undefined;
  });
  return underWay;
}

async function requestAccessToken() {
  const { refreshToken } = useAuth.getState();
  // Another person may have signed in while the request was pending.
  const isStillOurs = () => useAuth.getState().refreshToken === refreshToken;
  try {
    const response = await post('/api/auth/token/refresh/', { refresh: refreshToken });
    const { access } = (await response.json()) as { access: string };
    if (!isStillOurs()) return null;
    setAccessToken(access);
    return access;
  } catch {
    if (isStillOurs()) clearAuth(SIGN_IN_AGAIN);
    return null;
  }
}

/** Ends the session of this token on the server, even if the page is closed at once. */
export const endSession = (refresh: string) => post('/api/auth/logout/', { refresh });

/** Without the contract: its schemas would delay the first page. */
async function post(path: string, body: object) {
  const response = await fetch(withBase(path), {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
  return response;
}

/** Initialises the session: signed out without tokens, refreshed when expired, else signed in. */
export async function initialiseAuth() {
  await settleAuth();
  useAuthSettled.setState(true, true);
}

async function settleAuth() {
  const { accessToken, refreshToken, user } = useAuth.getState();
  if (!accessToken || !refreshToken) return clearAuth();
  const access = await freshAccessToken();
  if (!access) return;
  if (user) return useAuth.setState({ isAuthenticated: true });
  const response = await fetch(withBase('/api/users/me/'), {
    headers: { authorization: `Bearer ${access}` },
  }).catch(() => null);
  if (response?.ok) setAuth(await response.json(), access, refreshToken);
  else clearAuth(SIGN_IN_AGAIN);
}
