import { afterAll, expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startLinkedIn } from '../../../testing/networks/linkedin.ts';
import { environmentOf } from '../../../testing/networks/network.ts';
import { publisherOn } from '../../../testing/publishing.ts';

/**
 * A person's posts on LinkedIn cannot be read: what may be there is sent again to find out. Until then
 * it may be there.
 */

const network = await startLinkedIn();
const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true', ...environmentOf(network) });
afterAll(() => network.stop());

/** A post that is there, whose answer was lost, before it is sent again. */
async function begun() {
  const me = await publisherOn(app, network);
  const { id: item } = await me.write({ content: 'Wrong price' });
  const set = async (fields: object) => {
    const { status } = await me.call(`/api/content/items/${item}/`, 'PUT', fields);
    expect(status).toBe(200);
  };
  await set({ status: 'approved' });
  // Each repetition is limited meanwhile.
  const limits = Array.from({ length: 9 }, () => 'rate_limit' as const);
  await network.fail(me.call, me.channel, 'accept_and_drop', ...limits);
  const id = await me.publish(item);
  const setTime = (time: string) =>
    app.database.query(
      `update publications set next_attempt_at = ${time} where id = $1 and next_attempt_at is not null`,
      [id],
    );
  await eventually(async () => {
    const attempts = (await me.get(id)).content[0]?.attempts ?? [];
    const isReached = attempts.some(({ outcome }) => outcome === 'repeatable');
    await setTime(isReached ? "now() + interval '1 hour'" : 'now()');
    expect(isReached).toBe(true);
    expect((await me.get(id)).content[0]?.attempts.at(-1)?.outcome).not.toBeNull();
  }, 30_000);
  await network.fail(me.call, me.channel);
  await app.database.query('update channels set paused_until = null where id = $1', [me.channel]);
  const until = async (...states: string[]) => {
    await setTime('now()');
    return me.until(id, ...states);
  };
  const texts = async () => (await me.posts()).map(({ content }) => content);
  const remove = () => me.call(`/api/publications/${id}/`, 'DELETE');
  return { ...me, id, item, set, setTime, until, texts, remove };
}

test('what may be there is neither cancelled nor moved, and is found by sending it again', async () => {
  const me = await begun();
  expect((await me.remove()).status).toBe(409);
  const moved = await me.call(`/api/publications/${me.id}/`, 'PUT', { at: '2031-01-01T09:00:00Z' });
  expect(moved.status).toBe(409);
  await me.until('published');
  expect(await me.texts()).toEqual(['Wrong price']);
});

test.each<[string, object[]]>([
  ['changed', [{ content: 'Right price' }]],
  ['changed and approved', [{ content: 'Right price' }, { status: 'approved' }]],
  ['taken back', [{ status: 'draft' }]],
  ['archived', [{ status: 'archived' }]],
])('where its text was %s, a person says whether it is there', async (_, changes) => {
  const me = await begun();
  for (const change of changes) await me.set(change);
  expect(await me.until('published', 'stopped')).toMatchObject({ reason: 'unknown', sent: 0 });
  expect(await me.texts()).toEqual(['Wrong price']);
  const answer = { sent: true, url: 'https://www.linkedin.com/feed/update/urn:li:share:1/' };
  await me.call(`/api/publications/${me.id}/resolve/`, 'POST', answer);
  expect(await me.get(me.id)).toMatchObject({ state: 'published', sent: 1 });
});

test('in the trash, it is not called cancelled', async () => {
  const me = await begun();
  await me.call(`/api/content/items/${me.item}/`, 'DELETE');
  expect(await me.until('cancelled', 'stopped')).toMatchObject({ reason: 'unknown' });
});

test.each(['leave', 'now'] as const)('a pause holds it until a decision: %s', async (what) => {
  const me = await begun();
  await me.call('/api/pause/', 'PUT', { reason: 'We wait.' });
  await me.setTime('now()');
  expect((await me.call('/api/pause/held/')).body).toMatchObject([{ publication: { id: me.id } }]);
  const decisions = [{ publication: me.id, do: what }];
  const { status } = await me.call('/api/pause/resume/', 'POST', { decisions });
  expect(status).toBe(200);
  const expected = { leave: { state: 'stopped', reason: 'unknown' }, now: { state: 'published' } };
  expect(await me.until('published', 'stopped', 'cancelled')).toMatchObject(expected[what]);
  expect(await me.texts()).toEqual(['Wrong price']);
});
