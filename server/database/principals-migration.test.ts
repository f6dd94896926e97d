import { expect, test } from 'vitest';
import { upgradedAt } from '../testing/upgrade.ts';

/** Who acts in each workspace when principals begin (migration 0137): no workspace takes a lock. */

/** More than PostgreSQL has locks for in one transaction. */
const WORKSPACES = 7000;

test('an installation with very many workspaces is upgraded', async () => {
  const { pool, drop } = await upgradedAt('0137_principals.sql', async (client) => {
    await client.query(`
      insert into users (id, name, kind) overriding system value
        select n, 'Person ' || n, case n when 3 then 'service' else 'person' end
        from generate_series(1, 3) n;
      insert into workspaces (id, name) overriding system value
        select n, 'Acme' from generate_series(1, ${WORKSPACES}) n;
      insert into memberships (workspace_id, user_id, role)
        select workspaces.id, users.id, (array['owner', 'editor', 'approver'])[users.id]
        from workspaces, users;
      insert into rules (workspace_id, name, trigger, conditions, actions, becomes, state,
          maker_id, maker_role, updated_at)
        select id, 'A rule', '{"kind": "post_made"}', '[]', '[{"kind": "notify"}]', '{"kind": "draft"}', 'off',
          1, 'owner', now() from workspaces`);
  });
  try {
    const { rows } = await pool.query(
      'select kind, count(*)::integer, count(through)::integer as bound from principals group by kind order by kind',
    );
    expect(rows).toEqual([
      { kind: 'import', count: WORKSPACES, bound: 0 },
      { kind: 'member', count: 2 * WORKSPACES, bound: 0 },
      { kind: 'rule', count: WORKSPACES, bound: WORKSPACES },
      { kind: 'service', count: WORKSPACES, bound: 0 },
    ]);
    const { rows: differences } = await pool.query(`
      select 1 from principals_due due full join (select * from principals where until is null) known
        using (workspace_id, kind, subject_id)
      where (due.through, due.maker, due.version, due.approves, due.publishes)
        is distinct from (known.through, known.maker, known.version, known.approves, known.publishes)`);
    expect(differences).toEqual([]);
  } finally {
    await drop();
  }
});
