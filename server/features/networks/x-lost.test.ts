import { afterAll, expect, test } from 'vitest';
import { useApp } from '../../testing/app.ts';
import { environmentOf } from '../../testing/networks/network.ts';
import { startXNetwork } from '../../testing/networks/x.ts';
import { publisherOn } from '../../testing/publishing.ts';

/** A post of X whose answer was lost, with links that are seen in more than one way. */

const x = await startXNetwork();
afterAll(() => x.stop());

const app = useApp(async () => ({ ALLOW_PRIVATE_NETWORKS: 'true', ...environmentOf(x) }));

test.each([
  'LEO\u0301N.com is open',
  "http://t.co/aB3x's page is open",
  'http://☕shop.org/menu is open',
  'shop.orgです例え.みんな is open',
])('It is found, and not sent again: %s', async (text) => {
  const me = await publisherOn(app, x);
  await x.fail(me.call, me.channel, 'accept_and_drop');
  const id = await me.publish(await me.thread([text]));
  await me.until(id, 'published');
  expect(await me.posts()).toHaveLength(1);
});

/** X's library has a link here, and we have none. */
const OTHERWISE = 'Open now: みんな-#éorgé.org';

test('Where X has other links than we have, a person is asked, and a refusal is the proof', async () => {
  const me = await publisherOn(app, x);
  await x.fail(me.call, me.channel, 'accept_and_drop');
  const id = await me.publish(await me.thread([OTHERWISE]));
  const { reason } = await me.until(id, 'stopped');
  expect([reason, (await me.posts()).length]).toEqual(['unknown', 1]);
  // They have not seen it: X refuses it as a repetition, and so it is there.
  await me.call(`/api/publications/${id}/resolve/`, 'POST', { sent: false });
  await me.until(id, 'published');
  expect(await me.posts()).toHaveLength(1);
});
