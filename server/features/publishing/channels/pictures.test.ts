import { afterAll, expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startMastodon } from '../../../testing/networks/mastodon.ts';
import { publisherOn } from '../../../testing/publishing.ts';

const mastodon = await startMastodon();
afterAll(() => mastodon.stop());
const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });

const DAY_MS = 24 * 60 * 60_000;

/** Somebody with an account at the server, whose picture is known. */
async function connected() {
  const me = await publisherOn(app, mastodon);
  const pictureOf = async () => (await me.call('/api/channels/')).body[0].picture;
  const picture = await eventually(async () => {
    const hash = await pictureOf();
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    return hash;
  });
  const linkOf = async (hash: string | null, call = me.call) =>
    `${app.base}${(await call('/api/media/pass/')).body.prefix}channels/${hash}.webp`;
  return { ...me, picture, pictureOf, linkOf };
}

/** Reads all accounts again, as once a day. */
async function readAgain() {
  await app.database.query("update channels set checked_at = now() - interval '2 days'");
  await app.database.query(
    "insert into jobs.job (name, data) values ('channels.read_accounts', '{}')",
  );
  await eventually(async () => {
    const { rows } = await app.database.query(
      "select 1 from channels where checked_at < now() - interval '1 day'",
    );
    expect(rows).toEqual([]);
  });
}

test('a picture is for those who have a link of the workspace, while it is valid', async () => {
  const me = await connected();
  const link = await me.linkOf(me.picture);
  const response = await fetch(link);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d{5}, immutable$/);

  const other = await publisherOn(app, mastodon);
  expect((await fetch(await me.linkOf(me.picture, other.call))).status).toBe(404);
  for (const wrong of [
    link.replace('.webp', '.png'),
    link.replace(/[0-9a-f]{64}/, '0'.repeat(64)),
    link.replace('/media/', '/media/1'),
  ])
    expect((await fetch(wrong)).status).toBe(404);
  expect((await app.clock.later(DAY_MS, () => fetch(link))).status).toBe(404);
});

test('one that cannot be read keeps nobody from connecting, and leaves the former one', async () => {
  const me = await connected();
  mastodon.options.picture = `${mastodon.url}/nowhere.jpg`;
  await readAgain();
  expect(await me.pictureOf()).toBe(me.picture);
  const other = await publisherOn(app, mastodon);
  expect((await other.call('/api/channels/')).body[0]).toMatchObject({
    state: 'connected',
    picture: null,
  });
});

test('one that was removed is removed here, and one of a disconnected channel is kept', async () => {
  mastodon.options.picture = undefined;
  const me = await connected();
  await me.call(`/api/channels/${me.channel}/`, 'DELETE');
  expect(await me.pictureOf()).toBe(me.picture);
  await mastodon.reconnect(me.call, me.channel);
  // The picture that it had when it was connected again is read first.
  await eventually(async () => {
    const { rows } = await app.database.query(
      "select name from jobs.job where name like 'channels.%' and state < 'completed'",
    );
    expect(rows).toEqual([]);
  });
  mastodon.options.picture = null;
  await readAgain();
  await eventually(async () => expect(await me.pictureOf()).toBeNull());
});
