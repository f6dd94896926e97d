import { expect, test } from 'vitest';
import { actingMember } from '../../../actor.ts';
import { person, useApp, workspaceOf, writer } from '../../../testing/app.ts';
import { runJob } from '../../../testing/run-job.ts';
import { summarise } from './reading.service.ts';

/** A summary of days that were added up is that of the entries. */

const app = useApp();

test('the summary is the same once days are added up, after forgetting and archiving too', async () => {
  const { database } = app;
  const me = await writer(app);
  const other = await person(app, 'Grace Hopper');
  const workspaceId = await workspaceOf(app, me.folder);
  await database.query(
    `insert into audit_log (workspace_id, user_id, action, object_type, object_id, created_at)
     select $1, (array[$2::bigint, $3, null])[1 + floor(random() * 3)::int],
       (array['create', 'update', 'delete'])[1 + floor(random() * 3)::int], 'item', n,
       now() - random() * interval '10 days'
     from generate_series(1, 2000) n`,
    [workspaceId, me.id, other.id],
  );
  // At the very bounds of days.
  await database.query(
    `insert into audit_log (workspace_id, user_id, action, object_type, object_id, created_at)
     select $1, $2, 'edge', 'item', n, date_trunc('day', now(), 'UTC') - n * interval '1 day' - moment
     from generate_series(1, 6) n, unnest(array['0', '1 microsecond', '12 hours']::interval[]) moment`,
    [workspaceId, me.id],
  );
  const actor = actingMember(workspaceId, me.id, 'owner');
  const at = (days: number, time = '') =>
    new Date(Date.now() - days * 24 * 3600_000).toISOString().slice(0, time ? undefined : 10);
  const ranges = [
    {},
    { start_date: at(5) },
    { end_date: at(2) },
    { start_date: at(7), end_date: at(3) },
    { start_date: at(0), end_date: at(0) },
    { start_date: at(4), end_date: at(4) },
    { start_date: at(6, 'now'), end_date: at(2, 'now') },
    { start_date: `${at(5)}T00:00:00.000001Z`, end_date: `${at(3)}T23:59:59.999998Z` },
    { start_date: `${at(5)}T00:00:00+05:30`, end_date: `${at(3)}T00:00:00-03:30` },
    { user: other.id, start_date: at(8) },
    { action: 'edge' },
    { object_id: 7 },
  ];
  /** The second one counts the entries themselves. */
  async function bothWays(range: object) {
    const client = await database.connect();
    try {
      await client.query('begin');
      const sums = await summarise(client, actor, range);
      await client.query('delete from audit_counted');
      return [sums, await summarise(client, actor, range)].map(({ by_user, ...rest }) => ({
        ...rest,
        by_user: by_user.toSorted((one, two) => (one.user?.id ?? 0) - (two.user?.id ?? 0)),
      }));
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
  const compare = async () => {
    for (const range of ranges) {
      const [sums, entries] = await bothWays(range);
      expect({ range, ...sums }).toEqual({ range, ...entries });
    }
  };
  await runJob(app, 'audit.count_days');
  const { rows } = await database.query('select count(distinct day)::int as days from audit_days');
  expect(rows[0].days).toBeGreaterThan(7);
  await compare();
  await database.query('select forget_person($1, $2)', [other.id, []]);
  await compare();
  await database.query(
    `begin; set local postfolio.archiving = 'on';
     delete from audit_log where created_at < now() - interval '60 hours'; commit`,
  );
  await compare();
});
