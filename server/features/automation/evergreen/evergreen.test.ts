import { afterEach, expect, test } from 'vitest';
import { colleague, useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';
import { runJob } from '../../../testing/run-job.ts';

const app = useApp();

const failures = () => app.lines.filter((line) => line.includes('could not be filled'));
afterEach(() => expect(failures()).toEqual([]));

const SETTINGS = {
  gap_days: 60,
  max_uses: 6,
  season_from: null,
  season_to: null,
  ends_on: null,
  without_asking: false,
};
const DAILY = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, time: '09:00' }));

const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await app.database.query<Row>(text, values)).rows;

/** A member with a practice channel with a slot each day, its set, and a folder. */
async function gardener(slots = DAILY) {
  const me = await publisherOn(app, practice);
  await me.call(`/api/channels/${me.channel}/slots/`, 'PUT', { slots });
  const { body: set } = await me.call('/api/channel-sets/', 'POST', {
    name: 'Short',
    channels: [me.channel],
  });
  const path = `/api/content/folders/${me.folder}/evergreen/` as const;
  const settings = { ...SETTINGS, channel_set: set.id };
  const approve = async (content: string) => {
    const { id } = await me.write({ content });
    await me.call(`/api/content/items/${id}/`, 'PUT', { status: 'approved' });
    return id;
  };
  const save = async (fields: object = {}) => {
    const { status, body } = await me.call(path, 'PUT', { ...settings, ...fields });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  /** Runs the job, as if ten minutes had passed. */
  const run = async () => {
    await app.database.query('update evergreen_folders set next_at = now() where folder_id = $1', [
      me.folder,
    ]);
    await takeTurns();
  };
  const proposals = async () =>
    rows<{ state: string; item: number; content: string; status: string }>(
      `select publications.state, items.id as item, content, status
       from publications join items on items.post_id = publications.post_id
       where channel_id = $1 order by due_at`,
      [me.channel],
    );
  return { ...me, set: set.id, path, settings, approve, save, proposals, run };
}

/** Runs the job that takes turns. */
const takeTurns = () => runJob(app, 'evergreen.fill');

test('an evergreen folder proposes its approved posts in turn, for free slots of three days', async () => {
  const me = await gardener();
  await me.approve('Rinse the filter first');
  await me.approve('Grind a little coarser');
  await me.write({ content: 'Not approved' });
  await me.save();
  await me.run();
  const made = await me.proposals();
  expect(made).toMatchObject([
    { state: 'proposed', content: 'Rinse the filter first', status: 'review' },
    { state: 'proposed', content: 'Grind a little coarser', status: 'review' },
  ]);
  // Both have been taken; what was made of them is no source itself.
  await me.run();
  expect(await me.proposals()).toHaveLength(2);
  const item = made[0]?.item as number;
  const { body } = await me.call(`/api/content/items/${item}/evergreen/`);
  expect(body.use).toMatchObject({ number: 1, max_uses: 6, title: 'Rinse the filter first' });
});

test('variations are taken in turn as texts of their own, with what the source was approved with', async () => {
  const me = await gardener();
  const { body: snippet } = await me.call('/api/snippets/', 'POST', {
    ...{ name: 'Jo', kind: 'text', text: '— Jo' },
  });
  const end = `/api/snippets/${snippet.id}/` as const;
  await me.call(`${end}channels/`, 'PUT', { channels: [me.channel] });
  const texts = { network_texts: { practice: 'Rinse, here' }, variations: ['Rinse it', 'Rinse!'] };
  const { id } = await me.write({ content: 'Rinse the filter first', ...texts });
  await me.call(`/api/content/items/${id}/`, 'PUT', { status: 'approved' });
  await me.call(end, 'PUT', { name: 'Jo', kind: 'text', text: 'Changed' });
  await me.save({ without_asking: true, gap_days: 7 });
  const use = async () => {
    await me.run();
    // As if a week had passed since.
    await rows(`update evergreen_uses set at = at - interval '8 days'`);
  };
  for (const _ of [1, 2, 3]) await use();
  const made = await rows<{ content: string; network_texts: object; ending: { text: string } }>(
    `select content, network_texts, ending from publications
     join items on items.post_id = publications.post_id where channel_id = $1 order by due_at`,
    [me.channel],
  );
  expect(made).toMatchObject([
    { content: 'Rinse the filter first', network_texts: { practice: 'Rinse, here' } },
    { content: 'Rinse it', network_texts: {} },
    { content: 'Rinse!', network_texts: {} },
  ]);
  expect(made.map(({ ending }) => ending.text)).toEqual(['— Jo', '— Jo', '— Jo']);
});

test('a variation that was changed is not used until it is approved', async () => {
  const me = await gardener();
  const { id } = await me.write({ content: 'Rinse the filter first', variations: ['Rinse it'] });
  await me.call(`/api/content/items/${id}/`, 'PUT', { status: 'approved' });
  const editor = await colleague(app, me.folder, 'editor');
  const { body } = await editor.call(`/api/content/items/${id}/`, 'PUT', { variations: ['Bad'] });
  expect(body.status).toBe('draft');
  await me.save();
  await me.run();
  expect(await me.proposals()).toEqual([]);
});

test('the figures of all uses stand together on the source', async () => {
  const me = await gardener();
  const source = await me.approve('Rinse the filter first');
  await me.publish(source);
  await me.save({ without_asking: true, gap_days: 7 });
  await rows(`update publications set due_at = now() - interval '20 days' where channel_id = $1`, [
    me.channel,
  ]);
  await me.run();
  const path = `/api/content/items/${source}/evergreen/uses/` as const;
  await rows(
    `insert into publication_figures (publication_id, read_at, latest)
     select id, now(), jsonb_build_object('views', 100, 'reactions', 3, 'shares', 1)
     from publications where channel_id = $1`,
    [me.channel],
  );
  await rows(
    `update publications set state = 'published', published_at = now(), next_attempt_at = null
     where channel_id = $1`,
    [me.channel],
  );
  const { body } = await me.call(path);
  expect(body).toMatchObject({
    uses: [{ title: 'Rinse the filter first', published: 1, views: 100, engagements: 4 }],
    total: { published: 2, views: 200, engagements: 8 },
  });
  const other = await gardener();
  expect((await other.call(path)).status).toBe(404);
  const alone = await me.approve('Never used');
  expect((await me.call(`/api/content/items/${alone}/evergreen/uses/`)).body).toEqual({
    uses: [],
    total: { published: 0, views: null, engagements: null },
  });
});

test('variations are bounded, and each is there once', async () => {
  const me = await gardener();
  const { id } = await me.write({ content: 'A post' });
  const why = async (variations: string[]) => {
    const path = `/api/content/items/${id}/` as const;
    const { status, body } = await me.call(path, 'PUT', { variations });
    return [status, JSON.stringify(body)];
  };
  const says = (text: string) => [400, expect.stringContaining(text)];
  expect(await why([' '])).toEqual(says('Write the variation, or remove it'));
  expect(await why(['a', 'a '])).toEqual(says('Each variation can be listed only once'));
  expect(await why(Array.from({ length: 11 }, (_, n) => `${n}`))).toEqual(
    says('A post has at most 10 variations'),
  );
  expect(await why(['x'.repeat(20_001)])).toEqual(says('at most 20000 characters in total'));
});

test('without asking it schedules, and a run that is repeated does nothing twice', async () => {
  const me = await gardener();
  for (const n of [1, 2, 3, 4, 5, 6]) await me.approve(`Tip ${n}`);
  await me.save({ without_asking: true });
  await Promise.all([me.run(), me.run()]);
  await me.run();
  const made = await me.proposals();
  expect(made.map(({ state, content }) => [state, content])).toEqual(
    ['Tip 1', 'Tip 2', 'Tip 3'].map((content) => ['scheduled', content]),
  );
});

test('without asking it proposes all the same where nobody approves their own texts', async () => {
  const me = await gardener();
  await me.approve('Tip');
  await me.save({ without_asking: true });
  await me.call('/api/workspace/', 'PUT', { prevent_self_approval: true });
  await me.run();
  expect(await me.proposals()).toMatchObject([{ state: 'proposed', status: 'review' }]);
});

test('without asking it proposes what was published before only approved texts were', async () => {
  const me = await gardener();
  const { id } = await me.write({ content: 'Tip' });
  await me.call(`/api/content/items/${id}/`, 'PUT', { status: 'published' });
  await me.save({ without_asking: true });
  await me.call('/api/workspace/', 'PUT', { only_approved: true });
  await me.run();
  expect(await me.proposals()).toMatchObject([{ state: 'proposed', status: 'review' }]);
});

test('a copy starts no rule that waits for a post, and follows from those of its source', async () => {
  const me = await gardener();
  const id = await me.approve('Tip');
  for (const trigger of ['{"kind": "post_made"}', '{"kind": "post_moved", "status": "approved"}'])
    await rows(
      `insert into rules (workspace_id, name, trigger, conditions, actions, becomes, state,
         tried_version, maker_role, updated_at)
       select workspace_id, 'A rule', $2::jsonb, '[]', '[{"kind": "submit"}]', '{"kind": "draft"}', 'on', 1,
         'owner', now() from folders where id = $1`,
      [me.folder, trigger],
    );
  await rows(
    'insert into rule_posts select post_id, array[7]::bigint[] from items where items.id = $1',
    [id],
  );
  await me.save({ without_asking: true });
  await me.run();
  const made = await me.proposals();
  expect(made.map(({ status }) => status)).toEqual(['approved']);
  expect(await rows('select from rule_runs')).toEqual([]);
  expect(
    await rows('select rules from rule_posts join items using (post_id) where items.id = $1', [
      made[0]?.item,
    ]),
  ).toHaveLength(1);
});

test('a process that dies in the middle of a turn leaves nothing, and the next run takes it', async () => {
  const me = await gardener();
  await me.approve('Once');
  await me.save();
  await app.database.query(
    `create function stop_turn() returns trigger language plpgsql as
     $$ begin raise exception 'the process died'; end $$;
     create trigger stop_turn before insert on evergreen_uses
     for each row execute function stop_turn()`,
    [],
  );
  await me.run();
  await app.database.query('drop function stop_turn cascade', []);
  expect(failures()).toHaveLength(1);
  app.lines.length = 0;
  expect(await me.proposals()).toEqual([]);
  await me.run();
  await me.run();
  expect(await me.proposals()).toHaveLength(1);
});

test('of a post that no channel takes nothing is made, and it says why', async () => {
  const me = await gardener();
  await me.approve('x'.repeat(2000));
  await me.approve('Short');
  await me.save();
  await me.run();
  expect((await me.proposals()).map(({ content }) => content)).toEqual(['Short']);
  expect((await me.call('/api/content/trash/')).body.count).toBe(0);
  const { body } = await me.call(`${me.path}outlook/`, 'POST', me.settings);
  expect(body.next.find(({ title }) => title.startsWith('xxx'))).toMatchObject({
    used: 0,
    refused: 'The text is 1500 characters over the limit for Practice.',
  });
});

test('it says what comes of its settings, without changing anything', async () => {
  const me = await gardener();
  for (const n of [1, 2, 3]) await me.approve(`Tip ${n}`);
  const { body } = await me.call(`${me.path}outlook/`, 'POST', me.settings);
  expect(body).toMatchObject({
    posts: 3,
    slots: 7,
    every_days: 3,
    needed: 60,
    networks: [{ network: 'practice', once: null, over: 0 }],
    next: [{ title: 'Tip 1', used: 0, not_on: [], refused: null }, {}, {}],
  });
  expect((await me.call(me.path)).body).toEqual({ evergreen: null });
});

test('it ends with a season, a last day, a set, and the rights of who set it', async () => {
  const me = await gardener();
  await me.approve('Tip');
  const month = new Date(app.clock.now()).getUTCMonth() + 1;
  const other = ((month + 5) % 12) + 1;
  await me.save({ season_from: other, season_to: other });
  await me.run();
  await me.save({ ends_on: '2020-01-01' });
  await me.run();
  expect(await me.proposals()).toEqual([]);
  await me.save();
  await me.call(`/api/channel-sets/${me.set}/`, 'DELETE');
  await me.run();
  expect(await me.proposals()).toEqual([]);
  expect((await me.call(me.path)).body.evergreen).toMatchObject({
    channel_set: null,
    error: 'Its channel set was deleted. Choose another one.',
  });
  expect((await me.call(me.path, 'DELETE')).status).toBe(204);
  expect((await me.call(me.path, 'DELETE')).status).toBe(404);
});

test('who may not publish sets no folder that does not ask; bad settings say what is expected', async () => {
  const me = await gardener();
  const editor = await colleague(app, me.folder, 'editor');
  const set = (fields: object, call = me.call) =>
    call(me.path, 'PUT', { ...me.settings, ...fields });
  expect((await set({ without_asking: true }, editor.call)).status).toBe(403);
  expect((await set({}, editor.call)).status).toBe(200);
  const viewer = await colleague(app, me.folder, 'viewer');
  expect((await set({}, viewer.call)).status).toBe(403);
  for (const [fields, text] of [
    [{ gap_days: 1 }, 'Expected at least 7.'],
    [{ max_uses: 0 }, 'Expected at least 1.'],
    [{ season_from: 3 }, 'Choose the first and the last month, or neither.'],
    [{ ends_on: 'tomorrow' }, 'Expected a date'],
    [{ channel_set: 999_999 }, 'channel set'],
  ] as const) {
    const { status, body } = await set(fields);
    expect([400, 404]).toContain(status);
    expect(JSON.stringify(body)).toContain(text);
  }
});
