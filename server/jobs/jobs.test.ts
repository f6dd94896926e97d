import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { start, useApp, writer } from '../testing/app.ts';
import { createTestDatabase, startTestServer } from '../testing/database.ts';
import { startServer, temporaryFolder } from '../testing/process.ts';
import { startSmtp } from '../testing/smtp.ts';

const message = {
  name: 'Grace',
  email: 'grace@example.org',
  subject: 'Number ',
  message: 'A message of some length',
};

describe('background jobs', () => {
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  const settings = () => ({ SMTP_URL: smtp.url, CONTACT_TO: 'owner@example.org', TRASH_DAYS: '7' });
  const app = useApp(async () => {
    smtp = await startSmtp();
    return settings();
  });
  afterAll(() => smtp.stop());

  test('runs once, with any number of processes', async () => {
    const others = await Promise.all([1, 2].map(() => start(app.databaseUrl, settings())));
    try {
      const senders = [app, ...others];
      const subjects = Array.from({ length: 30 }, (_, n) => `Number ${n}`);
      await Promise.all(
        subjects.map((subject, n) =>
          senders[n % 3]?.post('/api/contact/', { ...message, subject }),
        ),
      );
      await expect
        .poll(
          () =>
            app.database.query(
              "select from jobs.job where state <> 'completed' and name = 'contact.mail'",
            ),
          {
            timeout: 20_000,
          },
        )
        .toMatchObject({ rowCount: 0 });
      expect(smtp.mails.map(({ subject }) => subject?.replace('Contact: ', '')).sort()).toEqual(
        subjects.sort(),
      );
    } finally {
      await Promise.all(others.map((other) => other.stop()));
    }
  });

  test('deletes expired rows, and nothing else', async () => {
    const { token, write } = await writer(app);
    const days = (count: number) => `now() - interval '${count} days'`;
    const [old, fresh, kept] = [await write(), await write(), await write()];
    for (const { id } of [old, fresh]) await app.delete(`/api/content/items/${id}/`, token);
    await app.database.query(`update posts set deleted_at = ${days(8)} where root_id = $1`, [
      old.id,
    ]);
    await app.database.query(`update posts set deleted_at = ${days(6)} where root_id = $1`, [
      fresh.id,
    ]);
    const thread = (
      await app.post(
        '/api/content/items/thread/',
        { folder: kept.folder, items: [{ content: 'One' }, { content: 'Two' }] },
        token,
      )
    ).body;
    await app.delete(`/api/content/items/${thread[0].id}/`, token);
    await app.database.query(`update posts set deleted_at = ${days(9)} where root_id = any($1)`, [
      thread.map(({ id }: { id: number }) => id),
    ]);
    const { refresh } = (await app.post('/api/auth/login/', { email: 'x', password: 'x' })).body;
    expect(refresh).toBeUndefined();
    await app.database.query(
      `update sessions set created_at = ${days(99)}, expires_at = ${days(1)} where user_id <> $1`,
      [(await app.get('/api/users/me/', token)).body.id],
    );
    await app.database.query(`update rate_limits set window_ends_at = ${days(1)}`);
    // The schedule fires.
    await app.database.query("insert into jobs.job (name) values ('upkeep.clean_up')");
    const ids = async () =>
      (await app.database.query('select id from items order by id')).rows.map(({ id }) => id);
    await expect.poll(ids, { timeout: 10_000 }).toEqual([fresh.id, kept.id]);
    const count = async (table: string) =>
      (await app.database.query(`select from ${table}`)).rowCount;
    await expect.poll(() => count('rate_limits')).toBe(0);
    expect(await count('sessions')).toBe(1);
    expect((await app.get('/api/users/me/', token)).status).toBe(200);
  });
});

test('survives kill -9 in the middle of it', async () => {
  const smtp = await startSmtp();
  const server = await startTestServer();
  const database = await createTestDatabase(server.urlOf);
  const environment = {
    DATABASE_URL: database.url,
    SMTP_URL: smtp.url,
    CONTACT_TO: 'owner@example.org',
  };
  try {
    smtp.mood = 'hangs';
    const dataDir = join(temporaryFolder(), 'data');
    const first = await startServer(dataDir, { environment });
    const sent = await fetch(`${first.base}/api/contact/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    });
    expect(sent.status).toBe(201);
    await expect.poll(() => smtp.attempts).toBe(1);
    first.child.kill('SIGKILL');
    await first.exited;
    smtp.mood = 'well';
    await startServer(dataDir, { environment });
    // The dead process is noticed, and its mail taken over by another one.
    await expect.poll(() => smtp.mails.length, { timeout: 25_000 }).toBe(1);
  } finally {
    await smtp.stop();
    await database.drop();
    await server.stop();
  }
});
