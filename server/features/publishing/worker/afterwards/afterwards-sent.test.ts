import { expect, test } from 'vitest';
import { priceOfAfterward } from '#contract/networks/afterward-rules.ts';
import { networks } from '#contract/networks/networks.ts';
import { useApp } from '../../../../testing/app.ts';
import { practice } from '../../../../testing/networks/practice.ts';
import { publisherOn } from '../../../../testing/publishing.ts';

/** Replies as they are sent, what is done afterwards costs, and what becomes of failures of our own. */

const app = useApp({ PUBLIC_URL: 'https://posts.example.org' });

const ADDRESS = 'https://example.org/roast';
const SHORT = /^See https:\/\/posts\.example\.org\/l\/[1-9A-HJ-NP-Za-km-z]{7}$/;

type Me = Awaited<ReturnType<typeof publisherOn>>;

async function published(me: Me, ...afterwards: object[]) {
  const id = await me.publish(await me.thread(['Our market opens']), {
    afterwards: { [me.channel]: afterwards },
  });
  await me.until(id, 'published');
  return id;
}

test('A reply gets short links, which are counted for its post, and keeps them when it is tried again', async () => {
  const me = await publisherOn(app, practice);
  await app.put('/api/workspace/links/', { counts: true }, me.token);
  const id = await published(me, { kind: 'reply', hours: 1, text: `See ${ADDRESS}` });
  await practice.fail(me.call, me.channel, 'refuse');
  const { id: reply } = await me.untilAfterward(id, 'stopped');
  await practice.fail(me.call, me.channel);
  expect((await me.call(`/api/afterwards/${reply}/continue/`, 'POST', {})).status).toBe(200);
  const { text } = await me.untilAfterward(id, 'done');
  // What people wrote stays as it is.
  expect(text).toBe(`See ${ADDRESS}`);
  expect((await me.posts())[1]?.content).toMatch(SHORT);
  const { body } = await app.get('/api/analytics/links/', me.token);
  const links = body.results.flatMap(({ links }: { links: object[] }) => links);
  expect(links).toMatchObject([{ address: ADDRESS, is_manual: false }]);
});

test('A reply that its links would make too long is sent as it is written', async () => {
  const me = await publisherOn(app, practice);
  expect((await app.put('/api/workspace/links/', { adds_utm: true }, me.token)).status).toBe(200);
  const text = `${'x'.repeat(networks.practice.limit - ADDRESS.length - 1)} ${ADDRESS}`;
  const id = await published(me, { kind: 'reply', hours: 1, text });
  await me.untilAfterward(id, 'done');
  expect((await me.posts())[1]?.content).toBe(text);
});

test('Several posts are published with the same things to do afterwards', async () => {
  const me = await publisherOn(app, practice);
  const items = [await me.thread(['First']), await me.thread(['Second'])];
  const body = {
    items,
    channels: [me.channel],
    at: '2030-01-01T09:00:00Z',
    afterwards: { [me.channel]: [{ kind: 'repost', hours: 5 }] },
  };
  const { status, body: made } = await me.call('/api/publications/', 'POST', body);
  expect(status, JSON.stringify(made)).toBe(201);
  for (const { afterwards } of made.publications)
    expect(afterwards).toMatchObject([{ kind: 'repost', hours: 5, state: 'waiting' }]);
  expect(made.publications).toHaveLength(2);
});

test('What fails by an error of our own waits longer each time, and after five of them is told', async () => {
  const me = await publisherOn(app, practice);
  const id = await published(me, { kind: 'repost', hours: 1 });
  const [{ id: afterward } = { id: 0 }] = (await me.get(id)).afterwards;
  await app.database.query(
    `create function refuse_attempt() returns trigger language plpgsql as $$
     begin raise exception 'as if it had a bug'; end $$`,
  );
  await app.database.query(
    `create trigger refuse_attempt before insert on afterward_attempts for each row
     when (new.afterward_id = ${afterward}) execute function refuse_attempt()`,
  );
  const stopped = await me.untilAfterward(id, 'stopped');
  expect(stopped).toMatchObject({ reason: 'operator' });
  const { body: told } = await me.call('/api/notifications/');
  expect(JSON.stringify(told)).toContain('publishing_stopped');
  const { rows } = await app.database.query('select own_failures from afterwards where id = $1', [
    afterward,
  ]);
  expect(rows).toEqual([{ own_failures: 5 }]);
});

test('X bills for a repost and for each part that is deleted, and a reply as a post', () => {
  expect(priceOfAfterward('x', { kind: 'repost' }, 3)).toBe(15);
  expect(priceOfAfterward('x', { kind: 'remove' }, 3)).toBe(30);
  expect(priceOfAfterward('x', { kind: 'reply', text: 'No link' }, 3)).toBe(15);
  expect(priceOfAfterward('x', { kind: 'reply', text: ADDRESS }, 3)).toBe(200);
  expect(priceOfAfterward('bluesky', { kind: 'repost' }, 3)).toBe(0);
});
