import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StopReason } from '#contract/publishing/publications.ts';
import { colleague, useApp } from '../../../testing/app.ts';
import { startMastodon } from '../../../testing/networks/mastodon.ts';
import { publisherOn } from '../../../testing/publishing.ts';

/** What 'Needs attention' offers of a changed text is accepted, under each policy; the rest is in `stops.test.ts`. */

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
