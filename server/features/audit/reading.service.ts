import { stringify } from 'csv-stringify/sync';
import type { AuditEntry, AuditFilters, exportAuditLogs, listAuditLogs } from '#contract/audit.ts';
import type { Parsed } from '#contract/endpoint.ts';
import type { Member } from '../../actor.ts';
import type { Database, Executor } from '../../database/pool.ts';
import { runTransaction } from '../../database/transaction.ts';
import { record } from './audit.service.ts';
import * as sql from './audit.sql.ts';

/**
 * How many entries are read at a time, and how many bytes: two texts can have 100,000 characters. So
 * few are collected while they are young; of 2,000, the collection of garbage took a third of the time.
 */
const BATCH = 150;
const BATCH_BYTES = 2_000_000;

/** A page of matching entries, newest first, and their total (docs/domain.md, 'Audit log'). */
export async function listEntries(
  executor: Executor,
  person: Member,
  { page = 1, page_size: size, ...query }: Parsed<typeof listAuditLogs>['query'],
) {
  const filters = filtersOf(person, query);
  const [rows, [total]] = await Promise.all([
    sql.listEntries(executor, { ...filters, limit: size, offset: (page - 1) * size }),
    sql.countEntries(executor, filters),
  ]);
  return { rows, count: total?.count ?? 0 };
}

export async function summarise(executor: Executor, person: Member, query: AuditFilters) {
  const filters = filtersOf(person, query);
  const [by_action, by_user] = await Promise.all([
    sql.countByAction(executor, filters),
    sql.countByUser(executor, filters),
  ]);
  return { total: by_action.reduce((sum, { count }) => sum + count, 0), by_action, by_user };
}

/**
 * Exports all matching entries, oldest first, in batches: memory does not grow with their number.
 * Entries that are written meanwhile are left out. The export is an entry of its own.
 */
export async function exportEntries(
  database: Database,
  person: Member,
  { format, ...query }: Parsed<typeof exportAuditLogs>['query'],
) {
  const filters = filtersOf(person, query);
  const [found] = await sql.countEntries(database, filters);
  await record(database, person, {
    action: 'export',
    objectType: 'workspace',
    objectId: person.workspaceId,
  });
  const batches = readInBatches(database, { ...filters, last: found?.last ?? 0 });
  const day = new Date().toISOString().slice(0, 10);
  return {
    name: `audit-${day}.${format}`,
    type: format === 'csv' ? 'text/csv' : 'application/json',
    chunks: format === 'csv' ? asCsv(batches) : asJson(batches),
  };
}

/** An entry without what is looked up for the page. */
type ExportedEntry = Omit<AuditEntry, 'title'>;

/** Each batch is read while the one before it is formatted and sent. */
async function* readInBatches(database: Database, bounds: sql.EntryFilters & { last: number }) {
  const read = (after: number) =>
    runTransaction(database, async (tx) => {
      // They are sent at once.
      const [, rows] = await Promise.all([
        sql.followIndex(tx, {}),
        sql.readEntries(tx, { ...bounds, after, limit: BATCH, bytes: BATCH_BYTES }),
      ]);
      return rows;
    });
  let next = read(0);
  try {
    for (;;) {
      const rows = await next;
      const last = rows.at(-1);
      if (!last) return;
      next = read(last.id);
      // It fails when it is waited for, which may be later, or never.
      next.catch(() => undefined);
      yield rows;
    }
  } finally {
    await next.catch(() => undefined);
  }
}

const COLUMNS = [
  ...['id', 'created_at', 'action', 'object_type', 'object_id', 'content_item'],
  ...['user_id', 'user_name', 'ip_address', 'changes'],
];

async function* asCsv(batches: AsyncIterable<ExportedEntry[]>) {
  yield stringify([COLUMNS]);
  for await (const rows of batches) {
    const flat = rows.map(({ user, changes, ...entry }) => ({
      ...entry,
      user_id: user?.id,
      user_name: user?.name,
      changes: JSON.stringify(changes),
    }));
    // Prevents spreadsheets from reading a value as a formula. Quoted, so that a spreadsheet that
    // splits at semicolons finds no formula behind one.
    yield stringify(flat, { columns: COLUMNS, escape_formulas: true, quoted_string: true });
  }
}

async function* asJson(batches: AsyncIterable<ExportedEntry[]>) {
  let first = true;
  yield '[';
  for await (const rows of batches) {
    for (const row of rows) {
      yield (first ? '\n' : ',\n') + JSON.stringify(row);
      first = false;
    }
  }
  yield '\n]\n';
}

function filtersOf({ workspaceId }: Member, query: AuditFilters): sql.EntryFilters {
  return {
    workspaceId,
    contentItem: query.content_item ?? null,
    objectId: query.object_id ?? null,
    user: query.user ?? null,
    action: query.action ?? null,
    ip: query.ip_address ?? null,
    from: query.start_date ? instantOf(query.start_date, '00:00:00Z') : null,
    until: query.end_date ? instantOf(query.end_date, '23:59:59.999999Z') : null,
  };
}

/** This time of the day, where the value is a day. */
const instantOf = (text: string, time: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T${time}` : text;
