import { afterAll, beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { fill, holdEmptying, isLeft, runEmptying } from '../../../testing/emptying.ts';
import { startMastodon } from '../../../testing/networks/mastodon.ts';
import { publisherOn } from '../../../testing/publishing.ts';

/** Nothing goes out of a folder once its deletion was answered, also before a job has emptied it. */

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });
let network: Awaited<ReturnType<typeof startMastodon>>;
beforeAll(async () => {
  await holdEmptying(app);
  network = await startMastodon({ keys: 'ignored' });
});
afterAll(() => network.stop());

const LATER = new Date(Date.now() + 86_400_000).toISOString();

/** Somebody whose posts are in a large folder, and the deletion of it. */
async function inLargeFolder() {
  const me = await publisherOn(app, network);
  await fill(app, me.folder, 600);
  const remove = async (item: number) => {
    expect((await me.call(`/api/content/folders/${me.folder}/`, 'DELETE')).status).toBe(204);
    expect(await isLeft(app, item)).toBe(true);
  };
  const makeDue = (id: number) =>
    app.database.query(
      `update publications set due_at = now(), next_attempt_at = now()
       where id = $1 and next_attempt_at is not null`,
      [id],
    );
  const stored = async (id: number) =>
    (await app.database.query('select state from publications where id = $1', [id])).rows[0].state;
  return { ...me, remove, makeDue, stored };
}

test('what is due is cancelled by the publisher, what waits by the job', async () => {
  const me = await inLargeFolder();
  const item = await me.thread(['First', 'Second']);
  const [due, waiting] = [
    await me.publish(item, { at: LATER }),
    await me.publish(await me.thread(['Third']), { at: LATER }),
  ];
  await me.remove(item);
  expect((await me.get(due)).state).toBe('cancelled');
  const listed = async (query: string) =>
    (await me.call(`/api/publications/?${query}` as never)).body;
  expect(await listed('state=scheduled')).toMatchObject({ count: 0 });
  expect(await listed('state=cancelled')).toMatchObject({ count: 2 });
  expect(await me.stored(due)).toBe('scheduled');
  await me.makeDue(due);
  await expect.poll(() => me.stored(due), { timeout: 20_000 }).toBe('cancelled');
  expect(await me.posts()).toEqual([]);
  expect(await me.stored(waiting)).toBe('scheduled');
  await runEmptying(app);
  expect(await me.stored(waiting)).toBe('cancelled');
});

test('what is restored before the job comes to it is not sent', async () => {
  const me = await inLargeFolder();
  const item = await me.thread(['First']);
  const id = await me.publish(item, { at: LATER });
  await me.remove(item);
  const { body: other } = await me.call('/api/content/folders/', 'POST', { name: 'Other' });
  const restored = await me.call('/api/content/trash/restore/', 'POST', {
    item_ids: [item],
    folder: other.id,
  });
  expect(restored.status).toBe(200);
  expect(await me.stored(id)).toBe('cancelled');
  await runEmptying(app);
  expect(await me.posts()).toEqual([]);
});

test('what was begun is not sent on', async () => {
  const me = await inLargeFolder();
  const item = await me.thread(['First', 'Second']);
  let calls = 0;
  network.intercept(async ({ pass }) =>
    calls++ < 1
      ? pass()
      : ({ status: 429, headers: { 'retry-after': '3000' }, body: { error: 'Too many' } } as never),
  );
  const id = await me.publish(item);
  // Refused, and not only prepared: then it waits.
  const waits = async () => {
    const { next_attempt_at: at } = await me.get(id);
    return at !== null && Date.parse(at) > Date.now() + 60_000;
  };
  await expect.poll(waits, { timeout: 20_000 }).toBe(true);
  network.intercept(undefined);
  await me.remove(item);
  await app.database.query('update channels set paused_until = null where id = $1', [me.channel]);
  await me.makeDue(id);
  await me.until(id, 'cancelled');
  expect((await me.posts()).map(({ content }) => content)).toEqual(['First']);
  await runEmptying(app);
});

test('what is published is neither reposted nor replied to', async () => {
  const me = await inLargeFolder();
  const item = await me.thread(['First']);
  const id = await me.publish(item);
  await me.until(id, 'published');
  await me.addAfterwards(id, { kind: 'repost', hours: 1 });
  await me.remove(item);
  const afterward = await me.untilAfterward(id, 'cancelled');
  expect(afterward).toMatchObject({ detail: 'Its post is in the trash.' });
  expect(await me.reposts()).toEqual([]);
  await runEmptying(app);
});
