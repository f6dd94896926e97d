import { afterAll, describe, expect, test } from 'vitest';
import { ADDRESS_LINK_DAYS } from '#contract/people/addresses.ts';
import { PASSWORD, person, start, useApp, writer } from '../../../testing/app.ts';
import { startSmtp } from '../../../testing/smtp.ts';

const DAY_MS = 24 * 60 * 60_000;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
const app = useApp(async () => {
  smtp = await startSmtp();
  return { SMTP_URL: smtp.url };
});
afterAll(() => smtp.stop());
const signIn = (email: string, password = PASSWORD) =>
  app.post('/api/auth/login/', { email, password });

describe('the profile', () => {
  const linkTo = async (email: string) => {
    const found = () => smtp.mails.filter(({ to }) => to?.[0]?.address === email).at(-1);
    await expect.poll(found).toBeDefined();
    return /\/confirm-address\/(\S+)/.exec(found()?.text ?? '')?.[1];
  };
  const confirm = (token: string | undefined, as: string) =>
    app.post('/api/users/me/address/confirm/', { token }, as);

  test('changes the name, and with the password the address, once it is verified', async () => {
    const { email, token, id } = await person(app);
    const me = { id, email, email_proved: true, pending_email: null };
    expect((await app.put('/api/users/me/', { name: ' Ada L. ' }, token)).body).toEqual({
      ...me,
      name: 'Ada L.',
    });
    const other = `other-${email}`;
    const change = (fields: object) =>
      app.put('/api/users/me/', { name: 'Ada', email: other, ...fields }, token);
    expect((await change({})).body.current_password).toEqual(['Please enter your password']);
    expect((await change({ current_password: 'wrong' })).body.current_password).toEqual([
      'Incorrect password',
    ]);
    expect((await change({ current_password: PASSWORD })).body).toEqual({
      ...me,
      name: 'Ada',
      pending_email: other,
    });
    expect((await signIn(email)).status).toBe(200);
    expect((await signIn(other)).status).toBe(401);
    const link = await linkTo(other);
    // Another person who opens the link changes nothing.
    const stranger = await person(app);
    expect((await confirm(link, stranger.token)).status).toBe(400);
    expect((await confirm(link?.replace(/-./, '-~'), token)).status).toBe(400);
    const expired = await app.clock.later(ADDRESS_LINK_DAYS * DAY_MS, async () =>
      confirm(link, (await signIn(email)).body.access),
    );
    expect(expired.status).toBe(400);
    expect((await confirm(link, token)).body).toEqual({ ...me, name: 'Ada', email: other });
    expect((await signIn(email)).status).toBe(401);
    expect((await signIn(other)).status).toBe(200);
    const notices = () =>
      smtp.mails.filter(({ to }) => to?.[0]?.address === email).map(({ subject }) => subject);
    await expect.poll(notices).toEqual(['Your email address was changed']);
  });

  test('keeps its address when the change is cancelled', async () => {
    const { email, token } = await person(app);
    const other = `other-${email}`;
    await app.put(
      '/api/users/me/',
      { name: 'Ada', email: other, current_password: PASSWORD },
      token,
    );
    const link = await linkTo(other);
    expect((await app.delete('/api/users/me/address/pending/', token)).body).toMatchObject({
      pending_email: null,
    });
    expect((await confirm(link, token)).status).toBe(400);
    expect((await signIn(email)).status).toBe(200);
  });

  test('does not get an address of another account, and does not disclose that it exists', async () => {
    const [one, two] = [await person(app), await person(app)];
    const ask = (email: string) =>
      app.put('/api/users/me/', { name: 'Ada', email, current_password: PASSWORD }, one.token);
    const [taken, free] = [await ask(two.email.toUpperCase()), await ask('free@example.org')];
    expect([taken.status, free.status]).toEqual([200, 200]);
    await ask(two.email);
    await expect
      .poll(() =>
        smtp.mails.filter(({ to }) => to?.[0]?.address === two.email).map(({ subject }) => subject),
      )
      .toContain('You already have an account');
    expect((await signIn(two.email)).body.user.id).toBe(two.id);
  });

  test('allows five addresses an hour', async () => {
    const strict = await start(app.databaseUrl, { RATE_LIMIT_FACTOR: '1', SMTP_URL: smtp.url });
    try {
      const { token } = await person(app);
      const ask = (n: number) =>
        strict.put(
          '/api/users/me/',
          { name: 'Ada', email: `many-${n}@example.org`, current_password: PASSWORD },
          token,
        );
      const responses = [];
      for (let n = 0; n < 6; n++) responses.push((await ask(n)).status);
      expect(responses).toEqual([200, 200, 200, 200, 200, 429]);
    } finally {
      await strict.stop();
    }
  });
});

test('a verified address is never the former one, even with concurrent changes', async () => {
  for (let round = 0; round < 5; round++) {
    const { email, token } = await person(app, 'Mallory', { proved: false });
    const own = `mallory-${round}@evil.example`;
    await app.put(
      '/api/users/me/',
      { name: 'Mallory', email: own, current_password: PASSWORD },
      token,
    );
    const mail = () => smtp.mails.find(({ to }) => to?.[0]?.address === own)?.text;
    await expect.poll(mail).toBeDefined();
    const [, link] = /\/confirm-address\/(\S+)/.exec(mail() ?? '') ?? [];
    const back = Array.from({ length: 20 }, () =>
      app.put('/api/users/me/', { name: 'Mallory', email }, token),
    );
    await Promise.all([
      ...back,
      app.post('/api/users/me/address/confirm/', { token: link }, token),
    ]);
    const { body: me } = await app.get('/api/users/me/', token);
    expect([me.email, me.email_proved]).toEqual(me.email_proved ? [own, true] : [email, false]);
  }
});

test('an unverified mailbox gets no notices about the account', async () => {
  const { email, token } = await person(app, 'Mallory', { proved: false });
  const change = (from: string, to: string) =>
    app.put(
      '/api/users/me/password/',
      { current_password: from, new_password: to, new_password_confirm: to },
      token,
    );
  expect((await change(PASSWORD, 'An0ther-horse!')).status).toBe(204);
  expect(
    (await app.post('/api/users/me/delete/', { password: 'An0ther-horse!' }, token)).status,
  ).toBe(204);
  // Nor is it requested: a mail may take a while.
  const asked = "select from jobs.job where name = 'auth.notice' and data->>'to' = $1";
  expect((await app.database.query(asked, [email])).rowCount).toBe(0);
  expect(smtp.mails.filter(({ to }) => to?.[0]?.address === email)).toEqual([]);
});

test('a password can be changed five times an hour', async () => {
  const strict = await start(app.databaseUrl, { RATE_LIMIT_FACTOR: '1' });
  try {
    const { token } = await person(app);
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) {
      const [from, to] = [n ? `An0ther-horse-${n}!` : PASSWORD, `An0ther-horse-${n + 1}!`];
      const body = { current_password: from, new_password: to, new_password_confirm: to };
      statuses.push((await strict.put('/api/users/me/password/', body, token)).status);
    }
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
  } finally {
    await strict.stop();
  }
});

describe('an address', () => {
  test('is verified by the mailed link, once signed in', async () => {
    const { email, token } = await person(app, 'Ada', { proved: false });
    const me = async () => (await app.get('/api/users/me/', token)).body;
    expect(await me()).toMatchObject({ email_proved: false });
    const mails = () => smtp.welcomes.filter(({ to }) => to?.[0]?.address === email);
    await expect.poll(() => mails().length).toBe(1);
    // Nothing that the person who typed the address chose is sent to a mailbox that may belong to
    // someone else.
    expect(mails()[0]?.text).not.toContain('Ada');
    expect((await app.post('/api/users/me/address/send/', {}, token)).status).toBe(200);
    await expect.poll(() => mails().length).toBe(2);
    const link = /\/confirm-address\/(\S+)/.exec(mails()[0]?.text ?? '')?.[1] ?? '';
    expect((await app.post('/api/users/me/address/confirm/', { token: link })).status).toBe(401);
    for (const wrong of ['', 'x', link.replace(/^\d/, '9'), `${link}x`])
      expect(
        (await app.post('/api/users/me/address/confirm/', { token: wrong }, token)).status,
      ).toBe(400);
    expect(
      (await app.post('/api/users/me/address/confirm/', { token: link }, token)).body.email_proved,
    ).toBe(true);
    expect(await me()).toMatchObject({ email, email_proved: true });
    expect((await app.post('/api/users/me/address/send/', {}, token)).status).toBe(400);
  });
});

describe('its mailbox is notified', () => {
  const subjectsTo = (email: string) =>
    smtp.mails.filter(({ to }) => to?.[0]?.address === email).map(({ subject }) => subject);

  test('of a new password, and of the end of the account', async () => {
    const { email, token } = await person(app);
    const next = 'An0ther-horse!';
    const body = { current_password: PASSWORD, new_password: next, new_password_confirm: next };
    expect((await app.put('/api/users/me/password/', body, token)).status).toBe(204);
    await expect.poll(() => subjectsTo(email)).toEqual(['Your password was changed']);
    expect((await app.post('/api/users/me/delete/', { password: next }, token)).status).toBe(204);
    await expect
      .poll(() => subjectsTo(email))
      .toEqual(['Your password was changed', 'Your account was closed']);
  });
});

test('a new password ends all other sessions, and wrong guesses change nothing', async () => {
  const { email, token } = await person(app);
  const other = (await signIn(email)).body;
  const change = (current_password: string) =>
    app.put(
      '/api/users/me/password/',
      { current_password, new_password: 'An0ther-horse!', new_password_confirm: 'An0ther-horse!' },
      token,
    );
  expect((await change('wrong')).body.current_password).toEqual(['Incorrect password']);
  expect((await change(PASSWORD)).status).toBe(204);
  expect((await app.get('/api/users/me/', token)).status).toBe(200);
  await expect.poll(async () => (await app.get('/api/users/me/', other.access)).status).toBe(401);
  expect((await signIn(email, 'An0ther-horse!')).status).toBe(200);
});

test('of many sessions, the present one is listed, and those that were used last', async () => {
  const { token, id, email } = await person(app);
  await app.database.query(
    `insert into sessions (user_id, refresh_hash, expires_at, last_used_at)
     select $1::bigint, sha256(($1::bigint || ' ' || n)::bytea), now() + interval '1 day', now() + n * interval '1 minute'
     from generate_series(1, 300) n`,
    [id],
  );
  const { body } = await app.get('/api/users/me/sessions/', token);
  expect(body).toHaveLength(100);
  expect(body[0]).toMatchObject({ current: true });
  const times = body.slice(1).map((entry: { last_used_at: string }) => entry.last_used_at);
  expect(times).toEqual(times.toSorted().toReversed());
  // Those that are not listed end with the others.
  await app.delete('/api/users/me/sessions/', token);
  expect((await app.get('/api/users/me/sessions/', token)).body).toHaveLength(1);
  expect((await signIn(email)).status).toBe(200);
});

test('sessions are listed, the present one first, and end one by one', async () => {
  const { email, token } = await person(app);
  const other = (await signIn(email)).body;
  const list = async () =>
    (await app.get('/api/users/me/sessions/', token)).body as { id: string; current: boolean }[];
  const sessions = await list();
  expect(sessions).toHaveLength(2);
  expect(sessions.filter(({ current }) => current)).toHaveLength(1);
  const ended = sessions.find(({ current }) => !current);
  expect((await app.delete(`/api/users/me/sessions/${ended?.id}/`, token)).status).toBe(204);
  await expect.poll(async () => (await app.get('/api/users/me/', other.access)).status).toBe(401);
  expect(await list()).toHaveLength(1);
  for (let n = 0; n < 3; n++) await signIn(email);
  expect(await list()).toHaveLength(4);
  expect((await app.delete('/api/users/me/sessions/', token)).status).toBe(204);
  expect(await list()).toMatchObject([{ current: true }]);
});

describe('an account that is deleted', () => {
  const remains = async (id: number) =>
    (
      await app.database.query(
        `select (select count(*) from users where id = $1) as users,
           (select count(*) from memberships where user_id = $1) as memberships,
           (select count(*) from audit_log where user_id = $1) as entries`,
        [id],
      )
    ).rows[0];

  test('is closed at once, and then erased', async () => {
    const ada = await writer(app);
    await ada.write({ content: 'A very private text' });
    const remove = (password: string) => app.post('/api/users/me/delete/', { password }, ada.token);
    expect((await remove('wrong')).body.password).toEqual(['Incorrect password']);
    expect((await remove(PASSWORD)).status).toBe(204);
    expect((await signIn(ada.email)).status).toBe(401);
    await expect.poll(async () => (await app.get('/api/users/me/', ada.token)).status).toBe(401);
    await expect.poll(() => remains(ada.id)).toEqual({ users: 0, memberships: 0, entries: 0 });
    const tables = ['items', 'item_versions', 'folders', 'workspaces', 'audit_log', 'jobs.job'];
    for (const table of tables) {
      const { rows } = await app.database.query(
        `select t::text from ${table} t where t::text like $1`,
        ['%very private%'],
      );
      expect([table, rows]).toEqual([table, []]);
    }
    // The address is free again.
    const again = { email: ada.email, name: 'Ada', password: PASSWORD, password_confirm: PASSWORD };
    await expect.poll(async () => (await app.post('/api/auth/register/', again)).status).toBe(201);
  });

  test('leaves their content to the other members of a workspace', async () => {
    const [ada, bob] = [await writer(app), await person(app)];
    const text = await ada.write({ content: 'For all of us' });
    await app.database.query(
      `insert into memberships (workspace_id, user_id, role)
       select workspace_id, $2, 'admin' from memberships where user_id = $1`,
      [ada.id, bob.id],
    );
    const close = () => app.post('/api/users/me/delete/', { password: PASSWORD }, ada.token);
    expect((await close()).status).toBe(400);
    await app.post('/api/workspace/transfer-ownership/', { user: bob.id }, ada.token);
    expect((await close()).status).toBe(204);
    await expect.poll(() => remains(ada.id)).toEqual({ users: 0, memberships: 0, entries: 0 });
    const { rows } = await app.database.query(
      'select content, created_by from items where id = $1',
      [text.id],
    );
    expect(rows).toEqual([{ content: 'For all of us', created_by: null }]);
    const { rows: entries } = await app.database.query(
      'select changes, ip_address from audit_log where content_item = $1',
      [text.id],
    );
    expect(entries).toMatchObject([
      { changes: { content: { after: 'For all of us' } }, ip_address: null },
    ]);
  });
});
