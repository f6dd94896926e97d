import { addDays } from '#contract/analytics/ranges.ts';
import { MAX_AT_ONCE } from '#contract/assistant/limits.ts';
import type { Usage } from '#contract/assistant/state.ts';
import { daysOf, resolveLocal } from '#contract/times.ts';
import type { Member } from '../../actor.ts';
import type { Clock } from '../../clock.ts';
import { lockNumber } from '../../database/lock-number.sql.ts';
import type { Executor } from '../../database/pool.ts';
import { type Transactional, transaction } from '../../database/transaction.ts';
import { record } from '../core/audit/audit.service.ts';
import { zoneOf } from '../publishing/schedule/schedule.service.ts';
import { removeAlerts } from './alerts.sql.ts';
import { AssistantError } from './client/failure.ts';
import * as sql from './usage.sql.ts';

/** The limits of the assistant: tokens are reserved before a question, and settled after it. */

type Clocked = { clock: Clock };

const LONGER_THAN_A_MONTH = 32;
/** A server may report anything. */
const MAX_TOKENS = 1_000_000_000;

type Read = sql.UsageRow & { day: string; dayEnds: string; monthEnds: string };

/** What is reserved for a run, and the day that it counts for, whenever it ends. */
export type Reserved = { id: number; day: string };

/** The present day and month of the workspace, and when they end. */
export async function periodOf(executor: Executor, person: Member, { clock }: Clocked) {
  const zone = await zoneOf(executor, person);
  const now = new Date(clock.now());
  const [today] = daysOf(now, zone, { after: 0, count: 1 });
  const { day, to: dayEnds } = today as NonNullable<typeof today>;
  const month = `${day.slice(0, 7)}-01`;
  const next = `${addDays(month, LONGER_THAN_A_MONTH).slice(0, 7)}-01`;
  const { instant: monthEnds } = resolveLocal(`${next}T00:00`, zone);
  return { day, dayEnds, month, monthEnds };
}

/** @param of a day that may be over, with its month */
async function read(
  executor: Executor,
  person: Member,
  clocked: Clocked,
  of?: string,
): Promise<Read> {
  const { workspaceId, userId } = person;
  const { dayEnds, monthEnds, ...present } = await periodOf(executor, person, clocked);
  const { day, month } = of ? { day: of, month: `${of.slice(0, 7)}-01` } : present;
  const [row] = await sql.readUsage(executor, { workspaceId, userId, day, month });
  if (!row) throw new Error('usage is one row');
  return { ...row, day, dayEnds, monthEnds };
}

const usageOf = (row: Read): Usage => ({
  day: { used: row.dayUsed, limit: row.dayLimit, resets_at: row.dayEnds },
  month: { used: row.monthUsed, limit: row.monthLimit, resets_at: row.monthEnds },
});

export const getUsage = async (
  context: Clocked & { database: Executor },
  person: Member,
): Promise<Usage> => usageOf(await read(context.database, person, context));

/**
 * Reserves tokens for a run. Reservations of a workspace are serialized: of twenty at once, no more
 * than the limits are granted.
 * @param forMs after which it has ended, whatever became of its process
 * @throws AssistantError where a limit is reached
 */
export function reserve(
  context: Transactional & Clocked,
  person: Member,
  tokens: number,
  forMs: number,
): Promise<Reserved> {
  const { workspaceId, userId } = person;
  return transaction(context, async (tx) => {
    await lockNumber(tx, { what: 'assistant tokens', id: workspaceId });
    const row = await read(tx, person, context);
    if (row.underWay >= MAX_AT_ONCE) throw new AssistantError('at_once', { limit: MAX_AT_ONCE });
    if (row.dayUsed + tokens > row.dayLimit)
      throw new AssistantError('day_limit', { tokens, limit: row.dayLimit });
    if (row.monthUsed + tokens > row.monthLimit)
      throw new AssistantError('month_limit', { tokens, limit: row.monthLimit });
    const [run] = await sql.insertRun(tx, {
      ...{ workspaceId, userId, day: row.day, tokens, seconds: forMs / 1000 },
    });
    return { id: run?.id ?? 0, day: row.day };
  });
}

/** Reserves more of its day for a run that asks a second time. Returns whether the limits allow it. */
export function extend(
  context: Transactional & Clocked,
  person: Member,
  { id, day }: Reserved,
  tokens: number,
): Promise<boolean> {
  return transaction(context, async (tx) => {
    await lockNumber(tx, { what: 'assistant tokens', id: person.workspaceId });
    const row = await read(tx, person, context, day);
    const isAllowed =
      row.dayUsed + tokens <= row.dayLimit && row.monthUsed + tokens <= row.monthLimit;
    if (isAllowed) await sql.extendRun(tx, { id, tokens });
    return isAllowed;
  });
}

/** What a run was: never its texts. */
export type Told = { action: string; model: string; tokens: number; item: number | null };

/** Counts what was used, and records it, where something was sent. */
export function settle(context: Transactional, person: Member, { id }: Reserved, told: Told) {
  return transaction(context, async (tx) => {
    const tokens = Math.min(told.tokens, MAX_TOKENS);
    await sql.settleRun(tx, { id, tokens });
    if (!tokens) return;
    await record(tx, person, {
      action: 'assist',
      objectType: 'workspace',
      objectId: person.workspaceId,
      ...(told.item !== null && { contentItem: told.item }),
      changes: {
        kind: { before: null, after: told.action },
        model: { before: null, after: told.model },
        tokens: { before: null, after: tokens },
      },
    });
  });
}

export function setLimits(
  context: Transactional & Clocked,
  person: Member,
  limits: { day: number; month: number },
) {
  return transaction(context, async (tx) => {
    const before = await read(tx, person, context);
    await sql.setLimits(tx, { workspaceId: person.workspaceId, ...limits });
    await removeAlerts(tx, { workspaceId: person.workspaceId });
    await record(tx, person, {
      action: 'update',
      objectType: 'workspace',
      objectId: person.workspaceId,
      changes: {
        assistant_day_limit: { before: before.dayLimit, after: limits.day },
        assistant_month_limit: { before: before.monthLimit, after: limits.month },
      },
    });
  });
}
