import { afterAll, expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startMastodon } from '../../../testing/networks/mastodon.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

/** What the publisher promises when networks, workers and the database fail in between. */

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });
const servers: Awaited<ReturnType<typeof startMastodon>>[] = [];
afterAll(() => Promise.all(servers.map((server) => server.stop())));

async function start() {
  const mastodon = await startMastodon({ keys: 'ignored' });
  servers.push(mastodon);
  const me = await publisherOn(app, mastodon);
  const write = async (content: string) => (await me.write({ content })).id as number;
  return { ...me, write, mastodon };
}

const until = (holds: () => unknown) =>
  eventually(async () => {
    expect(await holds()).toBeTruthy();
  });

/** As if so much time had passed for a publication. */
const pass = (id: number, seconds: number) =>
  app.database.query(
    `with attempts as (update publication_attempts
       set began_at = began_at - make_interval(secs => $2) where publication_id = $1),
     parts as (update publication_parts
       set made_at = made_at - make_interval(secs => $2) where publication_id = $1)
     update publications set next_attempt_at = next_attempt_at - make_interval(secs => $2)
     where id = $1`,
    [id, seconds],
  );

/** The worker of a channel loses its lease, as if it were dead: another one takes over. */
const takeLease = (channel: number) =>
  app.database.query(
    "update channels set lease = gen_random_uuid(), leased_until = now() - interval '1 second' where id = $1",
    [channel],
  );

const secondsUntil = (instant: string) => (Date.parse(instant) - Date.now()) / 1000;

test.each<[string, Record<string, string>]>([
  ['Retry-After: 0', { 'retry-after': '0' }],
  ['a time of Retry-After that has passed', { 'retry-after': 'Wed, 25 Nov 2020 10:00:00 GMT' }],
  ['X-RateLimit-Reset of a clock that is behind', { 'x-ratelimit-reset': '2020-11-25T10:00:00Z' }],
  ['x-rate-limit-reset of a clock that is behind', { 'x-rate-limit-reset': '1600000000' }],
])('a limit with %s is not repeated at once', async (_, headers) => {
  const me = await start();
  let calls = 0;
  me.mastodon.intercept(async () => {
    calls++;
    return { status: 429, headers, body: { error: 'Too many requests' } };
  });
  const id = await me.publish(await me.write('Limited'));
  await until(
    async () => (await me.get(id)).content[0]?.attempts.at(-1)?.outcome === 'rate_limited',
  );
  const { rows } = await app.database.query(
    "select next_attempt_at - updated_at >= interval '1 second' as waits from publications where id = $1",
    [id],
  );
  expect([calls, rows]).toEqual([1, [{ waits: true }]]);
  me.mastodon.intercept(undefined);
  await me.until(id, 'published');
});

test('a worker that is gone while a slow network has its request leads to no second post', async () => {
  const me = await start();
  const accepted = Promise.withResolvers<void>();
  let calls = 0;
  me.mastodon.intercept(async ({ pass: accept }) => {
    calls++;
    await accepted.promise;
    return accept();
  });
  const id = await me.publish(await me.write('Slow'));
  await until(() => calls === 1);
  await takeLease(me.channel);
  // The next worker does not look before the call would have ended, and had its effect.
  await until(async () => (await me.get(id)).detail?.startsWith('It isn’t known yet'));
  const { next_attempt_at, content } = await me.get(id);
  expect(secondsUntil(next_attempt_at ?? '')).toBeGreaterThan(90);
  expect(content[0].attempts).toMatchObject([{ step: 'prepare' }, { step: 'send', outcome: null }]);
  accepted.resolve();
  await until(() => me.mastodon.statuses.length === 1);
  await pass(id, 120);
  await me.until(id, 'published');
  expect([calls, me.mastodon.statuses.length]).toEqual([1, 1]);
});

test('a worker that lost its lease while the connection was opened writes nothing', async () => {
  const me = await start();
  const { rows } = await app.database.query('select 1 from channels where id = $1', [me.channel]);
  expect(rows).toHaveLength(1);
  let calls = 0;
  me.mastodon.intercept(async ({ pass: accept }) => {
    calls++;
    return accept();
  });
  // The lease is taken in the moment in which the attempt is stored.
  await app.database.query(`
    create function take_lease() returns trigger language plpgsql as $$
    begin
      if new.step = 'send' then
        update channels set lease = gen_random_uuid(), leased_until = now() - interval '1 second'
          where id = (select channel_id from publications where id = new.publication_id);
      end if;
      return null;
    end $$;
    create trigger take_lease after insert on publication_attempts for each row execute function take_lease()`);
  const id = await me.publish(await me.write('Frozen'));
  await until(async () => (await me.get(id)).detail?.startsWith('It isn’t known yet'));
  expect(calls).toBe(0);
  await app.database.query(
    'drop trigger take_lease on publication_attempts; drop function take_lease',
  );
  await pass(id, 120);
  await me.until(id, 'published');
  expect([calls, me.mastodon.statuses.length]).toEqual([1, 1]);
});

test('what is out is published at once, also where the network accepts nothing more for now', async () => {
  const me = await start();
  me.mastodon.intercept(({ pass: accept }) =>
    accept({
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': new Date(Date.now() + 900_000).toISOString(),
    }),
  );
  const item = await me.write('The last one of the window');
  const id = await me.publish(item);
  await until(() => me.mastodon.statuses.length === 1);
  await until(async () => (await me.get(id)).content[0]?.sent_at);
  expect(await me.get(id)).toMatchObject({ state: 'published', sent: 1 });
  const cancelled = await me.call(`/api/publications/${id}/`, 'DELETE');
  expect([cancelled.status, cancelled.body.detail]).toEqual([
    409,
    'A publication that is published can’t be cancelled.',
  ]);
});

test('what is out cannot be cancelled, whatever its state says', async () => {
  const me = await start();
  const id = await me.publish(await me.write('Out'));
  await me.until(id, 'published');
  // As a worker of a former version left it: the end was stored later.
  await app.database.query(
    "update publications set state = 'publishing', published_at = null, next_attempt_at = now() + interval '1 hour' where id = $1",
    [id],
  );
  expect((await me.call(`/api/publications/${id}/`, 'DELETE')).status).toBe(409);
  await pass(id, 3600);
  await me.until(id, 'published');
});

test('a value that the database refuses stops its publication, and others of the channel go out', async () => {
  const me = await start();
  await app.database.query(`
    create function refuse_part() returns trigger language plpgsql as $$
    begin raise exception 'invalid input syntax for type json' using errcode = '22P02'; end $$;
    create trigger refuse_part before update of prepared on publication_parts
      for each row when (new.content = 'Refused here') execute function refuse_part()`);
  const id = await me.publish(await me.write('Refused here'));
  const other = await me.publish(await me.write('Fine'));
  await me.until(other, 'published');
  const stopped = await me.until(id, 'stopped');
  expect(stopped).toMatchObject({
    reason: 'operator',
    detail: 'Publishing failed several times because of an error on this server: see its log.',
  });
  expect(stopped.content[0].attempts.length).toBeLessThan(12);
  await app.database.query(
    'drop trigger refuse_part on publication_parts; drop function refuse_part',
  );
  expect((await me.call(`/api/publications/${id}/retry/`, 'POST', {})).status).toBe(200);
  await me.until(id, 'published');
});

test('an outcome that the database refuses is looked for, and nothing is sent twice', async () => {
  const me = await start();
  await app.database.query(`
    create function refuse_sent() returns trigger language plpgsql as $$
    begin raise exception 'unsupported Unicode escape sequence' using errcode = '22P05'; end $$;
    create trigger refuse_sent before update of remote_id on publication_parts
      for each row when (new.content = 'Not stored') execute function refuse_sent()`);
  const id = await me.publish(await me.write('Not stored'));
  const stopped = await me.until(id, 'stopped');
  expect(stopped).toMatchObject({ reason: 'unknown' });
  expect(me.mastodon.statuses.length).toBe(1);
  await app.database.query(
    'drop trigger refuse_sent on publication_parts; drop function refuse_sent',
  );
});

test('a post that is deleted while it is sent stops before the next part', async () => {
  const me = await start();
  const second = Promise.withResolvers<void>();
  me.mastodon.intercept(async ({ pass: accept }) => {
    const reply = await accept();
    if (me.mastodon.statuses.length === 2) await second.promise;
    return reply;
  });
  const item = await me.thread(['1', '2', '3', '4']);
  const id = await me.publish(item);
  await until(() => me.mastodon.statuses.length === 2);
  expect((await me.call(`/api/content/items/${item}/`, 'DELETE')).status).toBe(204);
  second.resolve();
  expect(await me.until(id, 'cancelled')).toMatchObject({ parts: 4, sent: 2 });
  expect(me.mastodon.statuses.length).toBe(2);
});

test('a workspace whose owner has closed the account sends nothing more', async () => {
  const me = await start();
  const second = Promise.withResolvers<void>();
  me.mastodon.intercept(async ({ pass: accept }) => {
    await second.promise;
    return accept();
  });
  // A service account keeps no workspace open.
  await me.call('/api/service-accounts/', 'POST', { name: 'Robot', role: 'admin' });
  const item = await me.thread(['1', '2']);
  const id = await me.publish(item);
  await until(async () => (await me.get(id)).content[0]?.attempts.at(-1)?.step === 'send');
  const close = (at: string) =>
    app.database.query(
      `update users set closed_at = ${at} where kind = 'person' and id in (select user_id from memberships
         join publications using (workspace_id) where publications.id = $1)`,
      [id],
    );
  await close('now()');
  second.resolve();
  const sent = async () =>
    (
      await app.database.query(
        'select count(sent_at)::integer as sent from publication_parts where publication_id = $1',
        [id],
      )
    ).rows[0].sent;
  await until(async () => (await sent()) === 1);
  // What others publish meanwhile shows that the worker has had its turn.
  const other = await start();
  await other.until(await other.publish(await other.write('Meanwhile')), 'published');
  expect(await sent()).toBe(1);
  await close('null');
  await me.until(id, 'published');
});

test('servers that hang delay no other', async () => {
  const hanging = await Promise.all(Array.from({ length: 24 }, () => start()));
  const released = Promise.withResolvers<void>();
  for (const { mastodon } of hanging)
    mastodon.intercept(async ({ pass: accept }) => {
      await released.promise;
      return accept();
    });
  const ids = await Promise.all(
    hanging.map(async ({ write, publish }) => publish(await write('Hangs'))),
  );
  const healthy = await publisherOn(app, practice);
  const { id: item } = await healthy.write({ content: 'Goes out' });
  await healthy.until(await healthy.publish(item), 'published');
  for (const [n, me] of hanging.entries())
    expect((await me.get(ids[n] as number)).state).toBe('publishing');
  released.resolve();
  for (const [n, me] of hanging.entries()) await me.until(ids[n] as number, 'published');
});
