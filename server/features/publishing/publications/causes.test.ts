import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StopCause, StopReason } from '#contract/publishing/publications.ts';
import { colleague, useApp } from '../../../testing/app.ts';
import { startMastodon } from '../../../testing/networks/mastodon.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

/** What 'Needs attention' says of a stop is true, and what it offers is accepted. */

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true', RATE_LIMIT_FACTOR: '50' });
let mastodon: Awaited<ReturnType<typeof startMastodon>>;
beforeAll(async () => {
  mastodon = await startMastodon();
});
afterAll(() => mastodon.stop());

type Me = Awaited<ReturnType<typeof publisherOn>>;
let me: Me;
beforeEach(async () => {
  mastodon.intercept(undefined);
  me = await publisherOn(app, mastodon);
});

const later = () => new Date(app.clock.now() + 3600_000).toISOString();

const due = (id: number) =>
  app.database.query(
    'update publications set due_at = now(), next_attempt_at = now() where id = $1',
    [id],
  );

/** As if all attempts had begun more than a day ago. */
const passADay = (id: number) =>
  app.database.query(
    `with attempts as (update publication_attempts
       set began_at = began_at - interval '25 hours' where publication_id = $1),
     parts as (update publication_parts
       set made_at = made_at - interval '25 hours' where publication_id = $1)
     update publications set next_attempt_at = now() where id = $1`,
    [id],
  );

/** Until the outcome of the first attempt of a part is stored. */
const untilTried = ({ get }: Me, id: number, part = 0) =>
  expect
    .poll(async () => (await get(id)).content[part]?.attempts[0]?.outcome ?? null)
    .not.toBeNull();

/** The entry of 'Needs attention', and whether each of its two actions is accepted. */
async function stopped(id: number) {
  const { cause, sendable, reason } = await me.until(id, 'stopped');
  const { body } = await me.call('/api/attention/');
  const [{ attempts }] = body.results;
  const accepts = async (fields: object) =>
    (await me.call(`/api/publications/${id}/retry/`, 'POST', fields)).status === 200;
  return { cause, sendable, reason: reason as StopReason, attempts, accepts };
}

/** Each action that is offered is accepted, and no other. */
async function expectOffers({ sendable, accepts }: Awaited<ReturnType<typeof stopped>>) {
  for (const text of ['scheduled', 'present'] as const) {
    if (sendable.includes(text)) continue;
    expect([text, await accepts({ as_scheduled: text === 'scheduled' })]).toEqual([text, false]);
  }
  const [first] = sendable;
  if (first) expect(await accepts({ as_scheduled: first === 'scheduled' })).toBe(true);
}

test.each<[string, string, StopCause]>([
  ['an outage', 'unavailable', 'unavailable'],
  ['a limit', 'rate_limit', 'limited'],
])('after a day of %s it says so', async (_, fault, cause) => {
  const tester = await publisherOn(app, practice);
  await tester.call(`/api/practice/${tester.channel}/`, 'PUT', { fault });
  const id = await tester.publish((await tester.write({ content: 'Soon' })).id);
  await untilTried(tester, id);
  await passADay(id);
  expect(await tester.until(id, 'stopped')).toMatchObject({ reason: 'exhausted', cause });
  const { body } = await tester.call('/api/attention/');
  expect(body.results[0]?.attempts).toBeGreaterThan(1);
});

test('a part whose previous one was deleted at the network cannot be continued', async () => {
  const thread = await me.thread(['First', 'Second']);
  mastodon.intercept(async ({ pass }) =>
    mastodon.statuses.length > 0 ? { status: 503, body: { error: 'Busy' } } : pass(),
  );
  const id = await me.publish(thread);
  await untilTried(me, id, 1);
  mastodon.statuses.length = 0;
  mastodon.intercept(undefined);
  expect(await stopped(id)).toMatchObject({ reason: 'rejected', cause: 'parent' });
});

test('a stored access that this server cannot open says so', async () => {
  await app.database.query("update channels set credentials = 'sealed.elsewhere' where id = $1", [
    me.channel,
  ]);
  const id = await me.publish((await me.write({ content: 'Soon' })).id);
  expect(await stopped(id)).toMatchObject({ reason: 'reconnect', cause: 'sealed' });
});

test('a text that does not fit any longer says that the network was not called', async () => {
  const id = await me.publish((await me.write({ content: 'A'.repeat(400) })).id, { at: later() });
  await app.database.query(
    `update channels set limits = limits || '{"characters": 100}' where id = $1`,
    [me.channel],
  );
  await due(id);
  const stop = await stopped(id);
  expect(stop).toMatchObject({ reason: 'rejected', cause: 'checks', attempts: 0 });
});

test.each([{}, { only_approved: true }, { prevent_self_approval: true }])(
  'an approval that was taken back offers what is accepted, under %j',
  async (settings) => {
    await me.call('/api/workspace/', 'PUT', settings);
    const editor = await colleague(app, me.folder, 'editor');
    const { body: item } = await editor.call('/api/content/items/', 'POST', {
      folder: me.folder,
      content: 'Approved',
    });
    const set = (status: string) => me.call(`/api/content/items/${item.id}/`, 'PUT', { status });
    await set('review');
    await set('approved');
    const id = await me.publish(item.id, { at: later() });
    await set('draft');
    await due(id);
    const stop = await stopped(id);
    expect(stop).toMatchObject({ reason: 'changed', cause: 'taken_back' });
    expect(stop.sendable).not.toContain('scheduled');
    await expectOffers(stop);
  },
);

test.each([{}, { only_approved: true }])(
  'a text that an editor changed offers what is accepted, under %j',
  async (settings) => {
    await me.call('/api/workspace/', 'PUT', settings);
    const editor = await colleague(app, me.folder, 'editor');
    const item = await me.write({ content: 'Approved' });
    const set = (status: string) => me.call(`/api/content/items/${item.id}/`, 'PUT', { status });
    await set('review');
    await set('approved');
    const id = await me.publish(item.id, { at: later() });
    await editor.call(`/api/content/items/${item.id}/`, 'PUT', { content: 'Changed' });
    await due(id);
    const stop = await stopped(id);
    expect(stop).toMatchObject({ reason: 'changed', cause: null });
    expect(stop.sendable).toContain('scheduled');
    await expectOffers(stop);
  },
);
