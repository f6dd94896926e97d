import { afterAll, expect, test } from 'vitest';
import type { GivenAfterward } from '#contract/publishing/afterwards.ts';
import { useApp } from '../../../../testing/app.ts';
import { startMastodon } from '../../../../testing/networks/mastodon.ts';
import { practice } from '../../../../testing/networks/practice.ts';
import { publisherOn, runAfterwards } from '../../../../testing/publishing.ts';
import { mayBeOut } from '../../publications/publications.service.ts';

/** What may be at the network is not called cancelled, whoever cancels: it is looked for first. */

const mastodon = await startMastodon({ keys: 'ignored' });
afterAll(() => mastodon.stop());

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });

type Tried = Parameters<typeof mayBeOut>[0]['attempts'];

const REPLY = { kind: 'reply', hours: 1, text: 'More on our site' } as const;
const REPOST = { kind: 'repost', hours: 1 } as const;
const REMOVE = { kind: 'remove', days: 1, consent: true } as const;

type Me = Awaited<ReturnType<typeof publisherOn>>;

/** A post with something whose call was taken or broke, and nobody was told which. */
async function unknown(given: GivenAfterward, fault: 'accept_and_drop' | 'drop') {
  const me = await publisherOn(app, mastodon);
  const item = await me.thread(['Our market opens']);
  const id = await me.publish(item);
  await me.until(id, 'published');
  const [made] = await me.addAfterwards(id, given);
  await mastodon.fail(me.call, me.channel, fault);
  await pass(id);
  await runAfterwards(app);
  const afterward = made?.id ?? 0;
  expect((await me.get(id)).afterwards).toMatchObject([{ state: 'running' }]);
  return { me, item, id, path: `/api/afterwards/${afterward}/` as const };
}

/** Lets the time come that is waited for. */
const pass = (id: number) =>
  app.database.query(
    `update afterwards set due_at = least(due_at, now()), next_attempt_at = now()
     where publication_id = $1 and next_attempt_at is not null`,
    [id],
  );

const repliesOf = async (me: Me) =>
  (await me.posts()).filter(({ content }) => content === REPLY.text);

test.each([
  [REPLY, 'accept_and_drop'],
  [REPLY, 'drop'],
  [REPOST, 'accept_and_drop'],
] as const)('A person cannot cancel it before it was looked for: %j, %s', async (given, fault) => {
  const { me, id, path } = await unknown(given, fault);
  const refused = await me.call(path, 'DELETE');
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    409,
    expect.stringContaining('looked for first'),
  ]);
  await me.untilAfterward(id, 'done');
  expect(given.kind === 'reply' ? await repliesOf(me) : await me.reposts()).toHaveLength(1);
});

test('Once it is known not to be there, it can be cancelled', async () => {
  const { me, id, path } = await unknown(REPLY, 'drop');
  await app.database.query(
    `insert into afterward_attempts (afterward_id, step, ended_at, outcome)
     select id, 'find', now(), 'absent' from afterwards where publication_id = $1`,
    [id],
  );
  expect((await me.call(path, 'DELETE')).status).toBe(204);
});

test('A deletion whose process died may have begun: it is not cancelled', async () => {
  const me = await publisherOn(app, mastodon);
  const id = await me.publish(await me.thread(['For a while']));
  await me.until(id, 'published');
  const [made] = await me.addAfterwards(id, REMOVE);
  await app.database.query(
    `with dead as (update afterwards set state = 'running', next_attempt_at = now()
       where publication_id = $1 returning id)
     insert into afterward_attempts (afterward_id, step) select id, 'remove' from dead`,
    [id],
  );
  expect((await me.call(`/api/afterwards/${made?.id ?? 0}/`, 'DELETE')).status).toBe(409);
  await me.untilAfterward(id, 'done');
  expect(await me.posts()).toEqual([]);
});

test.each(['accept_and_drop', 'drop'] as const)(
  'Deleted with its publication, it is looked for, and deleted once it is found: %s',
  async (fault) => {
    const { me, id } = await unknown(REPLY, fault);
    expect((await me.call(`/api/publications/${id}/delete-remote/`, 'POST', {})).status).toBe(200);
    expect(await me.get(id)).toMatchObject({
      state: 'cancelled',
      afterwards: [{ state: 'running' }],
    });
    await pass(id);
    await runAfterwards(app);
    await pass(id);
    await runAfterwards(app);
    const { afterwards } = await me.get(id);
    expect(afterwards.map(({ kind, state }) => [kind, state])).toEqual(
      fault === 'drop'
        ? [['reply', 'cancelled']]
        : [
            ['remove', 'done'],
            ['reply', 'done'],
          ],
    );
    expect(await me.posts()).toEqual([]);
  },
);

test('In the trash, it is looked for, and not sent again', async () => {
  const { me, item, id } = await unknown(REPLY, 'drop');
  await me.call(`/api/content/items/${item}/`, 'DELETE');
  await pass(id);
  await runAfterwards(app);
  expect((await me.get(id)).afterwards).toMatchObject([{ state: 'running' }]);
  await me.untilAfterward(id, 'cancelled');
  expect(await repliesOf(me)).toEqual([]);
});

test('With a folder, or a channel, that is gone, it is not called cancelled', async () => {
  const { me, id, path } = await unknown(REPLY, 'accept_and_drop');
  expect((await me.call(`/api/content/folders/${me.folder}/`, 'DELETE')).status).toBe(204);
  expect((await me.call(`/api/channels/${me.channel}/`, 'DELETE')).status).toBe(204);
  expect((await me.get(id)).afterwards).toMatchObject([{ state: 'running' }]);
  const stopped = await me.untilAfterward(id, 'stopped');
  expect(stopped).toMatchObject({ reason: 'reconnect' });
  expect((await me.call(path, 'DELETE')).status).toBe(409);
  // A person who has looked can end it.
  const { body } = await me.call(`${path}continue/`, 'POST', { there: true });
  expect(body).toMatchObject({ state: 'done' });
});

test('One that nobody can look for is ended by a person, also below a deleted post', async () => {
  const me = await publisherOn(app, practice);
  const id = await me.publish(await me.thread(['Our market opens']));
  await me.until(id, 'published');
  await me.addAfterwards(id, REPOST);
  const behaviour = { fault: 'drop', times: 1, hides_posts: true };
  await me.call(`/api/practice/${me.channel}/`, 'PUT', behaviour);
  const { id: repost } = await me.untilAfterward(id, 'stopped');
  const path = `/api/afterwards/${repost}/` as const;
  const refused = await me.call(path, 'DELETE');
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    409,
    expect.stringContaining('say first whether it is there'),
  ]);
  await me.call(`/api/publications/${id}/delete-remote/`, 'POST', {});
  expect((await me.get(id)).afterwards).toMatchObject([{ state: 'stopped', reason: 'unknown' }]);
  expect((await me.call(`${path}continue/`, 'POST', { there: false })).status).toBe(200);
  await me.untilAfterward(id, 'cancelled');
  expect(await me.reposts()).toEqual([]);
});

test('What was looked for and is not there is held by a pause', async () => {
  const { me, id } = await unknown(REPLY, 'drop');
  await app.database.query(
    `with found as (insert into afterward_attempts (afterward_id, step, ended_at, outcome)
       select id, 'find', now(), 'absent' from afterwards where publication_id = $1)
     update afterwards set next_attempt_at = now() where publication_id = $1`,
    [id],
  );
  await me.call('/api/pause/', 'PUT', { reason: 'Something happened', ends_at: null });
  await runAfterwards(app);
  expect(await repliesOf(me)).toEqual([]);
  expect((await me.call('/api/pause/held/afterwards/')).body).toMatchObject([{ kind: 'reply' }]);
});

test.each<[string[], (string | null)[], boolean]>([
  [['send'], ['unknown'], true],
  [['send', 'find'], ['unknown', 'repeatable'], true],
  [['send', 'find', 'send'], ['unknown', 'repeatable', 'rate_limited'], true],
  [['send', 'find', 'send'], ['unknown', 'repeatable', 'rejected'], false],
  [['send', 'find', 'send'], ['unknown', 'absent', null], true],
  [['remove', 'remove'], [null, 'rejected'], false],
  [['send', 'find', 'find'], ['unknown', 'repeatable', 'absent'], false],
  [['remove'], [null], true],
  [['prepare'], [null], false],
])(
  'The database and the worker agree on what may be out: %j, %j',
  async (steps, outcomes, isOut) => {
    const me = await publisherOn(app, practice);
    const id = await me.publish(await me.thread(['Any']), { at: '2030-01-01T09:00:00Z' });
    const { rows } = await app.database.query(
      `with made as (insert into afterwards (workspace_id, publication_id, channel_id, kind, hours,
         state)
       select workspace_id, id, channel_id, 'repost', 1, 'running' from publications where id = $1
       returning id),
     tried as (insert into afterward_attempts (afterward_id, step, outcome)
       select made.id, step, outcome from made,
         unnest($2::text[], $3::text[]) with ordinality as given (step, outcome, at) order by at)
     select id from made`,
      [id, steps, outcomes],
    );
    const { rows: found } = await app.database.query('select afterward_may_be_out($1) as found', [
      rows[0].id,
    ]);
    const attempts = steps.map((step, index) => ({
      step,
      outcome: outcomes[index] ?? null,
    }));
    expect([found[0].found, mayBeOut({ attempts: attempts as Tried })]).toEqual([isOut, isOut]);
  },
);
