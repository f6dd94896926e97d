import { expect, test } from 'vitest';
import { start, useApp, workspaceOf, writer } from '../../testing/app.ts';
import { eventually } from '../../testing/eventually.ts';
import { startJob } from '../../testing/run-job.ts';
import { takeTurns } from './evergreen/take.ts';
import { readDue } from './feeds/read.ts';
import { carryOutTimes } from './rules/triggers/due.ts';
import { readForRules } from './rules/triggers/event-reader.ts';

/** What a process has taken and not begun when it ends, another one takes at once. */

const app = useApp({}, { still: true });

test('Runs of rules that a process has not begun when it ends are free at once', async () => {
  const me = await writer(app);
  const given = {
    name: 'Comments',
    trigger: { kind: 'post_tagged', tag: 'go' },
    actions: [{ kind: 'comment', text: 'Seen' }],
  };
  const { body: rule } = await app.post('/api/rules/', given, me.token);
  await app.post(`/api/rules/${rule.id}/try/`, {}, me.token);
  await app.put(`/api/rules/${rule.id}/switch/`, { on: true }, me.token);
  for (let n = 0; n < 5; n++) await me.write({ tags: ['go'] });
  const runs = async () =>
    (
      await app.database.query<{ state: string; leased_until: string | null }>(
        'select state, leased_until from rule_runs where rule_id = $1 order by id',
        [rule.id],
      )
    ).rows;
  await readForRules({ database: app.database, live: { announce: () => {} } });
  const other = await start(app.databaseUrl);
  const held = await app.database.connect();
  try {
    // The first run waits for this transaction.
    await held.query('begin');
    await held.query('select from rules where id = $1 for update', [rule.id]);
    await startJob(app, 'rules.run');
    await eventually(async () =>
      expect((await runs()).filter((run) => run.leased_until)).toHaveLength(5),
    );
    const stopped = other.stop();
    await eventually(async () => expect(await listeners()).toBe(1));
    await held.query('rollback');
    await stopped;
  } finally {
    held.release();
  }
  const [first, ...others] = await runs();
  expect(first?.state).toBe('done');
  expect(others).toEqual(Array(4).fill({ state: 'due', leased_until: null }));
  expect(other.lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});

/** Queues that wait for jobs: a process that ends waits for none. */
async function listeners() {
  const { rowCount } = await app.database.query(
    `select from pg_stat_activity where datname = current_database()
       and application_name = 'postfolio jobs' and query ~* '^listen'`,
  );
  return rowCount;
}

test('Feeds and evergreen folders that a process has not begun are due at once', async () => {
  const me = await writer(app);
  const workspace = await workspaceOf(app, me.folder);
  const { database, clock } = app;
  await database.query(
    `insert into feeds
       (workspace_id, url, title, format, interval_minutes, read_at, next_read_at)
     values ($1, 'https://example.org/feed', 'Feed', 'rss', 60, now(), now())`,
    [workspace],
  );
  await database.query(
    `insert into evergreen_folders
       (workspace_id, folder_id, gap_days, max_uses, without_asking, next_at)
     values ($1, $2, 30, 5, false, now())`,
    [workspace, me.folder],
  );
  const context = { database, clock, log: app.log } as never;
  await readDue(context, AbortSignal.abort());
  await takeTurns(context, AbortSignal.abort());
  const { rows } = await database.query(
    `select (select next_read_at <= now() from feeds) as feed,
       (select next_at <= now() from evergreen_folders) as folder`,
  );
  expect(rows).toEqual([{ feed: true, folder: true }]);
});

test('A process whose clock is an hour fast takes no feed and no folder that is not due', async () => {
  const { database, clock } = app;
  const { rows: before } = await database.query(
    `with feed as (update feeds set next_read_at = now() + interval '30 minutes'
       returning next_read_at),
     folder as (update evergreen_folders set next_at = now() + interval '30 minutes' returning next_at)
     select next_read_at as feed, next_at as folder from feed, folder`,
  );
  const context = { database, clock, log: app.log } as never;
  await clock.later(3600_000, async () => {
    await readDue(context, new AbortController().signal);
    await takeTurns(context);
  });
  const { rows } = await database.query(
    'select next_read_at as feed, next_at as folder from feeds, evergreen_folders',
  );
  expect(rows).toEqual(before);
});

test('A process whose clock is an hour fast starts no rule whose time has not come', async () => {
  const me = await writer(app);
  const given = {
    name: 'Each day',
    trigger: { kind: 'time', every: 'day', at: '09:00' },
    actions: [{ kind: 'notify', webhooks: true, text: 'A day' }],
  };
  const { body: rule } = await app.post('/api/rules/', given, me.token);
  await app.post(`/api/rules/${rule.id}/try/`, {}, me.token);
  await app.put(`/api/rules/${rule.id}/switch/`, { on: true }, me.token);
  const inHalfAnHour = await app.database.query(
    `update rules set next_at = now() + interval '30 minutes' where id = $1 returning next_at`,
    [rule.id],
  );
  const context = { database: app.database, clock: app.clock, live: { announce: () => {} } };
  await app.clock.wrong(3600_000, () => carryOutTimes(context as never));
  const { rows } = await app.database.query(
    `select next_at, (select count(*)::integer from rule_runs where rule_id = rules.id) as runs
     from rules where id = $1`,
    [rule.id],
  );
  expect(rows).toEqual([{ ...inHalfAnHour.rows[0], runs: 0 }]);
});
