import { expect, test } from 'vitest';
import { colleague, useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

const app = useApp();
const SETS = '/api/channel-sets/';

test('channels are grouped in sets, which a disconnected one leaves', async () => {
  const me = await publisherOn(app, practice);
  const { body: other } = await me.call('/api/channels/', 'POST', { network: 'practice' });
  const channels = [me.channel, other.id];
  const { status, body: set } = await me.call(SETS, 'POST', { name: ' Harbour ', channels });
  expect([status, set]).toEqual([
    201,
    { id: expect.any(Number), name: 'Harbour', channels, folder: null },
  ]);
  const taken = await me.call(SETS, 'POST', { name: 'harbour', channels });
  expect([taken.status, taken.body]).toMatchObject([
    400,
    { name: ['There is already a set with this name.'] },
  ]);

  const viewer = await colleague(app, me.folder, 'editor');
  expect((await viewer.call(SETS)).body).toEqual([set]);
  expect((await viewer.call(SETS, 'POST', { name: 'Mine', channels })).status).toBe(403);

  await me.call(`/api/channels/${other.id}/`, 'DELETE');
  expect((await me.call(SETS)).body).toEqual([{ ...set, channels: [me.channel] }]);
  const path = `${SETS}${set.id}/` as const;
  const gone = await me.call(path, 'PUT', { name: 'Harbour', channels });
  expect([gone.status, gone.body]).toMatchObject([
    400,
    { channels: [`${other.handle} is disconnected.`] },
  ]);
  const renamed = { name: 'Roasters', channels: [me.channel], folder: me.folder };
  const elsewhere = await publisherOn(app, practice);
  expect((await me.call(path, 'PUT', { ...renamed, folder: elsewhere.folder })).status).toBe(404);
  expect((await me.call(path, 'PUT', renamed)).body).toEqual({ id: set.id, ...renamed });
  const { body: audit } = await me.call('/api/content/audit-logs/');
  expect(audit[0]).toMatchObject({
    action: 'update',
    object_type: 'channel_set',
    title: 'Roasters',
    changes: { name: { before: 'Harbour', after: 'Roasters' } },
  });
  // A set outlives the folder that it is offered first in.
  await me.call(`/api/content/folders/${me.folder}/`, 'DELETE');
  expect((await me.call(SETS)).body).toEqual([{ id: set.id, ...renamed, folder: null }]);
  expect((await me.call(path, 'DELETE')).status).toBe(204);
  expect((await me.call(SETS)).body).toEqual([]);
});

test('a workspace has at most 50 sets, and each at most 50 channels', async () => {
  const me = await publisherOn(app, practice);
  await app.database.query(
    `insert into channel_sets (workspace_id, name) select workspace_id, 'Set ' || n
     from folders, generate_series(1, 49) n where folders.id = $1`,
    [me.folder],
  );
  const create = (name: string) => me.call(SETS, 'POST', { name, channels: [me.channel] });
  const statuses = (await Promise.all(['A', 'B', 'C'].map(create))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([201, 400, 400]);
  const channels = Array.from({ length: 51 }, (_, at) => at + 1);
  const { status, body } = await me.call(SETS, 'POST', { name: 'Many', channels });
  expect([status, body]).toMatchObject([400, { channels: ['Expected at most 50 channels.'] }]);
});
