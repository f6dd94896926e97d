import { SetupError } from '../config/config.ts';
import { type Database, REQUEST_TIMEOUTS, sessionSettings } from './pool.ts';

const SETTINGS = sessionSettings(REQUEST_TIMEOUTS);

/**
 * Behind a pooler no session is ours, so the settings are set on the database user: every
 * connection has them. To be called before a statement goes through the pooler, which may keep what
 * its first connection has.
 * @param direct leads to PostgreSQL itself
 */
export async function storeSettings(direct: Database): Promise<void> {
  const client = await direct.connect();
  try {
    // Loads the extension, whose settings cannot be set before.
    await client.query("select similarity('a', 'b')");
    const { rows } = await client.query<{ name: string }>(
      'select quote_ident(current_database()) as name',
    );
    for (const [name, value] of Object.entries(SETTINGS))
      await client.query(
        `alter role current_user in database ${rows[0]?.name} set ${name} to '${value}'`,
      );
  } finally {
    client.release();
  }
}

/**
 * Ends existing connections of the pooler where they have other settings.
 * @param direct leads to PostgreSQL itself
 * @param pooled leads through the pooler
 * @throws SetupError where statements through the pooler do not see the settings
 */
export async function requireSettings(direct: Database, pooled: Database): Promise<void> {
  if (!(await otherSettings(pooled)).length) return;
  const client = await direct.connect();
  try {
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and datname = current_database() and pid <> pg_backend_pid()',
    );
  } finally {
    client.release();
  }
  // The first statement may still get an ended connection.
  const others = await otherSettings(pooled).catch(() => otherSettings(pooled));
  if (others.length)
    throw new SetupError(
      `The pooler of DATABASE_URL has connections with outdated settings (${others.join(', ')}): make it reconnect (RECONNECT), and start again.`,
    );
}

/** The names of settings that a statement does not see as they are stored. */
async function otherSettings(pooled: Database): Promise<string[]> {
  const { rows } = await pooled.query<{ name: string; setting: string }>(
    // UTC has many names: by them times are written alike.
    `select lower(name) as name, setting from pg_settings
      where lower(name) = any($1::text[]) and (name <> 'TimeZone' or
        timezone('UTC', timestamptz '2026-01-01') <> timestamp '2026-01-01' or
        timezone('UTC', timestamptz '2026-07-01') <> timestamp '2026-07-01')`,
    [Object.keys(SETTINGS)],
  );
  return rows.filter(({ name, setting }) => SETTINGS[name] !== setting).map(({ name }) => name);
}
