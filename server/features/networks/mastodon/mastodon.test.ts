import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useApp, writer } from '../../../testing/app.ts';
import { startMastodon } from '../../../testing/networks/mastodon.ts';
import { publisherOn } from '../../../testing/publishing.ts';

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });
let mastodon: Awaited<ReturnType<typeof startMastodon>>;
beforeAll(async () => {
  mastodon = await startMastodon({ maxCharacters: 700 });
});
afterAll(() => mastodon.stop());

test('the limits are those of the server, and a content warning counts', async () => {
  const me = await publisherOn(app, mastodon);
  const [channel] = (await me.call('/api/channels/')).body;
  expect(channel).toMatchObject({ limits: { characters: 700, link: 23 }, network: 'mastodon' });
  const { id: item } = await me.write({ content: 'x'.repeat(695) });
  const path = `/api/content/items/${item}/publications/check/` as const;
  const check = async (options: object) =>
    (await me.call(path, 'POST', { options: { [me.channel]: options } })).body[0];
  expect(await check({})).toMatchObject({ longest: 695, limit: 700, findings: [] });
  expect(await check({ warning: 'Spoilers' })).toMatchObject({
    longest: 703,
    findings: [{ level: 'error', text: 'The text is 3 characters over the limit for Mastodon' }],
  });
  const wrong = await me.call(path, 'POST', {
    options: { [me.channel]: { visibility: 'secret' } },
  });
  expect([wrong.status, wrong.body.options]).toEqual([
    400,
    ['Who can see it: expected one of public, unlisted, private.'],
  ]);
});

test('the warning, the visibility and the language are sent; replies are quiet', async () => {
  const me = await publisherOn(app, mastodon);
  const options = { [me.channel]: { warning: 'Spoilers' } };
  const item = await me.thread(['First', 'Second'], { language: 'pt-BR' });
  await me.until(await me.publish(item, { options }), 'published');
  const sent = mastodon.statuses.slice(-2);
  expect(sent).toMatchObject([
    { visibility: 'public', language: 'pt', spoiler_text: 'Spoilers', sensitive: true },
    { visibility: 'unlisted' },
  ]);
  // As the channel is set.
  await me.call(`/api/channels/${me.channel}/`, 'PUT', { settings: { replies: 'same' } });
  await me.until(await me.publish(await me.thread(['Third', 'Fourth'])), 'published');
  expect(mastodon.statuses.slice(-1)).toMatchObject([{ visibility: 'public' }]);
});

test('the first post of an account is found, however many have followed it', async () => {
  const me = await publisherOn(app, mastodon);
  await mastodon.fail(me.call, me.channel, 'accept_and_drop');
  const before = mastodon.statuses.length;
  const id = await me.publish((await me.write({ content: 'The very first' })).id);
  await expect.poll(() => mastodon.statuses.length, { interval: 5 }).toBe(before + 1);
  const first = mastodon.statuses[before] as (typeof mastodon.statuses)[number];
  for (let n = 1; n <= 100; n++)
    mastodon.statuses.push({
      ...first,
      id: String(Number(first.id) + n / 1000),
      text: `Later ${n}`,
    });
  expect(await me.until(id, 'published')).toMatchObject({ sent: 1, url: expect.any(String) });
  expect(mastodon.statuses.filter(({ text }) => text === 'The very first')).toHaveLength(1);
});

test('a post is found, also where a few of the many reads fail', async () => {
  const me = await publisherOn(app, mastodon);
  await me.until(await me.publish((await me.write({ content: 'Before' })).id), 'published');
  let reads = 0;
  mastodon.options.losesSource = () => reads++ % 3 < 2;
  await mastodon.fail(me.call, me.channel, 'accept_and_drop');
  const before = mastodon.statuses.length;
  const id = await me.publish((await me.write({ content: 'Lost' })).id);
  await expect.poll(() => mastodon.statuses.length, { interval: 5 }).toBe(before + 1);
  const lost = mastodon.statuses[before] as (typeof mastodon.statuses)[number];
  for (let n = 1; n <= 9; n++)
    mastodon.statuses.push({ ...lost, id: String(Number(lost.id) + n / 1000), text: `Later ${n}` });
  const { content } = await me.until(id, 'published');
  mastodon.options.losesSource = () => false;
  const found = content[0]?.attempts.filter(({ step }) => step === 'find') ?? [];
  expect(found.map(({ outcome }) => outcome)).toEqual(['sent']);
  expect(mastodon.statuses.filter(({ text }) => text === 'Lost')).toHaveLength(1);
});

test('another account is not connected in the place of a channel, and a code is used once', async () => {
  const me = await publisherOn(app, mastodon);
  mastodon.addAccount('grace');
  const other = await mastodon.authorize(me.call, 'grace', me.channel);
  expect(other.status).toBe(409);
  const again = await me.call('/api/channels/complete/', 'POST', {
    state: '00000000-0000-4000-8000-000000000000',
    code: 'x',
  });
  expect([again.status, again.body.detail]).toEqual([
    400,
    'This connection has expired. Please connect again.',
  ]);
});

test('a server is looked up before a person logs in there', async () => {
  const me = await writer(app);
  const look = (server: string) =>
    app.post('/api/channels/look-up/', { network: 'mastodon', fields: { server } }, me.token);
  expect((await look(mastodon.url)).body).toEqual({
    server: mastodon.url,
    name: 'A fake server',
    limits: { characters: 700, link: 23 },
  });
  const other = await listen((_, response) => response.end('<h1>Hello</h1>'));
  expect((await look(other.url)).body.server).toEqual([
    `${other.url} doesn’t support the Mastodon API.`,
  ]);
  other.close();
  expect((await look(other.url)).body.server).toEqual([`No server answers at ${other.url}.`]);
  expect((await look('not a server')).body.server).toEqual([
    'Expected the address of a server, such as example.org.',
  ]);
});

async function listen(handler: RequestListener) {
  const server = createServer(handler);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('without private networks', () => {
  const strict = useApp();
  test.each(['https://127.0.0.1', 'https://localhost', 'https://[::1]', 'https://169.254.169.254'])(
    '%s is not allowed',
    async (server) => {
      const me = await writer(strict);
      const refused = await strict.post(
        '/api/channels/authorize/',
        { network: 'mastodon', fields: { server } },
        me.token,
      );
      expect(refused).toMatchObject({
        status: 400,
        body: { server: ['This address isn’t allowed.'] },
      });
    },
  );

  test('an unencrypted connection is not allowed', async () => {
    const me = await writer(strict);
    const body = { network: 'mastodon', fields: { server: 'http://example.org' } };
    const refused = await strict.post('/api/channels/authorize/', body, me.token);
    expect(refused.body).toMatchObject({
      server: ['Expected an address that begins with https://.'],
    });
  });
});
