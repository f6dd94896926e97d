import { isDeepStrictEqual } from 'node:util';
import {
  type createReport as contract,
  isWholePeriod,
  MAX_REPORTS,
  type Report,
  type updateReport as updateContract,
  WHOLE_PERIOD,
} from '#contract/analytics/reports.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import { monthDayOf } from '#contract/times.ts';
import { type Member, requireCapability } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { invalid, notFound } from '../../../errors.ts';
import { hashOf } from '../../../secrets.ts';
import { changesBetween, record } from '../../core/audit/audit.service.ts';
import { requireStill } from '../../people/access/access.service.ts';
import { zoneOf } from '../../publishing/schedule/schedule.service.ts';
import { linkOf, newLinkToken } from './link.ts';
import * as sql from './reports.sql.ts';

/** Reports of a workspace, and their links (docs/domain/analytics.md, 'Reports'). */

type Fields = Parsed<typeof contract>['body'];
type Changes = Parsed<typeof updateContract>['body'];

const AUDITED = ['title', 'client', 'period', 'from_day', 'to_day', 'blocks'] as const;
const NONE: Partial<Report> = {};

export const listReports = (executor: Executor, { workspaceId }: Member): Promise<Report[]> =>
  sql.listReports(executor, { workspaceId, limit: MAX_REPORTS });

/** @throws AppError 404 */
export async function getReport(
  executor: Executor,
  { workspaceId }: Member,
  id: number,
): Promise<Report> {
  const [report] = await sql.findReport(executor, { workspaceId, id });
  if (!report) throw notFound('report', id);
  return report;
}

const rowOf = (fields: Fields) => ({
  title: fields.title,
  comment: fields.comment ?? '',
  client: fields.client ?? '',
  period: fields.period,
  fromDay: fields.from_day,
  toDay: fields.to_day,
  filters: JSON.stringify(fields.filters),
  blocks: fields.blocks,
  recipients: fields.recipients,
});

/** @throws AppError 400 where there are too many */
export function createReport(context: Transactional, person: Member, fields: Fields) {
  const { workspaceId, userId } = person;
  return transaction(context, async (tx) => {
    const [report] = await sql.insertReport(tx, {
      workspaceId,
      userId,
      ...rowOf(fields),
      max: MAX_REPORTS,
    });
    if (!report) throw invalid({ title: [`A workspace has at most ${MAX_REPORTS} reports.`] });
    await note(tx, person, 'create', report.id, changesBetween(NONE, report, AUDITED));
    return report;
  });
}

/** All that whoever has the link sees. */
const SHOWN = [
  ...(['title', 'comment', 'client'] as const),
  ...(['period', 'from_day', 'to_day', 'filters', 'blocks'] as const),
];

const isShownChanged = (before: Report, after: Fields) =>
  SHOWN.some((name) => !isDeepStrictEqual(before[name], after[name]));

/**
 * Changes the fields that are given: others may be changing the rest.
 * @throws AppError 404; 403; 400 where the period is not whole
 */
export function updateReport(context: AppContext, person: Member, id: number, changes: Changes) {
  const { workspaceId } = person;
  return transaction(context, async (tx) => {
    const before = await lock(tx, person, id);
    const fields = { ...before, ...changes };
    if (!isWholePeriod(fields)) throw invalid({ to_day: [WHOLE_PERIOD] });
    // A link shows what whoever may share has chosen.
    if (before.link_ends_at && isShownChanged(before, fields))
      requireCapability(person, 'decide', 'publish');
    const month = monthDayOf(new Date(context.clock.now()), await zoneOf(tx, person));
    const row = { workspaceId, id, ...rowOf(fields), month };
    const [after = before] = await sql.updateReport(tx, row);
    await note(tx, person, 'update', id, changesBetween(before, after, AUDITED));
    return after;
  });
}

/** @throws AppError 404 */
export function deleteReport(context: Transactional, person: Member, id: number): Promise<void> {
  const { workspaceId } = person;
  return transaction(context, async (tx) => {
    const before = await lock(tx, person, id);
    await sql.deleteReport(tx, { workspaceId, id });
    await note(tx, person, 'delete', id, changesBetween(before, NONE, AUDITED));
  });
}

/**
 * A new secret address of a report; a former one ends. It is shown once: only its hash is stored.
 * @throws AppError 404
 */
export function shareReport(
  context: Transactional & Pick<AppContext, 'config'>,
  person: Member,
  id: number,
  days: number,
) {
  const { workspaceId, userId } = person;
  const token = newLinkToken();
  return transaction(context, async (tx) => {
    await requireStill(tx, person, 'decide');
    await lock(tx, person, id);
    const [link] = await sql.setLink(tx, { workspaceId, id, hash: hashOf(token), days, userId });
    await note(tx, person, 'share', id);
    return {
      url: linkOf(context.config, token),
      link_ends_at: link?.link_ends_at ?? '',
    };
  });
}

/** @throws AppError 404 */
export function endLink(context: Transactional, person: Member, id: number): Promise<void> {
  const { workspaceId } = person;
  return transaction(context, async (tx) => {
    await lock(tx, person, id);
    await sql.setLink(tx, { workspaceId, id, hash: null, days: null, userId: null });
    await note(tx, person, 'unshare', id);
  });
}

async function lock(tx: Transaction, { workspaceId }: Member, id: number): Promise<Report> {
  const [report] = await sql.lockReport(tx, { workspaceId, id });
  if (!report) throw notFound('report', id);
  return report;
}

const note = (
  tx: Transaction,
  person: Member,
  action: string,
  objectId: number,
  changes?: ReturnType<typeof changesBetween>,
) => record(tx, person, { action, objectType: 'report', objectId, ...(changes && { changes }) });
