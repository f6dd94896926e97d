import { afterAll, expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { startMastodon } from '../../../testing/networks/mastodon.ts';
import { publisherOn, runAfterwards } from '../../../testing/publishing.ts';

/** What is looked for is not taken for something else of the same words. */

const mastodon = await startMastodon({ keys: 'ignored' });
afterAll(() => mastodon.stop());

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });

const TEXT = 'More on our site';

const idsOf = async (id: number) =>
  (
    await app.database.query(
      'select state, remote_id from afterwards where publication_id = $1 order by id',
      [id],
    )
  ).rows as { state: string; remote_id: string | null }[];

/** As if the time had passed that a network is given. */
const pass = (id: number) =>
  app.database.query(
    `update afterwards set due_at = now(), next_attempt_at = now()
     where publication_id = $1 and next_attempt_at is not null`,
    [id],
  );

test('Replies of the same words that are looked for at once are found once each', async () => {
  const me = await publisherOn(app, mastodon);
  const id = await me.publish(await me.thread(['Our market opens']));
  await me.until(id, 'published');
  const reply = { kind: 'reply' as const, hours: 1, text: TEXT };
  await me.addAfterwards(id, ...Array.from({ length: 6 }, () => reply));
  // Three are there, and nobody was told; of the other three nothing is.
  await mastodon.fail(
    me.call,
    me.channel,
    ...(['accept_and_drop', 'drop', 'accept_and_drop', 'drop', 'accept_and_drop', 'drop'] as const),
  );
  for (let run = 0; run < 20; run++) {
    await pass(id);
    await runAfterwards(app);
    if ((await idsOf(id)).every(({ state }) => state === 'done')) break;
  }
  const rows = await idsOf(id);
  expect(rows.map(({ state }) => state)).toEqual(Array(6).fill('done'));
  expect(new Set(rows.map(({ remote_id }) => remote_id)).size).toBe(6);
  expect((await me.posts()).filter(({ content }) => content === TEXT)).toHaveLength(6);
});

test('It is not taken for one of the same account in another workspace', async () => {
  const [me, other] = [await publisherOn(app, mastodon), await publisherOn(app, mastodon)];
  const id = await me.publish(await me.thread([TEXT]));
  await me.until(id, 'published');
  const account = mastodon.statuses.at(-1)?.account ?? '';
  const { body } = await mastodon.authorize(other.call, account);
  const channels = [body.channels[0].id];
  const theirs = await other.publish(await other.thread(['Something']), { channels });
  await other.until(theirs, 'published');
  // As if a call of the other workspace had just ended without an outcome.
  await app.database.query(
    `with part as (update publication_parts set content = $2, remote_id = null, url = null,
       sent_at = null, prepared = '{"since":null,"media":[]}' where publication_id = $1),
     attempt as (update publication_attempts set outcome = 'unknown'
       where publication_id = $1 and step = 'send')
     update publications set state = 'publishing', published_at = null, next_attempt_at = now()
     where id = $1`,
    [theirs, TEXT],
  );
  const { content } = await other.until(theirs, 'published');
  expect(content[0]?.attempts.map(({ outcome }) => outcome)).toContain('absent');
  const { rows } = await app.database.query(
    'select distinct remote_id from publication_parts where publication_id = any($1)',
    [[id, theirs]],
  );
  expect(rows).toHaveLength(2);
});
