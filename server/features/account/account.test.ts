import { describe, expect, test } from 'vitest';
import { PASSWORD, person, useApp, writer } from '../../testing/app.ts';

const app = useApp();
const signIn = (email: string, password = PASSWORD) => app.post('/api/auth/login/', { email, password });

describe('the profile', () => {
  test('gets another name without more, and another address with the password', async () => {
    const { email, token, id } = await person(app);
    expect((await app.put('/api/users/me/', { name: ' Ada L. ' }, token)).body).toEqual({ id, name: 'Ada L.', email });
    const other = `other-${email}`;
    const change = (fields: object) => app.put('/api/users/me/', { name: 'Ada', email: other, ...fields }, token);
    expect((await change({})).body.current_password).toEqual(['Please enter your password']);
    expect((await change({ current_password: 'wrong' })).body.current_password).toEqual(['This is not your password']);
    expect((await change({ current_password: PASSWORD })).body.email).toBe(other);
    expect((await signIn(email)).status).toBe(401);
    expect((await signIn(other)).status).toBe(200);
  });

  test('does not get an address that somebody else has', async () => {
    const [one, two] = [await person(app), await person(app)];
    const body = { name: 'Ada', email: two.email.toUpperCase(), current_password: PASSWORD };
    expect((await app.put('/api/users/me/', body, one.token)).body.email).toEqual([
      'An account with this email already exists',
    ]);
  });
});

test('another password ends all other sessions, and no wrong guess changes anything', async () => {
  const { email, token } = await person(app);
  const other = (await signIn(email)).body;
  const change = (current_password: string) =>
    app.put(
      '/api/users/me/password/',
      { current_password, new_password: 'An0ther-horse!', new_password_confirm: 'An0ther-horse!' },
      token,
    );
  expect((await change('wrong')).body.current_password).toEqual(['This is not your password']);
  expect((await change(PASSWORD)).status).toBe(204);
  expect((await app.get('/api/users/me/', token)).status).toBe(200);
  await expect.poll(async () => (await app.get('/api/users/me/', other.access)).status).toBe(401);
  expect((await signIn(email, 'An0ther-horse!')).status).toBe(200);
});

test('sessions are listed, the one that asks first of all, and end one by one', async () => {
  const { email, token } = await person(app);
  const other = (await signIn(email)).body;
  const list = async () => (await app.get('/api/users/me/sessions/', token)).body as { id: string; current: boolean }[];
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

  test('is closed at once, and then nothing of it is left', async () => {
    const ada = await writer(app);
    await ada.write({ content: 'A very private text' });
    const remove = (password: string) => app.post('/api/users/me/delete/', { password }, ada.token);
    expect((await remove('wrong')).body.password).toEqual(['This is not your password']);
    expect((await remove(PASSWORD)).status).toBe(204);
    expect((await signIn(ada.email)).status).toBe(401);
    await expect.poll(async () => (await app.get('/api/users/me/', ada.token)).status).toBe(401);
    await expect.poll(() => remains(ada.id)).toEqual({ users: 0, memberships: 0, entries: 0 });
    const tables = ['items', 'item_versions', 'folders', 'workspaces', 'audit_log', 'jobs.job'];
    for (const table of tables) {
      const { rows } = await app.database.query(`select t::text from ${table} t where t::text like $1`, [
        '%very private%',
      ]);
      expect([table, rows]).toEqual([table, []]);
    }
    // The address is free again.
    const again = { email: ada.email, name: 'Ada', password: PASSWORD, password_confirm: PASSWORD };
    await expect.poll(async () => (await app.post('/api/auth/register/', again)).status).toBe(201);
  });

  test('leaves to the others of a workspace what was written there', async () => {
    const [ada, bob] = [await writer(app), await person(app)];
    const text = await ada.write({ content: 'For all of us' });
    await app.database.query(
      `insert into memberships (workspace_id, user_id, role)
       select workspace_id, $2, 'admin' from memberships where user_id = $1`,
      [ada.id, bob.id],
    );
    const close = () => app.post('/api/users/me/delete/', { password: PASSWORD }, ada.token);
    expect((await close()).status).toBe(400);
    await app.post('/api/workspace/hand-over/', { user: bob.id }, ada.token);
    expect((await close()).status).toBe(204);
    await expect.poll(() => remains(ada.id)).toEqual({ users: 0, memberships: 0, entries: 0 });
    const { rows } = await app.database.query('select content, created_by from items where id = $1', [text.id]);
    expect(rows).toEqual([{ content: 'For all of us', created_by: null }]);
    const { rows: entries } = await app.database.query(
      'select changes, ip_address from audit_log where content_item = $1',
      [text.id],
    );
    expect(entries).toMatchObject([{ changes: { content: { after: 'For all of us' } }, ip_address: null }]);
  });
});
