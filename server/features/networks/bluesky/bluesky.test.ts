import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { start, useApp } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { type Bluesky, startBluesky } from '../../../testing/networks/bluesky.ts';
import type { ForeignJson } from '../../../testing/networks/fake.ts';
import { environmentOf } from '../../../testing/networks/network.ts';
import { publisherOn } from '../../../testing/publishing.ts';
import { findFacets } from './facets.ts';
import { createTid } from './tid.ts';

let bluesky: Bluesky;
const settingsOf = (network: Bluesky) => ({
  ALLOW_PRIVATE_NETWORKS: 'true',
  ...environmentOf(network),
});
const app = useApp(async () => {
  bluesky = await startBluesky();
  return settingsOf(bluesky);
});
afterAll(() => bluesky.stop());

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a short link is behind the address that people wrote, in the text and on the card', async () => {
  const me = await publisherOn(app, bluesky);
  await me.call('/api/workspace/links/', 'PUT', { counts: true });
  const text = 'See https://fennel.example/roast';
  const { id: item } = await me.write({ content: text });
  await me.until(await me.publish(item), 'published');
  const [post] = await me.posts();
  expect(post?.content).toBe(text);
  const value = (await bluesky.records(post?.id.split('/')[2] as string))[0]?.value;
  const { results } = (await me.call('/api/analytics/links/')).body;
  expect(value.facets[0].features[0].uri).toBe(results[0].links[0].url);
});

test('a thread of which nothing arrived is held by a pause, and then takes its text as it is', async () => {
  const me = await publisherOn(app, bluesky);
  const root = await me.thread(['One', 'Two', 'Three']);
  await bluesky.fail(me.call, me.channel, 'rate_limit');
  const id = await me.publish(root);
  const outcomes = async () =>
    (await me.get(id)).content[0]?.attempts.map(({ step, outcome }) => `${step} ${outcome}`);
  await eventually(async () => expect((await outcomes())?.at(-1)).toBe('send rate_limited'));
  expect((await me.call('/api/pause/', 'PUT', { reason: 'We wait.' })).status).toBe(200);
  // As if the answer to a call with all parts had been lost.
  await app.database.query(
    `with lost as (insert into publication_attempts (publication_id, position, step, ended_at, outcome,
         clearance_id)
       select publication_id, position, 'send', now(), 'unknown',
         (select max(id) from clearances where publication_id = $1)
       from publication_parts where publication_id = $1)
     update publications set next_attempt_at = now() where id = $1`,
    [id],
  );
  await app.database.query('update channels set paused_until = null where id = $1', [me.channel]);
  await eventually(async () => expect((await outcomes())?.at(-1)).toBe('find absent'));
  await app.database.query('update publications set next_attempt_at = now() where id = $1', [id]);
  await eventually(async () =>
    expect(await me.get(id)).toMatchObject({ state: 'publishing', held: true }),
  );
  const parts = ['One', 'Two', 'Three'].map((text) => `${text}, changed`);
  const ids = (await me.call(`/api/content/items/${root}/thread/`)).body.map((item) => item.id);
  const items = parts.map((content, at) => ({ id: ids[at], content }));
  expect((await me.call(`/api/content/items/${root}/thread/`, 'PUT', { items })).status).toBe(200);
  const decisions = [{ publication: id, do: 'now' as const }];
  expect((await me.call('/api/pause/resume/', 'POST', { decisions })).status).toBe(200);
  await me.until(id, 'published');
  expect((await me.posts()).map(({ content }) => content).toSorted()).toEqual(parts.toSorted());
});

test('a person who is found is mentioned by their DID', async () => {
  const other = await bluesky.createAccount();
  const me = await publisherOn(app, bluesky);
  const { body } = await me.call(`/api/channels/people/?q=${other.handle}`);
  expect(body).toEqual([
    { network: 'bluesky', failure: null, people: [{ handle: other.handle, name: 'user {<b>}' }] },
  ]);
  const { id: item } = await me.write({
    content: `🎉 {{@Ada Lovelace|bluesky:${other.handle}|x:ada}}!`,
  });
  await me.until(await me.publish(item), 'published');
  const [post] = await me.posts();
  expect(post?.content).toBe(`🎉 @${other.handle}!`);
  const value = (await bluesky.records(post?.id.split('/')[2] as string))[0]?.value;
  expect(value.facets).toMatchObject([{ index: { byteStart: 5 }, features: [{ did: other.did }] }]);
});

test('links, mentions, tags, the language and the card of a link are sent', async () => {
  const page = createServer((request, response) => {
    const isImage = request.url === '/card.png';
    response
      .writeHead(200, { 'content-type': isImage ? 'image/png' : 'text/html; charset=utf-8' })
      .end(
        isImage
          ? PIXEL
          : '<title>Plain</title><meta property="og:title" content="A &amp; B"><meta property="og:description" content="What it is"><meta property="og:image" content="/card.png"><body>',
      );
  });
  await new Promise<void>((resolve) => void page.listen(0, '127.0.0.1', resolve));
  const link = `http://127.0.0.1:${(page.address() as AddressInfo).port}/page`;
  const other = await bluesky.createAccount();
  const me = await publisherOn(app, bluesky);
  const text = `🎉 @${other.handle} and @nobody.test #news ${link}.`;
  const { id: item } = await me.write({ content: text, language: 'de' });
  const id = await me.publish(item);
  await me.until(id, 'published');
  page.close();
  const [did] = (await me.posts()).map((post) => post.id.split('/')[2]);
  const value = (await bluesky.records(did as string))[0]?.value;
  expect(value.langs).toEqual(['de']);
  const bytes = Buffer.from(text);
  const parts = value.facets.map(({ index, features }: ForeignJson) => [
    bytes.subarray(index.byteStart, index.byteEnd).toString(),
    features[0],
  ]);
  expect(parts).toEqual([
    [`@${other.handle}`, { $type: 'app.bsky.richtext.facet#mention', did: other.did }],
    ['#news', { $type: 'app.bsky.richtext.facet#tag', tag: 'news' }],
    [link, { $type: 'app.bsky.richtext.facet#link', uri: link }],
  ]);
  expect(value.embed).toMatchObject({
    $type: 'app.bsky.embed.external',
    external: {
      uri: link,
      title: 'A & B',
      description: 'What it is',
      thumb: { $type: 'blob', mimeType: 'image/jpeg', size: expect.any(Number) },
    },
  });
});

test('what the card of a link lacks is said before it is published', async () => {
  const page = createServer((request, response) => {
    response
      .writeHead(request.url === '/gone' ? 404 : 200, { 'content-type': 'text/html' })
      .end('<title>Plain</title>');
  });
  await new Promise<void>((resolve) => void page.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(page.address() as AddressInfo).port}`;
  const me = await publisherOn(app, bluesky);
  const warnings = async (...texts: string[]) => {
    const item = await me.thread(texts);
    const path = `/api/content/items/${item}/publications/check/links/` as const;
    const { status, body } = await me.call(path, 'POST');
    expect([status, body.map(({ channel }) => channel)]).toEqual([200, [me.channel]]);
    return body[0]?.findings.map(({ level, text }) => `${level}: ${text}`);
  };
  expect(await warnings('No link', `http://${host}/page`)).toEqual([
    `warning: The card of ${host}/page has no picture: the page names none`,
  ]);
  expect(await warnings(`http://${host}/gone`, 'text')).toEqual([
    `warning: ${host}/gone has no card: the page responds with 404`,
  ]);
  page.close();
  page.closeAllConnections();
  expect(await warnings(`http://${host}/other`, 'text')).toEqual([
    `warning: ${host}/other has no card: the page can’t be reached`,
  ]);
});

test('a token that has expired is renewed, by one process at a time', async () => {
  const me = await publisherOn(app, bluesky);
  const other = await start(app.databaseUrl, settingsOf(bluesky));
  const before = await credentialsOf(me.channel);
  await bluesky.fail(me.call, me.channel, 'expired');
  const id = await me.publish((await me.write({ content: 'Renewed' })).id);
  const { content } = await me.until(id, 'published');
  const sends = content[0].attempts.filter(({ step }: { step: string }) => step === 'send');
  expect(sends).toHaveLength(1);
  expect(await credentialsOf(me.channel)).not.toBe(before);
  // As if it expired soon, seen by two processes at once.
  await app.database.query('update channels set renewing_until = null where id = $1', [me.channel]);
  const path = `/api/publications/${id}/latest/`;
  const both = await Promise.all([
    me.call(path),
    other.request(path, { token: me.token }),
    me.call(path),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
  await other.stop();
});

const credentialsOf = async (channel: number) =>
  (await app.database.query('select credentials from channels where id = $1', [channel])).rows[0]
    .credentials;

test.each([
  [{ handle: '', password: '' }, 'handle', 'Please enter your handle'],
  [
    { handle: 'nobody.test', password: 'abcd-abcd-abcd-abcd' },
    'password',
    'Bluesky doesn’t recognise this handle and password.',
  ],
  [{ handle: 'ada.test', password: 'the main password' }, 'password', 'Is it an app password'],
  [
    { handle: 'ada.test', password: 'abcd-abcd-abcd-abcd', service: 'http://127.0.0.1:1' },
    'service',
    'No server answers at http://127.0.0.1:1.',
  ],
  [
    { handle: 'ada.test', password: 'abcd-abcd-abcd-abcd', service: 'nonsense' },
    'service',
    'Expected the address of a server',
  ],
])('connecting with %j names what is wrong', async (fields, field, message) => {
  const me = await publisherOn(app, bluesky);
  const refused = await me.call('/api/channels/', 'POST', {
    network: 'bluesky',
    fields: { service: bluesky.url, ...fields },
  });
  expect(refused).toMatchObject({
    status: 400,
    body: { [field]: [expect.stringContaining(message)] },
  });
});

test('without an https address of the installation there is no login', async () => {
  const me = await publisherOn(app, bluesky);
  const { body } = await me.call('/api/networks/');
  expect(body.find(({ network }) => network === 'bluesky')).toMatchObject({
    ways: [{ way: 'password', by: 'fields', missing: [] }],
    setup: null,
  });
  expect((await me.call('/api/networks/bluesky/client.json')).status).toBe(404);
  const begun = await me.call('/api/channels/authorize/', 'POST', { network: 'bluesky' });
  expect([begun.status, begun.body.network]).toEqual([400, ['Bluesky is connected with a form.']]);
});

test('another account is not connected in the place of a channel', async () => {
  const me = await publisherOn(app, bluesky);
  const { handle, password } = await bluesky.createAccount();
  const { status, body } = await me.call(`/api/channels/${me.channel}/reconnect/`, 'POST', {
    fields: { handle, password, service: bluesky.url },
  });
  expect([status, body.detail?.includes('connect it as a new channel')]).toEqual([409, true]);
});

test('facets count bytes, and overlap nowhere', async () => {
  const text = 'é https://example.org/#part @ada.example.org me@example.org #täg';
  const facets = await findFacets(text, async (handle) => `did:of:${handle}`);
  const bytes = Buffer.from(text);
  expect(
    facets.map(({ index, features: [feature] }) => [
      bytes.subarray(index.byteStart, index.byteEnd).toString(),
      feature.$type.split('#')[1],
    ]),
  ).toEqual([
    ['https://example.org/#part', 'link'],
    ['@ada.example.org', 'mention'],
    ['#täg', 'tag'],
  ]);
});

test('keys of records are in the order of time', () => {
  const [one, two, three] = [
    createTid(1_700_000_000_000, 0, 1023),
    createTid(1_700_000_000_000, 1, 0),
    createTid(1_700_000_000_001, 0, 0),
  ];
  expect([one, two, three].toSorted()).toEqual([one, two, three]);
  for (const tid of [one, two, three])
    expect(tid).toMatch(/^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/);
});
