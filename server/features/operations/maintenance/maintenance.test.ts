import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { person, useApp } from '../../../testing/app.ts';

const app = useApp();

test('what has an end by a setting is purged, and nothing before', async () => {
  const { token } = await person(app);
  const { rows } = await app.database.query<{ id: number }>('select min(id) as id from workspaces');
  const workspace = rows[0]?.id;
  const query = (text: string) => app.database.query(text);
  await query(`insert into contact_messages (name, email, subject, message, created_at)
    select 'V', 'v@example.org', n, 'M', now() - make_interval(days => n)
    from unnest(array[364, 366]) n`);
  await query(`insert into invitations (workspace_id, role, created_at, expires_at, accepted_at)
    values (${workspace}, 'viewer', now() - interval '100 days', now() + interval '1 day', null),
      (${workspace}, 'editor', now() - interval '100 days', now() - interval '93 days', null),
      (${workspace}, 'approver', now() - interval '100 days', now() + interval '1 day', now()),
      (${workspace}, 'admin', now() - interval '80 days', now() - interval '73 days', null)`);
  const outbox = join(app.dataDir, 'outbox');
  mkdirSync(outbox, { recursive: true });
  const [old, fresh] = [join(outbox, 'old.eml'), join(outbox, 'fresh.eml')] as const;
  for (const file of [old, fresh]) writeFileSync(file, '');
  const before = app.clock.now() / 1000 - 31 * 24 * 60 * 60;
  utimesSync(old, before, before);
  await app.database.query("insert into jobs.job (name) values ('upkeep.purge')");
  await expect.poll(() => existsSync(old)).toBe(false);
  expect(existsSync(fresh)).toBe(true);
  expect((await query('select subject from contact_messages')).rows).toEqual([{ subject: '364' }]);
  expect((await query('select role from invitations order by role')).rows).toEqual([
    { role: 'admin' },
    { role: 'viewer' },
  ]);
  expect((await app.get('/api/invitations/', token)).status).toBe(200);
});

test('the attempts of what is over are purged, and those of what is not stay', async () => {
  const { token } = await person(app);
  const { body: channel } = await app.post(
    '/api/channels/',
    { network: 'practice', fields: { name: 'Harbour' } },
    token,
  );
  const query = (text: string) => app.database.query(text);
  const { body: folder } = await app.post('/api/content/folders/', { name: 'F' }, token);
  for (const content of ['Over', 'Stopped']) {
    const { body: item } = await app.post(
      '/api/content/items/',
      { folder: folder.id, content },
      token,
    );
    await app.post(
      `/api/content/items/${item.id}/publications/`,
      { channels: [channel.id], version: item.version },
      token,
    );
  }
  const published = "select from publications where state = 'published'";
  await expect.poll(async () => (await query(published)).rowCount).toBe(2);
  const all = async () => (await query('select from publication_attempts')).rowCount;
  const attempts = await all();
  expect(attempts).toBeGreaterThan(1);
  const clearances = async () => (await query('select from clearances')).rowCount;
  expect(await clearances()).toBe(2);
  await query("update publication_attempts set began_at = now() - interval '181 days'");
  await query("update clearances set at = now() - interval '181 days'");
  await query(`update publications set state = 'stopped', reason = 'rejected', published_at = null
    where id = (select max(id) from publications)`);
  await query("insert into jobs.job (name) values ('upkeep.purge')");
  await expect.poll(all).toBe(Number(attempts) / 2);
  await expect.poll(clearances).toBe(1);
});
