import { createSigner } from 'fast-jwt';
import { describe, expect, test } from 'vitest';
import { PASSWORD, person, start, useApp } from '../../../testing/app.ts';

const app = useApp();
const register = (fields: object = {}) =>
  app.post('/api/auth/register/', {
    email: `new-${Math.random()}@example.org`,
    name: 'Grace',
    password: 'longenough',
    password_confirm: 'longenough',
    ...fields,
  });

describe('registering', () => {
  test('creates an account with a workspace and signs the person in', async () => {
    const { status, body } = await register({
      email: ' Grace@Example.org ',
      name: ' Grace Hopper ',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      user: {
        id: expect.any(Number),
        name: 'Grace Hopper',
        email: 'Grace@Example.org',
        email_proved: false,
        pending_email: null,
      },
      access: expect.any(String),
      refresh: expect.any(String),
    });
    expect((await app.get('/api/users/me/', body.access)).body).toEqual(body.user);
    const { rows } = await app.database.query(
      'select role, w.name from memberships join workspaces w on w.id = workspace_id where user_id = $1',
      [body.user.id],
    );
    expect(rows).toEqual([{ role: 'owner', name: "Grace Hopper's workspace" }]);
  });

  test('creates the workspace in the zone of the browser, by its canonical name, and refuses no other', async () => {
    const zoneOf = async (fields: object) => {
      const { status, body } = await register({
        email: `${crypto.randomUUID()}@zones.org`,
        ...fields,
      });
      expect(status).toBe(201);
      return (await app.get('/api/workspace/', body.access)).body.time_zone;
    };
    expect(await zoneOf({ time_zone: 'Europe/Berlin' })).toBe('Europe/Berlin');
    expect(await zoneOf({ time_zone: 'america/new_york' })).toBe('America/New_York');
    expect(await zoneOf({})).toBe('UTC');
    for (const time_zone of ['Mars/Olympus', '+02:00', '', 7, null, 'x'.repeat(10_000)])
      expect(await zoneOf({ time_zone })).toBe('UTC');
  });

  test('reports errors under the name of each field', async () => {
    const { status, body } = await register({
      email: 'nobody',
      name: ' ',
      password: 'short',
      password_confirm: 'other',
    });
    expect(status).toBe(400);
    expect(body).toEqual({
      email: ['Please enter a valid email address'],
      name: ['Full name is required'],
      password: ['Password must be at least 8 characters'],
      password_confirm: ['Passwords do not match'],
      detail: expect.any(String),
      code: 'invalid',
    });
  });

  test('refuses an address that has an account, in any case', async () => {
    const { email } = await person(app);
    const { status, body } = await register({ email: email.toUpperCase() });
    expect(status).toBe(400);
    expect(body.email).toEqual(['An account with this email already exists']);
  });

  test('stores the password as an argon2id hash, and logs neither it nor tokens', async () => {
    const someone = await person(app);
    const { rows } = await app.database.query('select password_hash from users where id = $1', [
      someone.id,
    ]);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$/);
    const log = app.lines.join('');
    for (const secret of [PASSWORD, someone.token, someone.refresh])
      expect(log).not.toContain(secret);
  });
});

describe('signing in', () => {
  test('returns tokens for the right password, in any case of the address', async () => {
    const { email, id } = await person(app);
    const { status, body } = await app.post('/api/auth/login/', {
      email: email.toUpperCase(),
      password: PASSWORD,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user: { id, email },
      access: expect.any(String),
      refresh: expect.any(String),
    });
  });

  test('responds to an unknown address like to a wrong password', async () => {
    const { email } = await person(app);
    const wrong = await app.post('/api/auth/login/', { email, password: 'not the password' });
    const unknown = await app.post('/api/auth/login/', {
      email: 'nobody@example.org',
      password: 'not the password',
    });
    expect([wrong.status, wrong.body]).toEqual([
      401,
      { detail: 'Invalid email or password', code: 'not_authenticated' },
    ]);
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  });

  test('is recorded in the audit log of the workspace, failed or not', async () => {
    const { email, id } = await person(app);
    await app.post('/api/auth/login/', { email, password: 'wrong' });
    await app.post('/api/auth/login/', { email, password: PASSWORD });
    const entries = async () =>
      (
        await app.database.query(
          'select action, host(ip_address) as ip from audit_log where user_id = $1 order by id',
          [id],
        )
      ).rows;
    await expect
      .poll(entries)
      .toEqual(
        ['register', 'sign_in_failed', 'sign_in'].map((action) => ({ action, ip: '127.0.0.1' })),
      );
  });
});

describe('a session', () => {
  test('refreshes access tokens until it is ended, and then none of its tokens is valid', async () => {
    const { token, refresh } = await person(app);
    const renewed = await app.post('/api/auth/token/refresh/', { refresh });
    expect(renewed).toMatchObject({ status: 200, body: { access: expect.any(String) } });
    expect((await app.post('/api/auth/logout/', { refresh })).status).toBe(204);
    expect((await app.post('/api/auth/token/refresh/', { refresh })).status).toBe(401);
    await expect.poll(async () => (await app.get('/api/users/me/', token)).status).toBe(401);
    expect((await app.get('/api/users/me/', renewed.body.access)).status).toBe(401);
  });

  test('that is ended in one process has ended in the others, even in one that was not listening', async () => {
    const { token, refresh } = await person(app);
    const other = await start(app.databaseUrl);
    try {
      expect((await other.get('/api/users/me/', token)).status).toBe(200);
      await app.database.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'postfolio listener'",
      );
      await app.post('/api/auth/logout/', { refresh });
      await expect
        .poll(async () => (await other.get('/api/users/me/', token)).status, { timeout: 5000 })
        .toBe(401);
    } finally {
      await other.stop();
    }
  });

  test.each([
    ['none', undefined],
    ['one that is no token', 'nonsense'],
    [
      'one that another secret signed',
      createSigner({ key: 'y'.repeat(32) })({ sub: '1', sid: 'a' }),
    ],
    ['one that is not signed', `${btoa('{"alg":"none"}')}.${btoa('{"sub":"1","sid":"a"}')}.`],
  ])('needs a token of ours: %s is a 401', async (_, token) => {
    const { status, body } = await app.get('/api/users/me/', token);
    expect([status, body.code]).toEqual([401, 'not_authenticated']);
  });

  test('has access tokens of a quarter of an hour', async () => {
    const minutes = (count: number, token: string) =>
      app.clock.later(count * 60_000, async () => (await app.get('/api/users/me/', token)).status);
    const { token, refresh } = await person(app);
    expect([await minutes(14, token), await minutes(16, token)]).toEqual([200, 401]);
    // No process has read this one before.
    const { body } = await app.post('/api/auth/token/refresh/', { refresh });
    expect(await minutes(16, body.access)).toBe(401);
  });

  test('is not required on public endpoints, not even with an invalid token', async () => {
    const { email } = await person(app);
    const { status } = await app.post('/api/auth/login/', { email, password: PASSWORD }, 'stale');
    expect(status).toBe(200);
  });
});

describe('too many attempts', () => {
  test('for sign-ins to one account, or registrations from one address, get 429 and when to retry', async () => {
    const strict = await start(app.databaseUrl, { RATE_LIMIT_FACTOR: '1' });
    try {
      const { email } = await person(app);
      const attempt = (password: string) => strict.post('/api/auth/login/', { email, password });
      for (let i = 0; i < 10; i++) expect((await attempt('wrong')).status).toBe(401);
      const refused = await attempt(PASSWORD);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
      expect(refused.body).toEqual({
        detail: 'Too many attempts. Please try again in 15 minutes.',
        code: 'rate_limited',
      });

      await app.database.query("delete from rate_limits where key like 'register:%'");
      const join = () =>
        strict.post('/api/auth/register/', {
          email: `n${Math.random()}@example.org`,
          name: 'N',
          password: PASSWORD,
          password_confirm: PASSWORD,
        });
      for (let i = 0; i < 10; i++) expect((await join()).status).toBe(201);
      expect((await join()).status).toBe(429);
    } finally {
      await strict.stop();
    }
  });

  test('are counted by all processes together, and expire', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(() => start(app.databaseUrl, { RATE_LIMIT_FACTOR: '1' })),
    );
    if (!one || !two) throw new Error('not started');
    try {
      const { email } = await person(app);
      for (let i = 0; i < 5; i++) {
        await one.post('/api/auth/login/', { email, password: 'wrong' });
        await two.post('/api/auth/login/', { email, password: 'wrong' });
      }
      expect((await two.post('/api/auth/login/', { email, password: PASSWORD })).status).toBe(429);
      await app.database.query(
        "update rate_limits set window_ends_at = now() - interval '1 second'",
      );
      expect((await two.post('/api/auth/login/', { email, password: PASSWORD })).status).toBe(200);
    } finally {
      await Promise.all([one.stop(), two.stop()]);
    }
  });
});

test.each([
  ['203.0.113.7, 198.51.100.1', '198.51.100.1'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['not an address', '127.0.0.1'],
  ['x'.repeat(5000), '127.0.0.1'],
])('behind a proxy that forwards for %s, the address is %s', async (forwarded, expected) => {
  const behind = await start(app.databaseUrl, { TRUST_PROXY: '127.0.0.1' });
  try {
    const body = {
      email: `p${Math.random()}@example.org`,
      name: 'P',
      password: PASSWORD,
      password_confirm: PASSWORD,
    };
    const headers = { 'x-forwarded-for': forwarded };
    const response = await behind.request('/api/auth/register/', { method: 'POST', body, headers });
    expect(response.status).toBe(201);
    const { rows } = await app.database.query(
      'select host(ip_address) as ip from sessions where user_id = $1',
      [response.body.user.id],
    );
    expect(rows).toEqual([{ ip: expected }]);
  } finally {
    await behind.stop();
  }
});

describe('the address of a caller', () => {
  /** Requests through a proxy that forwards for this address. */
  async function behindProxy(
    work: (from: (ip: string) => (body: object) => Promise<number>) => Promise<void>,
  ) {
    const strict = await start(app.databaseUrl, {
      RATE_LIMIT_FACTOR: '1',
      TRUST_PROXY: '127.0.0.1',
    });
    try {
      await work((ip) => async (body) => {
        const headers = { 'x-forwarded-for': ip };
        return (await strict.request('/api/auth/login/', { method: 'POST', body, headers })).status;
      });
    } finally {
      await strict.stop();
    }
  }
  const wrong = (email: string) => ({ email, password: 'wrong' });

  test('is the whole /64 of an IPv6 address', () =>
    behindProxy(async (from) => {
      const responses: number[] = [];
      for (let n = 0; n < 51; n++)
        responses.push(await from(`2001:db8:0:7::${n.toString(16)}`)(wrong(`v6-${n}@example.org`)));
      expect(responses).toEqual([...Array(50).fill(401), 429]);
      expect(await from('2001:db8:0:8::1')(wrong('v6@example.org'))).toBe(401);
    }));

  test('is the same for an IPv4 address that IPv6 carries', () =>
    behindProxy(async (from) => {
      for (let n = 0; n < 50; n++)
        await from(n % 2 ? '198.51.100.9' : '::ffff:198.51.100.9')(wrong(`v4-${n}@example.org`));
      expect(await from('::ffff:c633:6409')(wrong('v4@example.org'))).toBe(429);
    }));

  test('limits guesses without locking the owner out, up to a hundred', () =>
    behindProxy(async (from) => {
      const { email } = await person(app);
      for (let n = 0; n < 11; n++) await from('203.0.113.1')(wrong(email));
      expect(await from('203.0.113.1')({ email, password: PASSWORD })).toBe(429);
      expect(await from('203.0.113.2')({ email, password: PASSWORD })).toBe(200);
      for (let n = 0; n < 100; n++) await from(`203.0.113.${10 + Math.floor(n / 9)}`)(wrong(email));
      expect(await from('203.0.113.2')({ email, password: PASSWORD })).toBe(429);
    }));

  test('at the sign-in do not lock out signed-in people', async () => {
    const strict = await start(app.databaseUrl, { RATE_LIMIT_FACTOR: '1' });
    try {
      const { email, token } = await person(app);
      for (let n = 0; n < 11; n++) await strict.post('/api/auth/login/', wrong(email));
      const next = 'An0ther-horse!';
      const body = { current_password: PASSWORD, new_password: next, new_password_confirm: next };
      expect((await strict.put('/api/users/me/password/', body, token)).status).toBe(204);
    } finally {
      await strict.stop();
    }
  });

  test('verifies a few passwords at a time, and refuses more', async () => {
    const strict = await start(app.databaseUrl, { RATE_LIMIT_FACTOR: '1' });
    try {
      await app.database.query('delete from rate_limits');
      const all = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          strict.post('/api/auth/login/', wrong(`once-${n}@example.org`)),
        ),
      );
      const refused = all.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused[0]?.body.detail).toBe('Too many attempts at once. Please try again.');
      expect(all.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(10);
    } finally {
      await strict.stop();
    }
  });
});

test.each([
  'password',
  'PASSWORD',
  '12345678',
  'aaaaaaaa',
  '        ',
  'Password1!',
  'trustno1',
  'Football2026!!',
])('the password %j is too common to register with, or to change to', async (common) => {
  const { status, body } = await register({ password: common, password_confirm: common });
  expect([status, body.password]).toEqual([
    400,
    ['This password is too common. Please choose another one'],
  ]);
});

test('a common password is refused', async () => {
  const { token } = await person(app);
  const body = {
    current_password: PASSWORD,
    new_password: 'Password1!',
    new_password_confirm: 'Password1!',
  };
  expect((await app.put('/api/users/me/password/', body, token)).body.new_password).toEqual([
    'This password is too common. Please choose another one',
  ]);
});

test.each(['Ada\r\nBcc: evil@evil.example', 'Ada\u202egpj.exe', 'Ada\tByron', 'Ada\u2028Byron'])(
  'the name %j is refused',
  async (name) => {
    const { status, body } = await register({ name });
    expect([status, body.name]).toEqual([
      400,
      [expect.stringContaining('Full name can’t contain')],
    ]);
  },
);
