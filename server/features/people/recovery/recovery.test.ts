import { afterAll, describe, expect, test } from 'vitest';
import { PASSWORD, person, start, useApp } from '../../../testing/app.ts';
import { startSmtp } from '../../../testing/smtp.ts';

let smtp: Awaited<ReturnType<typeof startSmtp>>;
const app = useApp(async () => {
  smtp = await startSmtp();
  return { SMTP_URL: smtp.url, PUBLIC_URL: 'https://posts.example.org' };
});
afterAll(() => smtp.stop());

const NEW = 'An0ther-horse!';
const ask = (email: string) => app.post('/api/auth/password-reset/', { email });
const confirm = (link: { uid: string; token: string }, password = NEW, again = password) =>
  app.post('/api/auth/password-reset-confirm/', {
    ...link,
    new_password: password,
    new_password_confirm: again,
  });

const resets = () => smtp.mails.filter(({ subject }) => subject === 'Reset your password');

/** Requests a link and reads it from the mail. */
async function link(email: string) {
  expect((await ask(email)).status).toBe(200);
  const mailOf = () =>
    resets()
      .filter(({ to }) => to?.[0]?.address === email)
      .at(-1);
  await expect.poll(mailOf).toBeDefined();
  const [, uid = '', token = ''] =
    /https:\/\/posts\.example\.org\/reset-password\/([^/\s]+)\/(\S+)/.exec(mailOf()?.text ?? '') ??
    [];
  smtp.mails = [];
  return { uid, token };
}

test('a link in a mail sets a new password, once, and ends all sessions', async () => {
  const { email, token, refresh } = await person(app);
  const found = await link(email);
  expect((await confirm(found)).status).toBe(200);
  expect((await app.post('/api/auth/login/', { email, password: PASSWORD })).status).toBe(401);
  expect((await app.post('/api/auth/login/', { email, password: NEW })).status).toBe(200);
  expect((await app.post('/api/auth/token/refresh/', { refresh })).status).toBe(401);
  await expect.poll(async () => (await app.get('/api/users/me/', token)).status).toBe(401);
  expect(await confirm(found, 'Y3t-another-horse!')).toMatchObject({
    status: 400,
    body: {
      detail: 'Invalid or expired reset link. Please request a new password reset.',
      code: 'invalid',
    },
  });
});

/** As if this account had been linked with X. */
const linkX = (id: number) =>
  app.database.query(
    "insert into identities values ('twitter', 'subject-' || $1::text, $1::bigint, 'ada_x')",
    [id],
  );

test('an account that is taken over by its mailbox has no other way in', async () => {
  const { email, id } = await person(app);
  await linkX(id);
  expect((await confirm(await link(email))).status).toBe(200);
  const { rows } = await app.database.query(
    'select (select count(*)::int from identities where user_id = $1) as links, array_agg(action order by id) as done from audit_log where user_id = $1',
    [id],
  );
  expect(rows).toEqual([{ links: 0, done: ['register', 'unlink', 'password_reset'] }]);
});

test('what a stranger prepared in an account ends when the owner of the address takes it over', async () => {
  const { email, id, token } = await person(app, 'Mallory', { proved: false });
  await app.put(
    '/api/users/me/',
    { name: 'Mallory', email: `evil-${email}`, current_password: PASSWORD },
    token,
  );
  const { body: invitation } = await app.post('/api/invitations/', { role: 'admin' }, token);
  const { body: key } = await app.post('/api/keys/', { name: 'K', scopes: ['read'] }, token);
  const hook = { name: 'H', url: 'https://evil.example/hook', events: ['post.created' as const] };
  expect((await app.post('/api/webhooks/', hook, token)).status).toBe(201);
  const inwards = { name: 'I', folder: null };
  expect((await app.post('/api/incoming/', inwards, token)).status).toBe(201);
  const { body: feed } = await app.post('/api/calendar/feed/', {}, token);
  expect((await confirm(await link(email))).status).toBe(200);
  expect((await app.get('/api/whoami/', key.secret)).status).toBe(401);
  const { access } = (await app.post('/api/auth/login/', { email, password: NEW })).body;
  expect((await app.get('/api/users/me/', access)).body).toMatchObject({
    id,
    email_proved: true,
    pending_email: null,
  });
  expect((await app.get('/api/webhooks/', access)).body).toMatchObject([{ state: 'off' }]);
  expect((await app.get('/api/incoming/', access)).body).toEqual([]);
  const calendar = new URL(feed.url as string);
  expect((await fetch(app.base + calendar.pathname)).status).toBe(404);
  const accepted = await app.post(
    '/api/invitations/accept/',
    { token: invitation.link?.split('/').at(-1) },
    (await person(app)).token,
  );
  expect(accepted.status).toBe(410);
  await expect
    .poll(() => smtp.mails.map(({ subject }) => subject))
    .toContain('Your password was set');
});

test('an unknown address gets the same response, and no mail', async () => {
  const { email } = await person(app);
  const known = await ask(email);
  const unknown = await ask('nobody-at-all@example.org');
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  await expect.poll(resets).toHaveLength(1);
  await expect
    .poll(() =>
      app.database.query(
        "select from jobs.job where state <> 'completed' and name = 'recovery.mail'",
      ),
    )
    .toMatchObject({ rowCount: 0 });
  expect(resets().map(({ to }) => to?.[0]?.address)).toEqual([email]);
  smtp.mails = [];
});

describe('a link is invalid', () => {
  test('after an hour', async () => {
    const { email } = await person(app);
    const found = await link(email);
    await app.database.query("update password_resets set expires_at = now() - interval '1 second'");
    expect((await confirm(found)).status).toBe(400);
  });

  test('once there is a newer one', async () => {
    const { email } = await person(app);
    const [first, second] = [await link(email), await link(email)];
    expect((await confirm(first)).status).toBe(400);
    expect((await confirm(second)).status).toBe(200);
  });

  test('of another account, or a forged one', async () => {
    const [one, two] = [await person(app), await person(app)];
    const found = await link(one.email);
    for (const wrong of [
      { uid: String(two.id) },
      { token: 'invented' },
      { uid: 'x' },
      { uid: '9'.repeat(99) },
    ])
      expect((await confirm({ ...found, ...wrong })).status).toBe(400);
    expect((await confirm(found)).status).toBe(200);
  });
});

test('a password that breaks a rule, or is not repeated, is refused, and the link stays valid', async () => {
  const { email } = await person(app);
  const found = await link(email);
  for (const weak of ['Sh0rt-!', 'no-upper-1', 'NO-LOWER-1', 'No-number!', 'NoSpecial1'])
    expect((await confirm(found, weak)).body.new_password).toEqual([
      'Password does not meet requirements',
    ]);
  expect((await confirm(found, NEW, 'different')).body.new_password_confirm).toEqual([
    'Passwords do not match',
  ]);
  expect((await confirm({ uid: '', token: '' })).body.uid).toEqual([
    'Invalid reset link. Please request a new password reset.',
  ]);
  expect((await confirm(found)).status).toBe(200);
});

test('guesses at the old password do not count against the new one, and links end with the address', async () => {
  const settings = { SMTP_URL: smtp.url, PUBLIC_URL: 'https://posts.example.org' };
  const strict = await start(app.databaseUrl, { ...settings, RATE_LIMIT_FACTOR: '1' });
  try {
    const { email, token } = await person(app);
    const first = await link(email);
    for (let n = 0; n < 11; n++)
      await strict.post('/api/auth/login/', { email, password: 'wrong' });
    expect((await strict.post('/api/auth/login/', { email, password: PASSWORD })).status).toBe(429);
    expect((await confirm(first)).status).toBe(200);
    expect((await strict.post('/api/auth/login/', { email, password: NEW })).status).toBe(200);
    await expect.poll(async () => (await app.get('/api/users/me/', token)).status).toBe(401);

    const again = (await app.post('/api/auth/login/', { email, password: NEW })).body
      .access as string;
    const second = await link(email);
    const moved = { name: 'Ada', email: `moved-${email}`, current_password: NEW };
    expect((await app.put('/api/users/me/', moved, again)).status).toBe(200);
    const proof = () => smtp.mails.find(({ to }) => to?.[0]?.address === moved.email)?.text;
    await expect.poll(proof).toBeDefined();
    const [, address] = /\/confirm-address\/(\S+)/.exec(proof() ?? '') ?? [];
    expect(
      (await app.post('/api/users/me/address/confirm/', { token: address }, again)).status,
    ).toBe(200);
    expect((await confirm(second)).status).toBe(400);
  } finally {
    await strict.stop();
  }
});

test('a retried mail has the same link', async () => {
  const { email } = await person(app);
  smtp.mood = 'drops';
  await ask(email);
  await expect
    .poll(() =>
      app.database.query("select from jobs.job where state = 'retry' and name = 'recovery.mail'"),
    )
    .toMatchObject({ rowCount: 1 });
  const hashes = async () =>
    (
      await app.database.query(
        'select token_hash from password_resets order by expires_at desc limit 1',
      )
    ).rows;
  const before = await hashes();
  smtp.mood = 'well';
  await app.database.query("update jobs.job set start_after = now() where state = 'retry'");
  await expect.poll(resets, { timeout: 10_000 }).toHaveLength(1);
  expect(await hashes()).toEqual(before);
  smtp.mails = [];
});

test('the token is only in the mail', async () => {
  const { email } = await person(app);
  const { token, uid } = await link(email);
  // Opening the page, by a person or by a scanner of mails, has no effect either.
  await app.get(`/reset-password/${uid}/${token}`);
  const { rows } = await app.database.query(
    "select (select string_agg(j::text, '') from jobs.job j) || (select string_agg(r::text, '') from password_resets r) as text",
  );
  expect(rows[0].text).not.toContain(token);
  expect(app.lines.join('')).not.toContain(token);
});

test('more than five an hour for one address, known or not, are refused', async () => {
  const strict = await start(app.databaseUrl, { RATE_LIMIT_FACTOR: '1', SMTP_URL: smtp.url });
  try {
    for (const email of [(await person(app)).email, 'unknown@example.org']) {
      await app.database.query('delete from rate_limits');
      const once = () => strict.post('/api/auth/password-reset/', { email: email.toUpperCase() });
      for (let n = 0; n < 5; n++) expect((await once()).status).toBe(200);
      expect((await once()).status).toBe(429);
    }
  } finally {
    await strict.stop();
  }
});

describe('a first address', () => {
  const give = (email: string, token: string) =>
    app.post('/api/users/me/address/', { email }, token);
  /** Somebody who signed up with X. */
  async function fromX() {
    const somebody = await person(app);
    await app.database.query(
      'update users set email = null, email_proved_at = null, password_hash = null where id = $1',
      [somebody.id],
    );
    await linkX(somebody.id);
    return somebody;
  }
  async function mailTo(email: string) {
    const found = () => smtp.mails.filter(({ to }) => to?.[0]?.address === email).at(-1);
    await expect.poll(found).toBeDefined();
    const mail = found();
    smtp.mails = [];
    return mail;
  }
  const partsOf = (text = '') => {
    const [, uid = '', token = ''] = /\/reset-password\/([^/\s]+)\/(\S+)/.exec(text) ?? [];
    return { uid, token };
  };

  test('comes with a password, once the mailed link is used', async () => {
    const { token, refresh } = await fromX();
    const email = 'first-address@example.org';
    expect((await give(email, token)).status).toBe(200);
    const mail = await mailTo(email);
    expect(mail?.subject).toBe('Confirm your email address');
    // No text of their choice goes to a stranger's mailbox.
    expect(mail?.text).toContain('@ada_x on X');
    expect(mail?.text).not.toContain('Ada Byron');
    expect((await app.get('/api/users/me/', token)).body.email).toBeNull();
    expect((await app.post('/api/auth/login/', { email, password: NEW })).status).toBe(401);
    const found = partsOf(mail?.text);
    expect((await confirm(found)).status).toBe(200);
    expect((await app.post('/api/auth/login/', { email, password: NEW })).body.user.email).toBe(
      email,
    );
    expect((await app.post('/api/auth/token/refresh/', { refresh })).status).toBe(401);
    expect((await confirm(found)).status).toBe(400);
    const { rows } = await app.database.query(
      "select action from audit_log where action = 'address'",
    );
    expect(rows).toHaveLength(1);
  });

  test('with an account is notified in its own mailbox, and nowhere else', async () => {
    const { token } = await fromX();
    const { email } = await person(app);
    const response = await give(email.toUpperCase(), token);
    expect(response).toMatchObject({
      status: 200,
      body: { detail: 'We sent a confirmation link to this address.' },
    });
    const mail = await mailTo(email);
    expect(mail?.subject).toBe('You already have an account');
    expect(mail?.text).not.toContain('/reset-password/');
  });

  test('is set once: later mails with earlier links change nothing', async () => {
    const { token, id } = await fromX();
    await give('one@example.org', token);
    const one = partsOf((await mailTo('one@example.org'))?.text);
    await app.database.query(
      `insert into password_resets (token_hash, user_id, expires_at, email)
       values (sha256('later'), $1, now() + interval '1 hour', 'two@example.org')`,
      [id],
    );
    expect((await confirm(one)).status).toBe(200);
    expect((await confirm({ uid: one.uid, token: 'later' })).status).toBe(400);
    expect(
      (await app.post('/api/auth/login/', { email: 'one@example.org', password: NEW })).status,
    ).toBe(200);
  });

  /** Somebody who signed up with X, with a second session and the ids of both. */
  async function withTwoSessions() {
    const somebody = await person(app);
    const { email } = somebody;
    const { body } = await app.post('/api/auth/login/', { email, password: PASSWORD });
    const { rows } = await app.database.query<{ id: string }>(
      'select id from sessions where user_id = $1 order by created_at',
      [somebody.id],
    );
    await app.database.query(
      'update users set email = null, email_proved_at = null, password_hash = null where id = $1',
      [somebody.id],
    );
    await linkX(somebody.id);
    const [first = '', second = ''] = rows.map(({ id }) => id);
    return {
      ...{ ...somebody, email: `first-${email}`, first, second },
      other: { token: body.access, refresh: body.refresh },
    };
  }
  const end = async (token: string, id?: string) => {
    const path = `/api/users/me/sessions/${id ? `${id}/` : ''}` as '/api/users/me/sessions/';
    expect((await app.request(path, { method: 'DELETE', token })).status).toBe(204);
  };
  const signOut = async (refresh: string) =>
    expect((await app.post('/api/auth/logout/', { refresh })).status).toBeLessThan(300);

  test.each([
    ['all others', undefined],
    ['one', undefined],
    ['all others', 'that had logged out'],
    ['a third', 'that had logged out'],
  ])('is not set by a link that an ended session asked for (%s, %s)', async (which, hasLeft) => {
    const { token, other, second, id, email } = await withTwoSessions();
    expect((await give(email, other.token)).status).toBe(200);
    const found = partsOf((await mailTo(email))?.text);
    if (hasLeft) await signOut(other.refresh);
    const { rows } = await app.database.query<{ id: string }>(
      `insert into sessions (user_id, refresh_hash, expires_at)
       values ($1, sha256($2::text::bytea), now() + interval '1 day') returning id`,
      [id, `third session of ${id}`],
    );
    await end(token, which === 'all others' ? undefined : which === 'one' ? second : rows[0]?.id);
    expect((await confirm(found)).status).toBe(400);
  });

  test.each(['all others', 'one', 'its own, by a logout'])(
    'is set by the link that a session asked for which nobody has ended (%s)',
    async (which) => {
      const { token, refresh, second, email } = await withTwoSessions();
      expect((await give(email, token)).status).toBe(200);
      const found = partsOf((await mailTo(email))?.text);
      if (which.startsWith('its own')) await signOut(refresh);
      else await end(token, which === 'one' ? second : undefined);
      expect((await confirm(found)).status).toBe(200);
    },
  );

  test.each(['logged out', 'was ended', 'logged out, and others were ended'])(
    'has its link mailed where the session that asked %s only if nobody ended it',
    async (how) => {
      const { token, other, second, id, email } = await withTwoSessions();
      if (how.startsWith('logged out')) await signOut(other.refresh);
      if (how !== 'logged out') await end(token, how === 'was ended' ? second : undefined);
      const { rows } = await app.database.query<{ id: string }>(
        "insert into jobs.job (name, data) values ('recovery.mail_address', $1) returning id",
        [{ userId: id, email, sessionId: second }],
      );
      const done = "select from jobs.job where id = $1 and state = 'completed'";
      await expect
        .poll(async () => (await app.database.query(done, [rows[0]?.id])).rowCount)
        .toBe(1);
      const mails = smtp.mails.filter(({ to }) => to?.[0]?.address === email);
      expect(mails).toHaveLength(how === 'logged out' ? 1 : 0);
      smtp.mails = [];
    },
  );

  test('is refused where somebody else took it meanwhile, or the account has one', async () => {
    const { token } = await fromX();
    const email = 'wanted-by-two@example.org';
    await give(email, token);
    const found = partsOf((await mailTo(email))?.text);
    const taken = await app.post('/api/auth/register/', {
      email,
      name: 'Grace',
      password: PASSWORD,
      password_confirm: PASSWORD,
    });
    expect(taken.status).toBe(201);
    expect(await confirm(found)).toMatchObject({
      status: 400,
      body: { email: ['An account with this email already exists'] },
    });
    expect((await give('another@example.org', taken.body.access)).body.email).toEqual([
      'This account already has an email address. Change it in the profile.',
    ]);
    expect(
      (await app.put('/api/users/me/', { name: 'Ada', email: 'x@example.org' }, token)).body.email,
    ).toEqual(['An account created with X gets its first email address through an emailed link.']);
  });
});
