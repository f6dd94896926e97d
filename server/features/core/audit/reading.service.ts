import type { AuditFilters, exportAuditLogs, listAuditLogs } from '#contract/core/audit.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type { Member } from '../../../actor.ts';
import { dayOf } from '../../../clock.ts';
import type { AppContext } from '../../../context.ts';
import type { Database, Executor } from '../../../database/pool.ts';
import { runTransaction } from '../../../database/transaction.ts';
import { record } from './audit.service.ts';
import * as sql from './audit.sql.ts';
import * as sums from './summary.sql.ts';

/**
 * How many entries are read at a time, at first and at most, and how many bytes: two texts can have
 * 100,000 characters.
 */
const [FIRST_BATCH, BATCH] = [100, 1000];
const BATCH_BYTES = 2_000_000;

/**
 * A page of matching entries, newest first, and their total (docs/domain/review.md, 'Audit log').
 */
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
  const { contentItem, objectId, apiKey, ip } = filters;
  const isOfDays = [contentItem, objectId, apiKey, ip].every((filter) => filter === null);
  const [days] = isOfDays ? await sums.findDays(executor, filters) : [];
  const [by_action, by_user] = await Promise.all(
    days
      ? [
          sums.sumByAction(executor, { ...filters, ...days }),
          sums.sumByUser(executor, { ...filters, ...days }),
        ]
      : [sql.countByAction(executor, filters), sql.countByUser(executor, filters)],
  );
  return { total: by_action.reduce((sum, { count }) => sum + count, 0), by_action, by_user };
}

/**
 * Exports all matching entries, oldest first, in batches: memory does not grow with their number.
 * Entries that are written meanwhile are left out. The export is an entry of its own.
 */
export async function exportEntries(
  { background: database, clock }: Pick<AppContext, 'background' | 'clock'>,
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
  const bounds = { ...filters, last: found?.last ?? 0 };
  return {
    name: `audit-${dayOf(clock.now())}.${format}`,
    type: format === 'csv' ? 'text/csv' : 'application/json',
    chunks: () => (format === 'csv' ? asCsv(database, bounds) : asJson(database, bounds)),
  };
}

type Bounds = sql.EntryFilters & { last: number };

/**
 * The lines of all entries in batches, each of which is read while the one before it is sent.
 * @param between what separates two lines
 */
async function* readInBatches(
  database: Database,
  read: typeof sql.readCsv,
  between: string,
  bounds: Bounds,
) {
  const batch = (after: number, limit: number) =>
    runTransaction(database, async (tx) => {
      // They are sent at once.
      const [, [found]] = await Promise.all([
        sql.followIndex(tx, {}),
        read(tx, { ...bounds, after, between, limit, bytes: BATCH_BYTES }),
      ]);
      return found;
    });
  let next = batch(0, FIRST_BATCH);
  try {
    for (;;) {
      const found = await next;
      if (!found?.count) return;
      // Long texts fill a batch early: the next one does not look at many more than it can take.
      next = batch(found.last, Math.min(2 * found.count, BATCH));
      // It fails when it is waited for, which may be later, or never.
      next.catch(() => undefined);
      yield found.lines;
    }
  } finally {
    await next.catch(() => undefined);
  }
}

async function* asCsv(database: Database, bounds: Bounds) {
  yield sql.CSV_COLUMNS.join();
  for await (const lines of readInBatches(database, sql.readCsv, '\n', bounds)) yield `\n${lines}`;
  yield '\n';
}

async function* asJson(database: Database, bounds: Bounds) {
  let before = '\n';
  yield '[';
  for await (const lines of readInBatches(database, sql.readJson, ',\n', bounds)) {
    yield before + lines;
    before = ',\n';
  }
  yield '\n]\n';
}

function filtersOf({ workspaceId }: Member, query: AuditFilters): sql.EntryFilters {
  return {
    workspaceId,
    contentItem: query.content_item ?? null,
    objectId: query.object_id ?? null,
    user: query.user ?? null,
    apiKey: query.api_key ?? null,
    action: query.action ?? null,
    ip: query.ip_address ?? null,
    from: query.start_date ? instantOf(query.start_date, '00:00:00Z') : null,
    until: query.end_date ? instantOf(query.end_date, '23:59:59.999999Z') : null,
  };
}

/** This time of the day, where the value is a day. */
const instantOf = (text: string, time: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T${time}` : text;
