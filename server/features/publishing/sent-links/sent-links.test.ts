import { expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

const app = useApp({ PUBLIC_URL: 'https://posts.example.org' });

const ADDRESS = 'https://fennel.example/roast?size=250#top';
const SHORT = /https:\/\/posts\.example\.org\/l\/[1-9A-HJ-NP-Za-km-z]{7}/g;

async function publisher(settings: object) {
  const me = await publisherOn(app, practice);
  const { status, body } = await app.put('/api/workspace/links/', settings, me.token);
  expect(status, JSON.stringify(body)).toBe(200);
  return me;
}

const linksOf = async (token: string) =>
  (await app.get('/api/analytics/links/', token)).body.results.flatMap(
    ({ links }: { links: object[] }) => links,
  );

test('links stay as they are until a workspace switches counting on', async () => {
  const me = await publisherOn(app, practice);
  const { body } = await app.get('/api/workspace/links/', me.token);
  expect(body).toMatchObject({ counts: false, adds_utm: false, hosts: null });
  const { id } = await me.write({ content: `See ${ADDRESS}` });
  await me.until(await me.publish(id), 'published');
  expect((await me.posts())[0]?.content).toBe(`See ${ADDRESS}`);
});

test('a short link is sent for each address, and what was approved stays as it is', async () => {
  const me = await publisher({ counts: true, adds_utm: true });
  const text = `Twice ${ADDRESS} and ${ADDRESS}, once https://fennel.example/jobs`;
  const { id: item } = await me.write({ content: text });
  const { body: before } = await me.call(`/api/content/items/${item}/`);
  const id = await me.publish(item);
  const publication = await me.until(id, 'published');
  const [post] = await me.posts();
  const [first, second, third] = post?.content.match(SHORT) ?? [];
  expect(first).toBe(second);
  expect(post?.content).toBe(`Twice ${first} and ${first}, once ${third}`);
  expect(publication.content[0].content).toBe(post?.content);
  const { body: after } = await me.call(`/api/content/items/${item}/`);
  expect(after.content).toBe(before.content);
  const links = await linksOf(me.token);
  expect(links).toHaveLength(2);
  expect(links).toContainEqual(
    expect.objectContaining({
      url: first,
      address: ADDRESS,
      is_manual: false,
      target: expect.stringMatching(
        /^https:\/\/fennel\.example\/roast\?size=250&utm_source=practice&utm_medium=social&utm_campaign=ideas&utm_content=\d+#top$/,
      ),
      channel: expect.objectContaining({ id: me.channel, network: 'practice' }),
    }),
  );
  // Of a post, they stay as they were published.
  const { status } = await app.put(
    `/api/analytics/links/${(links[0] as { id: number }).id}/`,
    { target: 'https://evil.example/' },
    me.token,
  );
  expect(status).toBe(409);
});

test.each(['accept_and_drop', 'drop'])(
  'a call that fails by %s is found by the link that was sent, and published once',
  async (fault) => {
    const me = await publisher({ counts: true });
    await me.call(`/api/practice/${me.channel}/`, 'PUT', { fault, times: 1 });
    const { id: item } = await me.write({ content: `See ${ADDRESS}` });
    const { content } = await me.until(await me.publish(item), 'published');
    expect(content[0].attempts.length).toBeGreaterThan(1);
    const [link] = await linksOf(me.token);
    expect((await me.posts()).map((post) => post.content)).toEqual([
      `See ${(link as { url: string }).url}`,
    ]);
  },
);

test('what UTM makes too long is said before it is published', async () => {
  const me = await publisher({ adds_utm: true });
  const content = `${'x'.repeat(440)} ${ADDRESS}`;
  const { id: item } = await me.write({ content });
  const path = `/api/content/items/${item}/publications/check/` as const;
  const check = async () => (await me.call(path, 'POST', { channels: [me.channel] })).body[0];
  const checked = await check();
  expect(checked.findings[0].text).toMatch(
    /^The text is \d+ characters over the limit for Practice$/,
  );
  expect(checked.longest).toBeGreaterThan(500);
  await app.put('/api/workspace/links/', { adds_utm: false }, me.token);
  expect((await check()).findings).toEqual([]);
});

test('settings are checked, written down, and set by admins', async () => {
  const me = await publisher({ hosts: ['https://Fennel.example/shop', 'b.example'], counts: true });
  const { body } = await app.get('/api/workspace/links/', me.token);
  expect(body.hosts).toEqual(['fennel.example', 'b.example']);
  const put = (settings: object) => app.put('/api/workspace/links/', settings, me.token);
  const { body: wrong } = await put({ utm: { ...body.utm, source: '{x}' } });
  expect(JSON.stringify(wrong)).toContain('{x} isn’t a placeholder');
  expect((await put({ hosts: ['no host'] })).status).toBe(400);
  const { body: log } = await app.get('/api/content/audit-logs/', me.token);
  expect(log[0]).toMatchObject({
    action: 'update',
    object_type: 'workspace',
    changes: { counts: { before: false, after: true } },
  });
});
