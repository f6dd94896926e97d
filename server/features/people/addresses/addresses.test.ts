import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { person, useApp } from '../../../testing/app.ts';

const app = useApp();

test('accounts from before addresses were verified get one mail, if they were used lately', async () => {
  const [recent, idle, later] = [
    await person(app, 'Recent', { proved: false }),
    await person(app, 'Idle', { proved: false }),
    await person(app, 'Later', { proved: false }),
  ];
  const outbox = join(app.dataDir, 'outbox');
  const linksTo = (email: string) =>
    (existsSync(outbox) ? readdirSync(outbox) : [])
      .map((name) => readFileSync(join(outbox, name), 'utf8'))
      .filter((mail) => mail.includes(`To: ${email}`) && mail.includes('/confirm-address/')).length;
  // Those of the registration.
  for (const { email } of [recent, idle, later]) await expect.poll(() => linksTo(email)).toBe(1);
  await app.database.query(
    "update users set created_at = created_at - interval '5 years' where id = any($1)",
    [[recent.id, idle.id]],
  );
  await app.database.query(
    "update sessions set created_at = now() - interval '91 days' where user_id = $1",
    [idle.id],
  );
  const run = () => app.database.query("insert into jobs.job (name) values ('addresses.remind')");
  await run();
  await expect.poll(() => linksTo(recent.email)).toBe(2);
  await run();
  const open = "select from jobs.job where name like 'addresses.%' and state < 'completed'";
  await expect.poll(async () => (await app.database.query(open)).rowCount).toBe(0);
  expect([recent, idle, later].map(({ email }) => linksTo(email))).toEqual([2, 1, 1]);
  expect(app.lines.join('')).toContain('unverified since an upgrade');
});
