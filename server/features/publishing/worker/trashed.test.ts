import { afterAll, beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startMastodon } from '../../../testing/networks/mastodon.ts';
import { publisherOn } from '../../../testing/publishing.ts';

/** What was begun of a post that was in the trash does not go on, also where the post is restored. */

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });
let network: Awaited<ReturnType<typeof startMastodon>>;
beforeAll(async () => {
  network = await startMastodon({ keys: 'ignored' });
});
afterAll(() => network.stop());

const LIMITED = { status: 429, headers: { 'retry-after': '3000' }, body: { error: 'Too many' } };
const REFUSED = { status: 422, body: { error: 'Not this' } };

/** A thread of which the network takes `sent` parts and answers the next one so. */
async function begin(sent: number, answer: () => Promise<object | undefined>) {
  const me = await publisherOn(app, network);
  const item = await me.thread(['First', 'Second']);
  let calls = 0;
  network.intercept(async ({ pass }) => (calls++ < sent ? pass() : (answer() as never)));
  const id = await me.publish(item);
  await eventually(async () => {
    const attempts = (await me.get(id)).content[sent]?.attempts ?? [];
    expect(attempts.find(({ step }) => step === 'send')?.outcome ?? null).not.toBeNull();
  });
  network.intercept(undefined);
  const trashAndRestore = async () => {
    expect((await me.call(`/api/content/items/${item}/`, 'DELETE')).status).toBe(204);
    const restored = await me.call('/api/content/trash/restore/', 'POST', {
      item_ids: [item],
    });
    expect(restored.status, JSON.stringify(restored.body)).toBe(200);
  };
  /** The time has come of whatever waits. */
  const passTime = async () => {
    await app.database.query('update channels set paused_until = null where id = $1', [me.channel]);
    await app.database.query(
      'update publications set next_attempt_at = now() where id = $1 and next_attempt_at is not null',
      [id],
    );
  };
  const texts = async () => (await me.posts()).map(({ content }) => content);
  return { ...me, id, trashAndRestore, passTime, texts };
}

test.each([
  ['is nowhere', 0, []],
  ['is out in part', 1, ['First']],
])('what %s ends', async (_, sent, there) => {
  const me = await begin(sent, async () => LIMITED);
  await me.trashAndRestore();
  await me.passTime();
  await me.until(me.id, 'cancelled');
  expect(await me.texts()).toEqual(there);
});

test.each([0, 1])('what has stopped after %i parts cannot be retried', async (sent) => {
  const me = await begin(sent, async () => REFUSED);
  await me.until(me.id, 'stopped');
  await me.trashAndRestore();
  expect((await me.get(me.id)).state).toBe('cancelled');
  const { status } = await me.call(`/api/publications/${me.id}/retry/`, 'POST', {});
  expect(status).toBe(409);
  expect(await me.texts()).toHaveLength(sent);
});

test('what may be there is looked for, and nothing follows it', async () => {
  const me = await begin(0, async () => undefined);
  await me.trashAndRestore();
  expect((await me.get(me.id)).state).toBe('publishing');
  await eventually(async () => {
    await me.passTime();
    expect((await me.get(me.id)).state).toBe('cancelled');
  });
  expect(await me.texts()).toEqual([]);
});
