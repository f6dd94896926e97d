import type pg from 'pg';
import { inject } from 'vitest';
import { applyMigration, createMigrationsTable, readMigrations } from '../database/migrate.ts';
import { createPool } from '../database/pool.ts';
import { createTestDatabase } from './database.ts';

/**
 * A database that was filled before a migration, with triggers and foreign keys off, and upgraded
 * from there.
 */
export async function upgradedAt(name: string, fill: (client: pg.PoolClient) => Promise<unknown>) {
  const { url } = inject('postgres');
  const database = await createTestDatabase((of) => url.replace('{database}', of), 'template1');
  const pool = createPool({ connectionString: database.url }, () => {});
  const client = await pool.connect();
  try {
    await createMigrationsTable(client);
    const migrations = await readMigrations();
    for (const migration of migrations)
      if (migration.name < name) await applyMigration(client, migration);
    await client.query('begin');
    await client.query("set local session_replication_role = 'replica'");
    await fill(client);
    await client.query('commit');
    for (const migration of migrations)
      if (migration.name >= name) await applyMigration(client, migration);
  } finally {
    client.release();
  }
  const drop = async () => {
    await pool.end();
    await database.drop();
  };
  return { pool, drop };
}
