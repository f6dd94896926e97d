import { expect, test } from 'vitest';
import { createSecrets } from '../../../secrets.ts';
import { useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';
import { resealAll } from './channels.service.ts';

const app = useApp();

const NEW = 'n'.repeat(32);

test('credentials are sealed again with a new secret, and then need no former one', async () => {
  const me = await publisherOn(app, practice);
  const other = await publisherOn(app, practice);
  await app.database.query("update channels set credentials = 'v1.00000000.xx' where id = $1", [
    other.channel,
  ]);
  const { database } = app;
  const both = createSecrets(NEW, 'x'.repeat(32));
  expect(await resealAll({ database, secrets: both })).toEqual({ resealed: 1, unreadable: 1 });
  expect(await resealAll({ database, secrets: both })).toEqual({ resealed: 0, unreadable: 1 });
  const { rows } = await database.query('select credentials from channels where id = $1', [
    me.channel,
  ]);
  const opened = createSecrets(NEW).open(
    'credentials',
    rows[0].credentials,
    `channel ${me.channel}`,
  );
  expect(JSON.parse(opened)).toMatchObject({ token: expect.any(String) });
});
