import { withBase } from '#web/lib/base.ts';
import { exclusively } from '#web/lib/drafts/lock.ts';
import { isExpired } from '#web/lib/token.ts';
import { ApiError } from './api-error.ts';
import {
  clearAuth,
  SESSION_ENDED,
  setAccessToken,
  setAuth,
  useAuth,
  useAuthSettled,
} from './auth-store.ts';

/**
 * A valid access token; refreshed first where it has expired. Null, and signed out, where the server says
 * that the session has ended.
 * @param refused a token that the server does not take, whatever the clock of this device says
 * @throws ApiError where the server says nothing: the session may go on
 */
export async function freshAccessToken(refused?: string): Promise<string | null> {
  const { accessToken, refreshToken } = useAuth.getState();
  if (isUsable(accessToken, refused)) return accessToken;
  return refreshToken ? refresh(refused) : null;
}

const isUsable = (token: string | null, refused: string | undefined): token is string =>
  token !== null && token !== refused && !isExpired(token);

let underWay: Promise<string | null> | undefined;

/** One refresh for all waiting requests in all tabs. */
function refresh(refused: string | undefined) {
  underWay ??= exclusively('token-refresh', async () => {
    // Another tab may have refreshed it meanwhile, or somebody else has signed in there.
    const stored = localStorage.getItem('access_token');
    if (localStorage.getItem('refresh_token') !== useAuth.getState().refreshToken) return null;
    if (isUsable(stored, refused)) {
      useAuth.setState({ accessToken: stored });
      return stored;
    }
    return requestAccessToken();
  }).finally(() => {
    underWay = undefined;
  });
  return underWay;
}

/** What the server answers where a session has ended; anything else may come from something before it. */
const ENDED = [400, 401];

async function requestAccessToken() {
  const { refreshToken } = useAuth.getState();
  const response = await post('/api/auth/token/refresh/', { refresh: refreshToken }).catch(
    () => null,
  );
  const answer: { access?: unknown } | null = await response?.json().catch(() => null);
  // Another person may have signed in while the request was pending.
  if (useAuth.getState().refreshToken !== refreshToken) return null;
  if (response?.ok && typeof answer?.access === 'string') {
    setAccessToken(answer.access);
    return answer.access;
  }
  if (!response || !answer || !ENDED.includes(response.status)) throw new ApiError('', 0);
  clearAuth(SESSION_ENDED);
  return null;
}

/** Ends the session of this token on the server, even if the page is closed at once. */
export async function endSession(refresh: string) {
  const { ok, status } = await post('/api/auth/logout/', { refresh });
  if (!ok) throw new Error(`Signing out was answered with ${status}`);
}

/** Other requests wait for these: one without an answer is given up. */
const ANSWER_MS = 30_000;

/** Without the contract: its schemas would delay the first page. */
const post = (path: string, body: object) =>
  fetch(withBase(path), {
    method: 'POST',
    keepalive: true,
    signal: AbortSignal.timeout(ANSWER_MS),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Initialises the session: signed out without tokens, refreshed when expired, else signed in. */
export async function initialiseAuth() {
  await settleAuth();
  useAuthSettled.setState(true, true);
}

const AGAIN_MS = 3000;

async function settleAuth() {
  const { accessToken, refreshToken, user } = useAuth.getState();
  if (!accessToken || !refreshToken) return clearAuth();
  if (user) {
    // Where the server cannot be asked, each page says that it cannot be reached.
    const access = await freshAccessToken().catch(() => accessToken);
    if (access) useAuth.setState({ isAuthenticated: true });
    return;
  }
  for (;;) {
    const isOver = await readPerson(refreshToken).catch(() => false);
    if (isOver) return;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** Reads whose tokens these are; false where the server did not say. */
async function readPerson(refreshToken: string): Promise<boolean> {
  const access = await freshAccessToken();
  if (!access) return true;
  const response = await fetch(withBase('/api/users/me/'), {
    headers: { authorization: `Bearer ${access}` },
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (response.ok) setAuth(await response.json(), access, refreshToken);
  else if (response.status === 401) clearAuth(SESSION_ENDED);
  else return false;
  return true;
}
