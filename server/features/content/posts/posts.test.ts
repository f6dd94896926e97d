import { expect, test } from 'vitest';
import { systemActor } from '../../../actor.ts';
import { transaction } from '../../../database/transaction.ts';
import { useApp, workspaceOf, writer } from '../../../testing/app.ts';
import { apply, lockPosts, planShared } from './posts.service.ts';

const app = useApp();

test('a job changes posts without a person: it is recorded, people are notified, and clients after the commit', async () => {
  const me = await writer(app);
  const { id } = await me.write({ content: 'Out by itself', status: 'review' });
  const actor = systemActor(await workspaceOf(app, me.folder));
  const announced: object[] = [];
  const context = {
    database: app.database,
    live: { announce: (change: object) => void announced.push(change) },
  };
  const approve = (fails: boolean) =>
    transaction(context, async (tx) => {
      const posts = await lockPosts(tx, actor, [id]);
      await apply(tx, actor, planShared({ posts }, { do: 'status', status: 'approved' }));
      expect(announced).toEqual([]);
      if (fails) throw new Error('undone');
    });
  await expect(approve(true)).rejects.toThrow('undone');
  expect(announced).toEqual([]);
  expect((await app.get(`/api/content/items/${id}/`, me.token)).body.status).toBe('review');

  await approve(false);
  expect(announced).toEqual([
    { workspaceId: actor.workspaceId, topic: 'content', tab: '', ids: [id] },
  ]);
  expect((await app.get(`/api/content/items/${id}/`, me.token)).body.status).toBe('approved');
  const [entry] = (await app.get(`/api/content/audit-logs/?content_item=${id}`, me.token)).body;
  expect(entry).toMatchObject({ action: 'status', user: null, ip_address: null });
  const [version] = (await app.get(`/api/content/items/${id}/history/`, me.token)).body;
  expect(version).toMatchObject({ action: 'status', user: null });
  // Nobody acted, so the author is notified, too.
  const { body } = await app.get('/api/notifications/', me.token);
  expect(body.results[0]).toMatchObject({
    kind: 'approved',
    item: id,
    text: "Someone approved 'Out by itself'",
  });
});

test('a callback that fails after a commit neither fails the transaction nor the callbacks after it', async () => {
  const announced: object[] = [];
  const context = {
    database: app.database,
    live: { announce: (change: object) => void announced.push(change) },
  };
  const warned = new Promise((resolve) => process.once('warning', resolve));
  const result = await transaction(context, async (tx) => {
    tx.afterCommit(() => {
      throw new Error('after the commit');
    });
    tx.announce({ workspaceId: 1, topic: 'content', tab: '' });
    return 'committed';
  });
  expect([result, announced.length]).toEqual(['committed', 1]);
  expect(await warned).toMatchObject({ message: 'after the commit' });
});

test('a change without effect announces nothing', async () => {
  const me = await writer(app);
  const { id } = await me.write({ content: 'As it is' });
  const actor = systemActor(await workspaceOf(app, me.folder));
  const announced: object[] = [];
  const context = {
    database: app.database,
    live: { announce: (change: object) => void announced.push(change) },
  };
  await transaction(context, async (tx) => {
    const posts = await lockPosts(tx, actor, [id]);
    await apply(tx, actor, planShared({ posts }, { do: 'status', status: 'draft' }));
  });
  expect(announced).toEqual([]);
});
