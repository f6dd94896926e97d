import { expect, inject, test } from 'vitest';
import {
  applyMigration,
  createMigrationsTable,
  readMigrations,
} from '../../../database/migrate.ts';
import { createPool } from '../../../database/pool.ts';
import { createTestDatabase } from '../../../testing/database.ts';

test('Rules that were stored before programs could be told have the new fields, and the others stay', async () => {
  const { url } = inject('postgres');
  const database = await createTestDatabase((name) => url.replace('{database}', name), 'template1');
  const pool = createPool({ connectionString: database.url }, () => {});
  const client = await pool.connect();
  try {
    const migrations = await readMigrations();
    await createMigrationsTable(client);
    for (const migration of migrations)
      if (migration.name < '0097') await applyMigration(client, migration);
    const notify = { kind: 'notify', people: [3], author: true };
    const others = [{ kind: 'submit' }, notify, { kind: 'move', folder: 4 }];
    // Triggers are off: its workspace and its maker are of no interest.
    await client.query("set session_replication_role = 'replica'");
    for (const actions of [others, [{ kind: 'submit' }]])
      await client.query(
        `insert into rules (workspace_id, name, trigger, conditions, actions, becomes, maker_id, maker_role, updated_at)
         values (1, 'A rule', '{"kind": "post_made"}', '[]', $1, '{"kind": "draft"}', 1, 'owner', now())`,
        [JSON.stringify(actions)],
      );
    await client.query("set session_replication_role = 'origin'");
    for (const migration of migrations)
      if (migration.name.startsWith('0097')) await applyMigration(client, migration);
    const { rows } = await client.query('select actions from rules order by id');
    expect(rows.map(({ actions }) => actions)).toEqual([
      [{ kind: 'submit' }, { ...notify, webhooks: false, text: null }, { kind: 'move', folder: 4 }],
      [{ kind: 'submit' }],
    ]);
  } finally {
    client.release();
    await pool.end();
    await database.drop();
  }
});
