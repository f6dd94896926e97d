import { afterAll, beforeAll, expect, test } from 'vitest';
import { useApp, writer } from '../../../testing/app.ts';
import { startMastodon } from '../../../testing/networks/mastodon.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';
import { addMember } from '../../../testing/samples.ts';

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });
/** As it is outside of tests. */
const limited = useApp({ RATE_LIMIT_FACTOR: '1' });
let mastodon: Awaited<ReturnType<typeof startMastodon>>;
beforeAll(async () => {
  mastodon = await startMastodon();
});
afterAll(() => mastodon.stop());

const PATH = '/api/channels/people/';
const search = (q: string) => `${PATH}?${new URLSearchParams({ q })}` as typeof PATH;

test('people are found at each connected network that allows it, with whole handles', async () => {
  const me = await publisherOn(app, mastodon);
  expect((await me.call(search('ev'))).body).toEqual([
    {
      network: 'mastodon',
      people: [{ handle: 'eve@127.0.0.1', name: 'eve@127.0.0.1' }],
      failure: null,
    },
  ]);
  await practice.connect(me.call);
  const { body } = await me.call(search('Gra'));
  expect(body.toSorted((a, b) => a.network.localeCompare(b.network))).toEqual([
    {
      network: 'mastodon',
      people: [{ handle: 'grace@other.example', name: 'grace@other.example <b>' }],
      failure: null,
    },
    { network: 'practice', people: [{ handle: 'grace', name: 'Grace Hopper' }], failure: null },
  ]);
  expect((await me.call(search('nobody'))).body).toMatchObject([{ people: [] }, { people: [] }]);
});

test('a network that fails says so, and the others answer', async () => {
  const own = await startMastodon();
  const me = await publisherOn(app, own);
  await practice.connect(me.call);
  await own.stop();
  const { status, body } = await me.call(search('ada'));
  expect(status).toBe(200);
  const of = (network: string) => body.find((entry) => entry.network === network);
  expect(of('practice')).toMatchObject({ failure: null, people: [{ handle: 'ada' }, {}] });
  expect(of('mastodon')).toMatchObject({ people: [], failure: expect.stringMatching(/\w.*\.$/) });
});

test('another workspace, and a disconnected account, find nobody; a reader may not ask', async () => {
  const [me, other] = [await publisherOn(app, practice), await writer(app)];
  expect((await app.get(search('ada'), other.token)).body).toEqual([]);
  await addMember(app, other.id, me.folder, 'viewer');
  expect((await me.call(search('ada'))).body).toHaveLength(1);
  await me.call(`/api/channels/${me.channel}/`, 'DELETE');
  expect((await me.call(search('ada'))).body).toEqual([]);
});

test.each([
  ['too short', ' a '],
  ['too long', 'a'.repeat(61)],
])('%s: the error says what is expected', async (_, q) => {
  const me = await writer(app);
  const { status, body } = await app.get(search(q), me.token);
  expect([status, body]).toMatchObject([
    400,
    { q: ['Expected 2 to 60 characters of a name or handle.'] },
  ]);
});

test('a person who asks without end is refused', async () => {
  const me = await writer(limited);
  const ask = async () => (await limited.get(search('ada'), me.token)).status;
  for (let n = 0; n < 6; n++) await Promise.all(Array.from({ length: 20 }, ask));
  expect(await ask()).toBe(429);
});

test('an account is asked only so often, whoever asks', async () => {
  const me = await publisherOn(limited, practice);
  const ask = async (q: string) => (await me.call(search(q))).body[0]?.failure;
  for (let n = 0; n < 30; n++) expect(await ask(`ada ${n}`)).toBeNull();
  expect(await ask('grace')).toMatch(/asked too often/);
  // What is known is said without asking.
  expect(await ask('ada 1')).toBeNull();
});

test('what is sent has the form of the network, and is what the check counts', async () => {
  const me = await publisherOn(app, mastodon);
  const other = await practice.connect(me.call);
  const text = 'With {{@Ada Lovelace|mastodon:ada@host.example|x:ada}}!';
  const { id: item } = await me.write({ content: text });
  const { body: checks } = await me.call(
    `/api/content/items/${item}/publications/check/`,
    'POST',
    {},
  );
  const longest = Object.fromEntries(checks.map(({ channel, longest }) => [channel, longest]));
  // Of a mention, Mastodon counts the name alone.
  expect(longest).toEqual({
    [me.channel]: 'With @ada!'.length,
    [other]: 'With Ada Lovelace!'.length,
  });
  await me.until(await me.publish(item), 'published');
  await me.until(await me.publish(item, { channels: [other] }), 'published');
  expect((await me.posts()).at(-1)?.content).toBe('With @ada@host.example!');
  expect((await practice.posts(me.call, other)).at(-1)?.content).toBe('With Ada Lovelace!');
  expect((await me.call(`/api/content/items/${item}/`)).body.content).toBe(text);
});

test('a mention that is wrong is named by the check, and is not sent', async () => {
  const me = await publisherOn(app, practice);
  const { id: item } = await me.write({ content: 'With {{@Ada|x:not a handle}}' });
  const path = `/api/content/items/${item}/publications/check/` as const;
  expect((await me.call(path, 'POST', {})).body[0]?.findings).toMatchObject([
    { level: 'error', text: expect.stringContaining('{{@Ada|x:not a handle}} is not filled in') },
  ]);
});
