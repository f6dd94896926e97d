import { expect, test } from 'vitest';
import { colleague, useApp, writer } from '../../../testing/app.ts';
import { follow } from '../../../testing/events.ts';

const app = useApp();

test('users who have an item open see each other until they leave or time out', async () => {
  const ada = await writer(app);
  const grace = await colleague(app, ada.folder, 'editor');
  const { workspace } = grace;
  const body = { folder: ada.folder, items: [{ content: 'One' }, { content: 'Two' }] };
  const [root, reply] = (await app.post('/api/content/items/thread/', body, ada.token)).body;
  const be = async ({ token }: { token: string }, item: number, tab: string, here = true) =>
    (
      await app.request(`/api/content/items/${item}/presence/`, {
        method: 'PUT',
        token,
        body: { tab, here },
        headers: { 'x-workspace': String(workspace) },
      })
    ).body;
  const stream = await follow(app.base, ada.token, { workspace, tab: 'tab-of-ada' });
  const changes = () =>
    stream.named('changed').filter(({ topic }: { topic: string }) => topic === 'presence').length;

  expect(await be(ada, root.id, 'tab-of-ada')).toEqual([]);
  // Any part stands for the thread.
  expect(await be(grace, reply.id, 'tab-of-grace')).toEqual([{ id: ada.id, name: 'Ada Byron' }]);
  await expect.poll(changes).toBe(1);
  expect(await be(ada, root.id, 'tab-of-ada')).toEqual([{ id: grace.id, name: 'Grace Hopper' }]);
  expect(await be(grace, root.id, 'another-tab')).toEqual([
    { id: ada.id, name: 'Ada Byron' },
    { id: grace.id, name: 'Grace Hopper' },
  ]);
  await expect.poll(changes).toBe(2);
  // A repeated heartbeat is no change.
  await be(grace, root.id, 'tab-of-grace');
  await be(grace, root.id, 'another-tab', false);
  await be(grace, root.id, 'tab-of-grace', false);
  await expect.poll(() => be(ada, root.id, 'tab-of-ada')).toEqual([]);
  await expect.poll(changes).toBeGreaterThan(2);

  await be(grace, root.id, 'tab-of-grace');
  await app.database.query(
    "update presence set seen_at = now() - interval '91 seconds' where user_id = $1",
    [grace.id],
  );
  expect(await be(ada, root.id, 'tab-of-ada')).toEqual([]);
  await be(grace, root.id, 'tab-of-grace');
  expect(await be(ada, root.id, 'tab-of-ada')).toHaveLength(1);
  stream.stop();
});
