import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useApp, writer } from '../../testing/app.ts';
import { startServer, temporaryFolder } from '../../testing/process.ts';

const CHANNELS = 4;
const PUBLICATIONS = 24;
const FAULTS = 0.25;
/** A second worker is killed, and connections are cut, for so long. */
const CHAOS_MS = 12_000;
const DEADLINE_MS = 100_000;

const app = useApp();

/** Two workers; faults of the network, a worker that is killed, connections that are cut. */
test('whatever fails, every part is on its network exactly once, and in order', async () => {
  const me = await writer(app);
  const call = (path: string, method = 'GET', body?: unknown) =>
    app.request(path, { method, token: me.token, body });
  const channels: number[] = [];
  for (let n = 0; n < CHANNELS; n++) {
    const { body } = await call('/api/channels/', 'POST', { network: 'practice' });
    await call(`/api/practice/${body.id}/`, 'PUT', { chaos: FAULTS, delay_ms: 20, hang_ms: 500 });
    channels.push(body.id);
  }
  const at = new Date(Date.now() + 1000).toISOString();
  for (let n = 0; n < PUBLICATIONS; n++) {
    const items = Array.from({ length: 1 + (n % 4) }, (_, part) => ({ content: `${n}: ${part}` }));
    const { body } = await call('/api/content/items/thread/', 'POST', { folder: me.folder, items });
    const path = `/api/content/items/${body[0].id}/publications/`;
    const created = await call(path, 'POST', { channels: [channels[n % CHANNELS]], at });
    expect(created.status).toBe(201);
  }

  let isOver = false;
  const dataDir = join(temporaryFolder(), 'data');
  const environment = { DATABASE_URL: app.databaseUrl, SECRET: 'x'.repeat(32) };
  const killing = (async () => {
    while (!isOver) {
      const { child, exited } = await startServer(dataDir, { environment });
      await delay(1500);
      child.kill('SIGKILL');
      await exited;
    }
  })();
  const cutting = (async () => {
    while (!isOver) {
      await delay(400);
      await app.database
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()
             and application_name = 'postfolio' order by random() limit 1`,
        )
        .catch(() => {});
    }
  })();
  const ended = setTimeout(() => {
    isOver = true;
  }, CHAOS_MS);

  // A person continues what has stopped.
  const open = async () => {
    const { body } = await call('/api/publications/?page_size=100').catch(() => ({ body: null }));
    if (!body?.results) return undefined;
    for (const { id, state, reason, channel } of body.results)
      if (state === 'stopped')
        await call(
          reason === 'reconnect'
            ? `/api/channels/${channel.id}/reconnect/`
            : `/api/publications/${id}/retry/`,
          'POST',
          {},
        ).catch(() => {});
    return body.results.filter(({ state }: { state: string }) => state !== 'published').length;
  };
  const begun = Date.now();
  while ((!isOver || (await open()) !== 0) && Date.now() - begun < DEADLINE_MS) {
    await open();
    await delay(300);
  }
  clearTimeout(ended);
  isOver = true;
  await Promise.all([killing, cutting]);

  const { rows: stuck } = await app.database.query(
    "select id, state, reason, detail from publications where state <> 'published'",
  );
  expect(stuck).toEqual([]);
  // Each part as its network has it: with its text, as a reply to the part before.
  const { rows: parts } = await app.database.query(
    `select part.publication_id, part.position, part.content, post.content as published,
       post.parent_id::text as parent, before.remote_id as expected
     from publication_parts part
       left join practice_posts post on post.id::text = part.remote_id
       left join publication_parts before on before.publication_id = part.publication_id
         and before.position = part.position - 1`,
  );
  for (const { content, published, parent, expected } of parts)
    expect([published, parent]).toEqual([content, expected]);
  const { rows: posts } = await app.database.query('select content from practice_posts');
  expect(posts.map(({ content }) => content).sort()).toEqual(
    parts.map(({ content }) => content).sort(),
  );
  const { rows: outcomes } = await app.database.query(
    'select outcome, count(*)::integer from publication_attempts group by 1 order by 1',
  );
  console.table(outcomes);
}, 150_000);
