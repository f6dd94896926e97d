import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../testing/app.ts';
import { startBluesky } from '../../testing/networks/bluesky.ts';
import { startMastodon } from '../../testing/networks/mastodon.ts';
import type { TestNetwork } from '../../testing/networks/network.ts';
import { practice } from '../../testing/networks/practice.ts';
import { publisherOn } from '../../testing/publishing.ts';

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });

const started: TestNetwork[] = [];
const start: Record<string, () => Promise<TestNetwork>> = {
  practice: async () => practice,
  mastodon: startMastodon,
  bluesky: startBluesky,
  'mastodon, which fails on a repeated key': () => startMastodon({ keys: 'repeated_is_500' }),
  'mastodon, which ignores keys': () => startMastodon({ keys: 'ignored' }),
};
afterAll(async () => {
  for (const network of started) await network.stop();
});

const TEXTS = ['One', 'Two, with a link https://example.invalid/x and #tag', 'Three 👩‍👩‍👧‍👦 <&>'];

describe.each(Object.keys(start))('%s', (name) => {
  let network: TestNetwork;
  beforeAll(async () => {
    network = await (start[name] as () => Promise<TestNetwork>)();
    started.push(network);
  }, 60_000);

  test('publishes a thread: every part once, each as a reply to the one before', async () => {
    const me = await publisherOn(app, network);
    const id = await me.publish(await me.thread(TEXTS));
    expect(await me.until(id, 'published')).toMatchObject({ parts: 3, sent: 3 });
    await me.expectThread(TEXTS);
  });

  test.each(['accept_and_drop', 'accept_and_fail', 'drop'] as const)(
    'publishes once after an unknown outcome: %s',
    async (fault) => {
      const me = await publisherOn(app, network);
      await network.fail(me.call, me.channel, fault);
      const id = await me.publish(await me.thread(['First', 'Second']));
      const done = await me.until(id, 'published');
      await me.expectThread(['First', 'Second']);
      const outcomes = done.content[0].attempts
        .filter(({ step }: { step: string }) => step !== 'prepare')
        .map(({ outcome }: { outcome: string }) => outcome);
      expect(outcomes[0]).toBe('unknown');
      expect(outcomes[1]).toBe(fault === 'drop' ? 'absent' : 'sent');
    },
  );

  // What follows does not depend on keys.
  if (name.includes(',')) return;

  test('waits where the network asks for a pause', async () => {
    const me = await publisherOn(app, network);
    await network.fail(me.call, me.channel, 'rate_limit');
    const id = await me.publish(await me.thread(['Patient', 'Still']));
    const { content } = await me.until(id, 'published');
    expect(JSON.stringify(content)).toContain('rate_limited');
    await me.expectThread(['Patient', 'Still']);
  });

  test('stops where the network refuses, and continues after a change', async () => {
    const me = await publisherOn(app, network);
    await network.fail(me.call, me.channel, 'refuse');
    const item = await me.thread(['Refused', 'After']);
    const id = await me.publish(item);
    expect(await me.until(id, 'stopped')).toMatchObject({ reason: 'rejected', sent: 0 });
    await network.fail(me.call, me.channel);
    await me.call(`/api/content/items/${item}/`, 'PUT', { content: 'Accepted' });
    await me.call(`/api/publications/${id}/retry/`, 'POST', {});
    await me.until(id, 'published');
    await me.expectThread(['Accepted', 'After']);
  });

  test('stops where the access was revoked, and continues when it is connected again', async () => {
    const me = await publisherOn(app, network);
    await network.fail(me.call, me.channel, 'revoked');
    const id = await me.publish(await me.thread(['Before', 'Behind']));
    expect(await me.until(id, 'stopped')).toMatchObject({ reason: 'reconnect' });
    expect((await me.call('/api/channels/')).body[0].state).toBe('reconnect');
    await network.fail(me.call, me.channel);
    expect((await network.reconnect(me.call, me.channel)).status).toBe(200);
    await me.until(id, 'published');
    await me.expectThread(['Before', 'Behind']);
  });

  test('deletes what is out, and deleting it again is no error', async () => {
    const me = await publisherOn(app, network);
    const id = await me.publish(await me.thread(['Mistake', 'Another']));
    await me.until(id, 'published');
    const remove = () => me.call(`/api/publications/${id}/delete-remote/`, 'POST', {});
    expect((await remove()).body.state).toBe('cancelled');
    expect(await me.posts()).toEqual([]);
    // As if the answer had been lost.
    await app.database.query(
      'update publication_parts set removed_at = null where publication_id = $1',
      [id],
    );
    expect((await remove()).status).toBe(200);
  });

  test('shows the latest posts of the account', async () => {
    const me = await publisherOn(app, network);
    const text = 'Seen <by> everybody';
    const id = await me.publish((await me.write({ content: text })).id);
    await me.until(id, 'published');
    const { status, body } = await me.call(`/api/publications/${id}/latest/`);
    expect([status, body[0].content]).toEqual([200, text]);
  });

  test('keeps the credentials sealed, and out of every response', async () => {
    const me = await publisherOn(app, network);
    const { rows } = await app.database.query('select credentials from channels where id = $1', [
      me.channel,
    ]);
    expect(rows[0].credentials).toMatch(/^v1\./);
    const { body } = await me.call('/api/channels/');
    expect(JSON.stringify(body)).not.toMatch(/credential|token|secret|jwt/i);
  });
});
