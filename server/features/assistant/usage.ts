import { MAX_AT_ONCE } from '#contract/assistant/limits.ts';
import type { Usage } from '#contract/assistant/state.ts';
import type { Member } from '../../actor.ts';
import type { Clock } from '../../clock.ts';
import { lockNumber } from '../../database/lock-number.sql.ts';
import type { Executor } from '../../database/pool.ts';
import { type Transactional, transaction } from '../../database/transaction.ts';
import { record } from '../core/audit/audit.service.ts';
import { AssistantError } from './client/failure.ts';
import * as sql from './usage.sql.ts';

/** The limits of the assistant: tokens are reserved before a question, and settled after it. */

type Clocked = { clock: Clock };

const at = ({ clock }: Clocked) => new Date(clock.now()).toISOString();

async function read(executor: Executor, { workspaceId, userId }: Member, now: string) {
  const [row] = await sql.readUsage(executor, { workspaceId, userId, now });
  if (!row) throw new Error('a workspace has a row');
  return row;
}

const usageOf = (row: sql.UsageRow): Usage => ({
  day: { used: row.dayUsed, limit: row.dayLimit, resets_at: row.dayEnds },
  month: { used: row.monthUsed, limit: row.monthLimit, resets_at: row.monthEnds },
});

export const getUsage = async (
  context: Clocked & { database: Executor },
  person: Member,
): Promise<Usage> => usageOf(await read(context.database, person, at(context)));

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
): Promise<number> {
  const { workspaceId, userId } = person;
  return transaction(context, async (tx) => {
    await lockNumber(tx, { what: 'assistant tokens', id: workspaceId });
    const row = await read(tx, person, at(context));
    if (row.underWay >= MAX_AT_ONCE) throw new AssistantError('at_once', { limit: MAX_AT_ONCE });
    if (row.dayUsed + tokens > row.dayLimit)
      throw new AssistantError('day_limit', { tokens, limit: row.dayLimit });
    if (row.monthUsed + tokens > row.monthLimit)
      throw new AssistantError('month_limit', { tokens, limit: row.monthLimit });
    const endsAt = new Date(context.clock.now() + forMs).toISOString();
    const [run] = await sql.insertRun(tx, { workspaceId, userId, day: row.day, tokens, endsAt });
    return run?.id ?? 0;
  });
}

/** Reserves more for a run that asks a second time. Returns whether the limits allow it. */
export function extend(
  context: Transactional & Clocked,
  person: Member,
  id: number,
  tokens: number,
): Promise<boolean> {
  return transaction(context, async (tx) => {
    await lockNumber(tx, { what: 'assistant tokens', id: person.workspaceId });
    const row = await read(tx, person, at(context));
    const isAllowed =
      row.dayUsed + tokens <= row.dayLimit && row.monthUsed + tokens <= row.monthLimit;
    if (isAllowed) await sql.extendRun(tx, { id, tokens });
    return isAllowed;
  });
}

/** What a run was: never its texts. */
export type Told = { action: string; model: string; tokens: number; item: number | null };

/** Counts what was used, and records it, where something was sent. */
export function settle(context: Transactional, person: Member, id: number, told: Told) {
  return transaction(context, async (tx) => {
    await sql.settleRun(tx, { id, tokens: told.tokens });
    if (!told.tokens) return;
    await record(tx, person, {
      action: 'assist',
      objectType: 'workspace',
      objectId: person.workspaceId,
      ...(told.item !== null && { contentItem: told.item }),
      changes: {
        kind: { before: null, after: told.action },
        model: { before: null, after: told.model },
        tokens: { before: null, after: told.tokens },
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
    const before = await read(tx, person, at(context));
    await sql.setLimits(tx, { workspaceId: person.workspaceId, ...limits });
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
