import pg from 'pg';
import { expect, test } from 'vitest';
import { useApp, workspaceOf, writer } from '../../../../testing/app.ts';
import { insertPosts } from '../../../../testing/insert-posts.ts';
import { practice } from '../../../../testing/networks/practice.ts';
import { publisherOn } from '../../../../testing/publishing.ts';
import { rulesOf } from '../../../../testing/rules.ts';
import { runJob } from '../../../../testing/run-job.ts';

/** What starts rules, and what dry runs say of it: they ask the same of the log of events. */

const app = useApp({ RATE_LIMIT_FACTOR: '50' });

const NOTE = [{ kind: 'comment', text: 'Seen' }];
const TAGGED = { trigger: { kind: 'post_tagged', tag: 'ready' }, actions: NOTE };

async function someone() {
  const me = await writer(app);
  const { on } = rulesOf(app, me.token);
  const tried = async (trigger: object) => {
    const rule = { name: 'A', trigger, actions: NOTE };
    const { status, body } = await app.post('/api/rules/try/', rule, me.token);
    expect(status).toBe(200);
    return body.results.map(({ title }) => title);
  };
  const ran = async () => {
    await runJob(app, 'rules.run');
    const { results } = (await app.get('/api/rule-runs/', me.token)).body;
    return results.map(({ title }) => title).toReversed();
  };
  const put = (id: number, fields: object) =>
    app.put(`/api/content/items/${id}/`, fields, me.token);
  return { ...me, on, tried, ran, put };
}

test('A dry run lists what the same rule would have run for', async () => {
  const me = await someone();
  const triggers = [
    { kind: 'post_made' },
    { kind: 'post_moved', status: 'approved' },
    { kind: 'post_tagged', tag: 'ready' },
  ];
  for (const trigger of triggers)
    await me.on({ trigger, actions: [{ kind: 'notify', people: [me.id] }] });
  const { id } = await me.write({ content: 'One', tags: ['ready'] });
  const { id: other } = await me.write({ content: 'Two', status: 'review' });
  await me.put(id, { tags: [] });
  await me.put(id, { content: 'One, changed' });
  await me.put(id, { tags: ['ready', 'b'] });
  await me.put(id, { tags: ['ready'] });
  await me.put(other, { status: 'approved' });
  await me.put(other, { status: 'draft' });
  await me.put(other, { status: 'approved' });
  const all = (await Promise.all(triggers.map(me.tried))).flat();
  expect(all).toHaveLength(2 + 2 + 2);
  expect((await me.ran()).toSorted()).toEqual(all.toSorted());
});

test('A post that was tagged long ago, and is changed now, is not tagged now', async () => {
  const me = await someone();
  const { id } = await me.write({ content: 'Old', tags: ['ready'] });
  await app.database.query(
    "update events set at = at - interval '40 days' where subject_id = (select post_id from items where id = $1)",
    [id],
  );
  await me.put(id, { content: 'New text' });
  expect(await me.tried(TAGGED.trigger)).toEqual([]);
});

test('A mark that was reached in time is reached, however often it was read since', async () => {
  const me = await publisherOn(app, practice);
  const publication = await me.publish(await me.thread(['Our market opens']));
  await me.until(publication, 'published');
  for (const [hours, views] of [
    [1, 40],
    [24, 829],
    [96, 900],
  ])
    await app.database.query(
      `with published as (
         update publications set published_at = now() - interval '5 days' where id = $1 returning *),
       part as (insert into readings (publication_id, position, read_at, views)
         select id, 0, published_at + make_interval(hours => $2), $3 from published)
       insert into publication_figures (publication_id, read_at, latest)
       select id, published_at + make_interval(hours => $2), jsonb_build_object('views', $3::bigint) from published
       on conflict (publication_id) do update set read_at = excluded.read_at, latest = excluded.latest`,
      [publication, hours, views],
    );
  const counted = async (within_hours: number | null, at_least = 800) => {
    const trigger = { kind: 'figures', metric: 'views', at_least, within_hours };
    const rule = { name: 'A', trigger, actions: [{ kind: 'notify', people: [me.id] }] };
    return (await me.call('/api/rules/try/', 'POST', rule)).body.events;
  };
  expect([
    await counted(48),
    await counted(12),
    await counted(null),
    await counted(null, 901),
  ]).toEqual([1, 0, 1, 0]);
});

test('A rule is told of what happens after it was switched on, as it was then', async () => {
  const me = await someone();
  await me.write({ content: 'Before', tags: ['ready'] });
  const { id } = await me.on(TAGGED);
  await me.write({ content: 'While it was on', tags: ['ready'] });
  await app.put(`/api/rules/${id}/switch/`, { on: false }, me.token);
  await me.write({ content: 'While it was off', tags: ['ready'] });
  await app.put(`/api/rules/${id}/switch/`, { on: true }, me.token);
  await me.write({ content: 'After', tags: ['ready'] });
  expect(await me.ran()).toEqual(['While it was on', 'After']);
});

test('A change that is committed late starts a rule, once', async () => {
  const me = await someone();
  const workspace = await workspaceOf(app, me.folder);
  await me.on({ trigger: { kind: 'post_made' }, actions: NOTE });
  const slow = new pg.Client({ connectionString: app.databaseUrl });
  await slow.connect();
  try {
    await slow.query('begin');
    await slow.query(
      insertPosts(`select ${workspace}::bigint as workspace_id, ${me.folder}::bigint as folder_id,
        ${me.id}::bigint as created_by, 'Slow' as content, null as description, '{}'::text[] as tags`),
    );
    await me.write({ content: 'Quick' });
    expect(await me.ran()).toEqual(['Quick']);
    await slow.query('commit');
    expect(await me.ran()).toEqual(['Quick', 'Slow']);
    expect(await me.ran()).toEqual(['Quick', 'Slow']);
  } finally {
    await slow.end();
  }
});

test('What is read with a rule that cannot be stored is read again: nothing is half done', async () => {
  const me = await someone();
  await me.on(TAGGED);
  await me.write({ content: 'Both', tags: ['ready'] });
  await app.database.query(`
    create function refuse_runs() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
    create trigger refuse_runs before insert on rule_runs for each row execute function refuse_runs()`);
  const { rows } = await app.database.query(
    "insert into jobs.job (name) values ('rules.run') returning id",
  );
  await expect
    .poll(async () => {
      const job = await app.database.query('select state from jobs.job where id = $1', [
        rows[0].id,
      ]);
      return job.rows[0]?.state;
    })
    .toBe('failed');
  await app.database.query('drop trigger refuse_runs on rule_runs; drop function refuse_runs');
  expect(await me.ran()).toEqual(['Both']);
});
