import { afterAll, beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { startMastodon } from '../../../testing/networks/mastodon.ts';
import { publisherOn, runAfterwards } from '../../../testing/publishing.ts';

/** Deletions that a network refuses, for now or in part: what is said is what is there. */

const mastodon = await startMastodon();
afterAll(() => mastodon.stop());
const { options } = mastodon;
beforeEach(() => {
  options.deletes = () => true;
});

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });

const REMOVE = { kind: 'remove', days: 1, consent: true } as const;
const REFUSED = 'This action is not allowed';

type Me = Awaited<ReturnType<typeof publisherOn>>;

async function published(...texts: string[]) {
  const me = await publisherOn(app, mastodon);
  const id = await me.publish(await me.thread(texts));
  await me.until(id, 'published');
  const byHand = () => me.call(`/api/publications/${id}/delete-remote/`, 'POST', {});
  return { me, id, byHand };
}

const textsOf = async (me: Me) => (await me.posts()).map(({ content }) => content);

test.each([[['Single']], [['First', 'Second']]])(
  'What the network refuses to delete stays published, and is tried again: %j',
  async (texts) => {
    const { me, id } = await published(...texts);
    await me.addAfterwards(id, REMOVE);
    options.deletes = () => false;
    const stopped = await me.untilAfterward(id, 'stopped');
    expect(stopped).toMatchObject({ reason: 'rejected', detail: `${REFUSED}.` });
    const parts = texts.length;
    expect(await me.get(id)).toMatchObject({
      ...{ state: 'published', sent: parts, removed: 0, removal_failure: REFUSED, ended_at: null },
      published_at: expect.any(String),
    });
    expect((await me.call('/api/attention/')).body.afterwards).toMatchObject([{ id: stopped.id }]);
    const path = `/api/afterwards/${stopped.id}/continue/` as const;
    // Still refused: it stops again.
    expect((await me.call(path, 'POST', {})).status).toBe(200);
    await me.untilAfterward(id, 'stopped');
    options.deletes = () => true;
    expect((await me.call(path, 'POST', {})).status).toBe(200);
    await me.untilAfterward(id, 'done');
    expect(await me.posts()).toEqual([]);
    expect(await me.get(id)).toMatchObject({
      ...{ state: 'cancelled', removed: parts, removal_failure: null },
    });
  },
);

test('A thread of which a part could be deleted says so, and the rest is deleted later', async () => {
  const { me, id } = await published('First', 'Second', 'Third');
  await me.addAfterwards(id, REMOVE);
  options.deletes = ({ text }) => text === 'Third';
  const { id: removal } = await me.untilAfterward(id, 'stopped');
  expect(await textsOf(me)).toEqual(['First', 'Second']);
  expect(await me.get(id)).toMatchObject({ state: 'published', removed: 1, sent: 3 });
  options.deletes = ({ text }) => text !== 'Third';
  await me.call(`/api/afterwards/${removal}/continue/`, 'POST', {});
  await me.untilAfterward(id, 'done');
  expect(await me.posts()).toEqual([]);
  const { state, removed, content } = await me.get(id);
  expect([state, removed]).toEqual(['cancelled', 3]);
  const removals = content.map(
    ({ attempts }) => attempts.filter(({ outcome }) => outcome === 'removed').length,
  );
  expect(removals).toEqual([1, 1, 1]);
});

test('A process that died between two deletions has the rest deleted', async () => {
  const { me, id } = await published('First', 'Second');
  await me.addAfterwards(id, REMOVE);
  options.deletes = ({ text }) => text === 'Second';
  await me.untilAfterward(id, 'stopped');
  // As if it had died after the first one.
  await app.database.query(
    `with dead as (update afterwards set state = 'running', reason = null, detail = null,
       next_attempt_at = now() where publication_id = $1 returning id)
     update afterward_attempts set outcome = null, ended_at = null, code = null, detail = null
     where afterward_id in (select id from dead)`,
    [id],
  );
  options.deletes = () => true;
  await me.untilAfterward(id, 'done');
  expect([await me.posts(), (await me.get(id)).state]).toEqual([[], 'cancelled']);
});

test('A person who deletes it by hand is told what is left, and can try again', async () => {
  const { me, id, byHand } = await published('First', 'Second');
  options.deletes = ({ text }) => text === 'Second';
  const refused = await byHand();
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    503,
    expect.stringContaining(REFUSED),
  ]);
  expect(await me.get(id)).toMatchObject({
    ...{ state: 'published', sent: 2, removed: 1, removal_failure: REFUSED },
  });
  options.deletes = () => true;
  expect((await byHand()).body).toMatchObject({ state: 'cancelled', removed: 2 });
  expect(await me.posts()).toEqual([]);
  // Nothing is left: no error.
  expect((await byHand()).status).toBe(200);
});

test('By hand, the reply below goes first, and what is planned is not added meanwhile', async () => {
  const { me, id, byHand } = await published('First');
  await me.addAfterwards(id, { kind: 'reply', hours: 1, text: 'Below' });
  await me.untilAfterward(id, 'done');
  await me.addAfterwards(id, { kind: 'reply', hours: 2, text: 'Later' }, REMOVE);
  options.deletes = ({ text }) => text === 'Below';
  expect((await byHand()).status).toBe(503);
  expect(await textsOf(me)).toEqual(['First']);
  await app.database.query(
    `update afterwards set next_attempt_at = now() where publication_id = $1
       and kind = 'reply' and next_attempt_at is not null`,
    [id],
  );
  await runAfterwards(app);
  expect(await textsOf(me)).toEqual(['First']);
  // What was planned for its end stays planned.
  const states = (await me.get(id)).afterwards.map(({ kind, state }) => [kind, state]);
  expect(states).toEqual([
    ['reply', 'done'],
    ['reply', 'cancelled'],
    ['remove', 'waiting'],
  ]);
  options.deletes = () => true;
  expect((await byHand()).status).toBe(200);
  expect(await me.posts()).toEqual([]);
  expect((await me.get(id)).afterwards.at(-1)?.state).toBe('cancelled');
});

test('What a former version has called cancelled can be deleted still', async () => {
  const { me, id } = await published('First');
  await me.addAfterwards(id, REMOVE);
  options.deletes = () => false;
  const { id: removal } = await me.untilAfterward(id, 'stopped');
  await app.database.query('alter table publications disable trigger follow_publication');
  await app.database.query(
    "update publications set state = 'cancelled', published_at = null, ended_at = now() where id = $1",
    [id],
  );
  await app.database.query('alter table publications enable trigger follow_publication');
  options.deletes = () => true;
  const path = `/api/afterwards/${removal}/continue/` as const;
  expect((await me.call(path, 'POST', {})).status).toBe(200);
  await me.untilAfterward(id, 'done');
  expect(await me.posts()).toEqual([]);
});
