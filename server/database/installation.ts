import { AppError } from '../errors.ts';
import type { Listener } from './listener.ts';
import type { Executor } from './pool.ts';

/**
 * Which installation a database is of. A restored backup is at rest until somebody takes over with
 * it: its original may be running, so it publishes, mails, renews and deletes nothing (decision 38).
 */

const CHANNEL = 'postfolio_installation';

/** Since when an installation is at rest, and the time of its backup. */
type AtRest = { restored_at: string; backup_at: string };
type Row = { id: string; has_folder: boolean } & (AtRest | { restored_at: null; backup_at: null });

export type Installation = {
  readonly id: string;
  /** Undefined where it is not at rest. */
  atRest: () => AtRest | undefined;
  /** @throws AppError 503 while it is at rest */
  requireActive: () => void;
  /** Learns now what the listener tells the other processes, after it has taken over. */
  refresh: () => Promise<void>;
  /** Calls `begin` in every process once the installation has taken over. */
  onTakeOver: (begin: () => void) => void;
};

const READ = 'select id, has_folder, restored_at, backup_at from installation';

/** The row, where there was a start. It changes nothing. */
export const findInstallation = async (database: Executor): Promise<Row | undefined> =>
  (await database.query<Row>(READ)).rows[0];

/** The row, which is created at the first start. */
async function read(database: Executor): Promise<Row> {
  await database.query('insert into installation default values on conflict do nothing');
  const row = await findInstallation(database);
  if (!row) throw new Error('the installation was not stored');
  return row;
}

/** The row, locked until the end of the transaction. */
export async function lockInstallation(tx: Executor): Promise<Row> {
  await read(tx);
  const [row] = (await tx.query<Row>(`${READ} for update`)).rows;
  return row as Row;
}

/** The installation of a process. It learns from the listener that another process took over. */
export async function createInstallation(
  database: Executor,
  listener: Pick<Listener, 'on' | 'onConnect'>,
): Promise<Installation> {
  let row = await read(database);
  const waiting: (() => void)[] = [];
  const atRest = () => (row.restored_at === null ? undefined : row);
  async function refresh() {
    if (!atRest()) return;
    row = await read(database);
    if (!atRest()) for (const begin of waiting.splice(0)) begin();
  }
  // A failure is made good by the next connect of the listener.
  listener.on(CHANNEL, () => void refresh().catch(() => undefined));
  listener.onConnect(refresh);
  return {
    id: row.id,
    atRest,
    refresh,
    requireActive: () => {
      if (atRest()) throw new AppError('at_rest', 503, AT_REST);
    },
    onTakeOver: (begin) => void waiting.push(begin),
  };
}

const AT_REST =
  'This is a restored copy, which publishes, sends and deletes nothing until it takes over from its original.';

/**
 * What was due since the backup is stopped: a person decides, nothing is sent twice. Where all parts
 * are sent there is nothing to decide: the worker finishes it.
 */
const STOP_PUBLICATIONS = `
  update publications set next_attempt_at = null, state = 'stopped', cause = 'copied',
    reason = case when state = 'publishing'
        or exists (select from publication_parts where publication_id = publications.id)
      then 'unknown' else 'late' end,
    detail = 'This was restored from a backup: it may have been published since.'
  where copied_at is not null and (state = 'scheduled' and due_at <= now()
    or state = 'publishing' or state = 'stopped' and reason = 'reconnect')
    and (not exists (select from publication_parts where publication_id = publications.id)
      or exists (select from publication_parts
        where publication_id = publications.id and remote_id is null))`;

/**
 * What happened since the backup happens here once more: its feeds are read, its times come. Rules that
 * schedule wait for a look, also where they were in the middle, and evergreen folders ask.
 */
const HOLD_AUTOMATION = [
  `update rules set first_run_waits = true where state = 'on'
     and (becomes ->> 'kind' = 'schedule' or actions @> '[{"kind": "schedule"}]'
       or actions @> '[{"unasked": true}]')`,
  `update rule_runs set state = 'waits', result = 'waits for a look', leased_until = null
   where state = 'running'
     and (commands @> '[{"do": "schedule"}]' or commands @> '[{"do": "afterward"}]')`,
  'update evergreen_folders set without_asking = false where without_asking',
  // The original may have done it since, whenever it was due: a person says whether it is there. A
  // deletion is repeated without harm.
  `update afterwards set state = 'stopped', next_attempt_at = null, lease = null, leased_until = null,
     reason = case when state = 'running' or kind <> 'remove' then 'unknown' else 'late' end,
     detail = 'This was restored from a backup: it may have been done since.'
   where state in ('waiting', 'running')`,
];

/**
 * Ends the rest of an installation, in the transaction of the caller: its original must have ended.
 * @param claim makes the files those of this installation
 * @returns how many publications were stopped; undefined where it was not at rest
 */
export async function takeOver(
  tx: Executor,
  claim: (tx: Executor, id: string) => Promise<void>,
): Promise<number | undefined> {
  const { id, restored_at } = await lockInstallation(tx);
  let stopped: number | undefined;
  if (restored_at !== null) {
    stopped = (await tx.query(STOP_PUBLICATIONS)).rowCount ?? 0;
    for (const hold of HOLD_AUTOMATION) await tx.query(hold);
    await tx.query('update installation set restored_at = null, backup_at = null');
  }
  await claim(tx, id);
  return stopped;
}

/** Makes the restored rows a copy at rest, in the transaction that restores them. */
export async function beginRest(tx: Executor, id: string, backupAt: string): Promise<void> {
  await tx.query(
    `insert into installation (id, restored_at, backup_at) values ($1, now(), $2)
     on conflict (one) do update set id = excluded.id, has_folder = false,
       restored_at = excluded.restored_at, backup_at = excluded.backup_at`,
    [id, backupAt],
  );
  // What waited in a former copy may have been published since the backup of that one.
  await tx.query(
    `update publications set copied_at = least(copied_at, $1)
     where state not in ('published', 'cancelled')`,
    [backupAt],
  );
  // What was begun is looked for before it is continued, like a call whose outcome is unknown.
  await tx.query(`
    insert into publication_attempts (publication_id, position, step, ended_at, outcome, code)
    select publication_id, min(position), 'send', now(), 'unknown', 'copied'
    from publication_parts join publications on publications.id = publication_id
    where copied_at is not null and remote_id is null group by publication_id`);
}
