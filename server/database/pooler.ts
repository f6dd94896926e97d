import { SetupError } from '../config.ts';
import { type Database, REQUEST_TIMEOUTS, sessionSettings } from './pool.ts';

const SETTINGS = sessionSettings(REQUEST_TIMEOUTS);

/**
 * Behind a pooler no session is ours, so the settings are set on the database user: every
 * connection has them. Existing connections of the pooler are ended.
 * @param direct leads to PostgreSQL itself
 * @param pooled leads through the pooler
 * @throws SetupError where statements through the pooler do not see the settings
 */
export async function prepareSessions(direct: Database, pooled: Database): Promise<void> {
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
    if (await hasSettings(pooled)) return;
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and datname = current_database() and pid <> pg_backend_pid()',
    );
    // The first statement may still get an ended connection.
    if ((await hasSettings(pooled).catch(() => false)) || (await hasSettings(pooled))) return;
  } finally {
    client.release();
  }
  throw new SetupError(
    'The pooler of DATABASE_URL has connections with outdated settings: make it reconnect (RECONNECT), and start again.',
  );
}

async function hasSettings(pooled: Database): Promise<boolean> {
  const { rows } = await pooled.query<{ timezone: string; timeout: string }>(
    "select current_setting('timezone') as timezone, current_setting('statement_timeout') as timeout",
  );
  return (
    rows[0]?.timezone === SETTINGS.timezone &&
    rows[0]?.timeout === `${REQUEST_TIMEOUTS.statementMs / 1000}s`
  );
}
