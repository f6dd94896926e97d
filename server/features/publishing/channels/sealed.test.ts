import { afterAll, expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { startMastodon } from '../../../testing/networks/mastodon.ts';
import { publisherOn } from '../../../testing/publishing.ts';

/** An access that was stored with another SECRET: the network was not asked, and nothing of ours is broken. */

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });
const mastodon = await startMastodon();
afterAll(() => mastodon.stop());

const SEALED = 'This server can’t read its stored access to the account: reconnect it.';

/** A published post of an account whose access cannot be opened from then on. */
async function sealed() {
  const me = await publisherOn(app, mastodon);
  const item = await me.thread(['Our market opens']);
  const id = await me.publish(item);
  await me.until(id, 'published');
  const seal = () =>
    app.database.query("update channels set credentials = 'v1.00000000.xx' where id = $1", [
      me.channel,
    ]);
  return { me, item, id, seal };
}

test.each([
  [{ kind: 'reply', hours: 1, text: 'Below' }, ['Our market opens', 'Below']],
  [{ kind: 'repost', hours: 1 }, ['Our market opens']],
  [{ kind: 'remove', days: 1, consent: true }, []],
] as const)(
  'what is done afterwards stops, and goes on once the account is connected again: %j',
  async (given, texts) => {
    const { me, id, seal } = await sealed();
    await me.addAfterwards(id, given);
    await seal();
    const before = app.lines.length;
    expect(await me.untilAfterward(id, 'stopped')).toMatchObject({
      ...{ reason: 'reconnect', detail: SEALED },
    });
    const told = app.lines
      .slice(before)
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'credentials could not be decrypted');
    expect(told).toEqual([expect.objectContaining({ level: 50, channel: me.channel })]);
    const { body } = await me.call('/api/channels/');
    expect(body).toMatchObject([{ id: me.channel, state: 'reconnect' }]);
    expect((await mastodon.reconnect(me.call, me.channel)).status).toBe(200);
    await me.untilAfterward(id, 'done');
    expect((await me.posts()).map(({ content }) => content)).toEqual(texts);
  },
);

test('a person who asks the network is told so', async () => {
  const { me, item, id, seal } = await sealed();
  await seal();
  const answers = [
    await me.call(`/api/publications/${id}/latest/`),
    await me.call(`/api/publications/${id}/delete-remote/`, 'POST', {}),
    await me.call(`/api/channels/${me.channel}/refresh/`, 'POST', {}),
    await me.call(`/api/content/items/${item}/figures/refresh/`, 'POST', {}),
  ];
  for (const { status, body } of answers)
    expect([status, body]).toEqual([503, expect.objectContaining({ detail: SEALED })]);
  const { body: people } = await me.call('/api/channels/people/?q=ada');
  expect(people).toMatchObject([{ network: 'mastodon', people: [], failure: SEALED }]);
});
