import type { Budget } from '#contract/analytics/budget.ts';
import { ALL_NETWORKS } from '#contract/networks/names.ts';
import type { Actor, Member } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import { record } from '../../core/audit/audit.service.ts';
import { type Adapters, NetworkError, UNPAID } from '../../networks/networks.service.ts';
import * as sql from './budget.sql.ts';
import { estimateOf } from './estimate.ts';

/**
 * What a workspace pays for figures where the network charges for reading
 * (docs/domain/analytics.md, 'Figures'). Amounts are thousandths of a dollar; the API has dollars.
 */

type Budgeting = Transactional & { adapters: Adapters };

const UNIT = 1000;

/** Failures of a call that the network may have answered, and charged. */
const MAYBE_CHARGED = new Set(['timeout', 'broken', 'too_large', 'shape-200']);

/** The networks that charge for reading. */
export const paidNetworks = (adapters: Adapters) =>
  ALL_NETWORKS.filter((network) => adapters[network].figures?.price);

/** How the first of them is read, and what it charges. */
function paidFigures(adapters: Adapters) {
  for (const network of paidNetworks(adapters)) {
    const { price, ladder } = adapters[network].figures ?? {};
    if (price && ladder) return { network, price, ladder };
  }
  throw new Error('no network charges for reading');
}

async function read(executor: Executor, { workspaceId }: Pick<Actor, 'workspaceId'>) {
  const [budget] = await sql.findBudget(executor, { workspaceId });
  if (!budget) throw new Error('a workspace has no budget');
  return budget;
}

/** Whether figures that cost money are read at all. */
export const isBudgeted = async (executor: Executor, actor: Pick<Actor, 'workspaceId'>) =>
  (await read(executor, actor)).monthlyLimit !== null;

export async function getBudget(context: Budgeting, person: Member): Promise<Budget> {
  const { adapters, database } = context;
  const { network, price, ladder } = paidFigures(adapters);
  const { monthlyLimit, spent, isStopped, nextMonth } = await read(database, person);
  const { workspaceId } = person;
  const [counted] = await sql.countPublished(database, { workspaceId, network });
  const published = counted ?? { accounts: 0, parts: 0 };
  const { days, partsCost, accountsCost } = estimateOf(price, ladder, published);
  return {
    network,
    limit: monthlyLimit === null ? null : monthlyLimit / UNIT,
    spent: spent / UNIT,
    stopped_until: isStopped ? nextMonth : null,
    estimate: {
      ...published,
      days,
      part_price: price.part / UNIT,
      parts_cost: partsCost / UNIT,
      account_price: price.account / UNIT,
      accounts_cost: accountsCost / UNIT,
      cost: (partsCost + accountsCost) / UNIT,
    },
  };
}

/** @param limit in dollars; null switches reading off */
export async function setBudget(context: Budgeting, person: Member, limit: number | null) {
  const { adapters } = context;
  const { workspaceId } = person;
  await transaction(context, async (tx) => {
    await sql.lockBudget(tx, { workspaceId });
    const { monthlyLimit: before, spent } = await read(tx, person);
    const after = limit === null ? null : Math.round(limit * UNIT);
    if (after === null) await sql.removeLimit(tx, { workspaceId });
    else await sql.setLimit(tx, { workspaceId, monthlyLimit: after });
    if (after !== null && after > spent) await sql.resume(tx, { workspaceId });
    if (before === null && after !== null) {
      const { network, ladder } = paidFigures(adapters);
      await sql.endOldPlans(tx, { workspaceId, network, hours: ladder.at(-1) ?? 0 });
    }
    if (before !== after)
      await record(tx, person, {
        action: 'update',
        objectType: 'workspace',
        objectId: workspaceId,
        changes: {
          reading_limit: { before: before === null ? null : before / UNIT, after: limit },
        },
      });
    tx.announce({ workspaceId, topic: 'figures', tab: person.tab ?? '' });
  });
  return getBudget(context, person);
}

/**
 * Makes a call that costs so much. The price is reserved before; what was not charged is given back.
 * @param chargeOf what was charged for a result
 * @throws NetworkError where the limit of the month is reached
 */
export async function withinBudget<Result>(
  database: Executor,
  workspaceId: number,
  price: number,
  call: () => Promise<Result>,
  chargeOf: (result: Result) => number,
): Promise<Result> {
  const [reserved] = await sql.reserve(database, { workspaceId, price });
  if (!reserved) {
    await sql.stop(database, { workspaceId, price });
    throw new NetworkError('rate_limited', 'budget', 'The limit of this month is reached');
  }
  const key = { workspaceId, month: reserved.month };
  const result = await call().catch(async (error: unknown) => {
    if (error instanceof NetworkError && !MAYBE_CHARGED.has(error.code)) {
      await sql.giveBack(database, { ...key, price });
      if (error.code === UNPAID) await sql.stop(database, { workspaceId, price: null });
    }
    throw error;
  });
  const rest = price - chargeOf(result);
  if (rest > 0) await sql.giveBack(database, { ...key, price: rest });
  return result;
}
