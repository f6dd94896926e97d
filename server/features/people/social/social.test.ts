import { describe, expect, test } from 'vitest';
import { PASSWORD, person, useApp } from '../../../testing/app.ts';

const START = '/api/auth/social/twitter/';

const visit = (base: string, path: string, cookie?: string) =>
  fetch(base + path, { redirect: 'manual', headers: cookie ? { cookie } : {} });

/** The target of the redirect, in parts. */
function goal(response: Response) {
  const url = new URL(response.headers.get('location') ?? '', 'http://own.invalid');
  return {
    status: response.status,
    path: url.origin + url.pathname,
    query: Object.fromEntries(url.searchParams),
  };
}

describe('sign-in with X that is not configured', () => {
  const app = useApp();

  test.each([START, `${START}callback/`])('redirects back with the error: %s', async (path) => {
    expect(goal(await visit(app.base, `${path}?next=/content`))).toEqual({
      status: 302,
      path: 'http://own.invalid/auth/callback',
      query: {
        error: 'not_configured',
        error_description: expect.stringMatching(/not set up on this server/),
      },
    });
  });

  test('is not available for existing accounts either', async () => {
    const { token } = await person(app);
    expect((await app.get('/api/users/me/x/', token)).body).toEqual({
      available: false,
      linked: false,
      username: null,
    });
    expect((await app.post('/api/users/me/x/', { password: PASSWORD }, token)).status).toBe(404);
    expect((await app.delete('/api/users/me/x/', token)).status).toBe(404);
  });
});

describe('sign-in with X', () => {
  const app = useApp({
    X_CLIENT_ID: 'an-id',
    // Nothing listens there: X is down.
    NETWORK_ADDRESSES: 'https://x.com=https://x.example,https://api.x.com=http://127.0.0.1:9',
    ALLOW_PRIVATE_NETWORKS: 'true',
    PUBLIC_URL: 'https://posts.example.org',
  });
  const begin = async (next = '/content') => {
    const response = await visit(app.base, `${START}?next=${encodeURIComponent(next)}`);
    return { ...goal(response), cookie: response.headers.get('set-cookie') ?? '' };
  };

  test('sends X a PKCE challenge and a new state each time', async () => {
    const [one, two] = [await begin(), await begin()];
    expect(one).toMatchObject({
      status: 302,
      path: 'https://x.example/i/oauth2/authorize',
      query: {
        response_type: 'code',
        client_id: 'an-id',
        redirect_uri: `https://posts.example.org${START}callback/`,
        scope: 'users.read tweet.read',
        code_challenge_method: 'S256',
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        state: expect.stringMatching(/^sign-in\.[\w-]{43}$/),
      },
    });
    expect(two.query.state).not.toBe(one.query.state);
    expect(one.cookie).toMatch(/^__Host-x_sign_in=.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  });

  test.each([
    ['no cookie', 'code=c&state=s', undefined],
    ['a cookie that is forged', 'code=c&state=s', '__Host-x_sign_in=a.b.c'],
    [
      'an error that nobody asked for',
      'error=access_denied&error_description=Call+0800',
      undefined,
    ],
  ])('what was not begun in this browser is not believed: %s', async (_, query, cookie) => {
    const response = await visit(app.base, `${START}callback/?${query}`, cookie);
    expect(goal(response)).toMatchObject({
      path: 'http://own.invalid/auth/callback',
      query: {
        error: 'expired',
        error_description: expect.stringMatching(/^This sign-in has expired/),
      },
    });
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  test('shows the error of X for its own attempt; a HEAD request does not consume the attempt', async () => {
    const { cookie, query } = await begin();
    const kept = cookie.split(';', 1)[0] as string;
    const address = `${app.base}${START}callback/?error=access_denied&error_description=They+said+no&state=${query.state}`;
    expect(
      (await fetch(address, { method: 'HEAD', headers: { cookie: kept }, redirect: 'manual' }))
        .status,
    ).toBe(404);
    const found = goal(await fetch(address, { headers: { cookie: kept }, redirect: 'manual' }));
    expect(found.query).toEqual({ error: 'refused', error_description: 'They said no' });
  });

  test('an attempt lasts for ten minutes', async () => {
    const { cookie, query } = await begin();
    const kept = cookie.split(';', 1)[0] as string;
    const address = `${START}callback/?error=access_denied&error_description=No&state=${query.state}`;
    const errorAfter = async (ms: number) =>
      goal(await app.clock.later(ms, () => visit(app.base, address, kept))).query.error;
    const ends = 10 * 60_000;
    expect([await errorAfter(ends - 60_000), await errorAfter(ends)]).toEqual([
      'refused',
      'expired',
    ]);
  });

  test('an expired attempt returns to where it began', async () => {
    const found = goal(await visit(app.base, `${START}callback/?code=c&state=link.s`));
    expect(found).toMatchObject({ path: 'http://own.invalid/settings', query: { x: 'expired' } });
  });

  test('refuses another state, and reports that X cannot be reached, without an account or a token', async () => {
    const { cookie, query } = await begin();
    const kept = cookie.split(';', 1)[0] as string;
    const other = goal(await visit(app.base, `${START}callback/?code=c&state=another`, kept));
    expect(other.query.error).toBe('expired');
    const response = await visit(app.base, `${START}callback/?code=c&state=${query.state}`, kept);
    expect(goal(response).query).toEqual({
      error: 'failed',
      error_description: 'Social login failed. Please try again.',
    });
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-x_sign_in=; Max-Age=0/);
    expect((await app.database.query('select from users')).rowCount).toBe(0);
  });

  test('does not accept the cookie as an access token', async () => {
    const { cookie } = await begin();
    const token = /x_sign_in=([^;]+)/.exec(cookie)?.[1];
    expect((await app.get('/api/users/me/', token)).status).toBe(401);
  });

  test('begins to link an account only with its password, and with a cookie for this browser', async () => {
    const { token } = await person(app);
    const ask = (body: object) => app.post('/api/users/me/x/', body, token);
    expect((await ask({})).body.password).toEqual(['Please enter your password']);
    expect((await ask({ password: 'wrong' })).body.password).toEqual(['Incorrect password']);
    const { status, body, headers } = await ask({ password: PASSWORD });
    expect(status).toBe(200);
    expect(new URL(body.url).searchParams.get('code_challenge_method')).toBe('S256');
    const cookie = headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^__Host-x_sign_in=\S+; .*HttpOnly; SameSite=Lax; Secure$/);
    // X is down: reported on the page where it began.
    const state = new URL(body.url).searchParams.get('state');
    const back = await visit(
      app.base,
      `${START}callback/?code=c&state=${state}`,
      cookie.split(';', 1)[0],
    );
    expect(goal(back)).toMatchObject({
      path: 'http://own.invalid/settings',
      query: { x: 'failed' },
    });
  });

  test('does not remove the only way to sign in', async () => {
    const { token, id } = await person(app);
    await app.database.query(
      'update users set email = null, email_proved_at = null, password_hash = null where id = $1',
      [id],
    );
    await app.database.query("insert into identities values ('twitter', 'subject', $1, 'ada')", [
      id,
    ]);
    expect((await app.get('/api/users/me/x/', token)).body).toEqual({
      available: true,
      linked: true,
      username: 'ada',
    });
    expect(await app.delete('/api/users/me/x/', token)).toMatchObject({
      status: 400,
      body: {
        detail: 'X is your only way to sign in. Add an email address to your account first.',
      },
    });
    expect((await app.post('/api/users/me/x/', {}, token)).body.detail).toBe(
      'Your account is already connected to @ada.',
    );
    // Instead of a password: a recent sign-in.
    await app.database.query(
      "update sessions set created_at = now() - interval '16 minutes' where user_id = $1",
      [id],
    );
    for (const attempt of [
      app.post('/api/users/me/address/', { email: 'thief@example.org' }, token),
      app.post('/api/users/me/delete/', {}, token),
    ]) {
      expect(await attempt).toMatchObject({ status: 400, body: { sign_in_again: true } });
    }
  });
});
