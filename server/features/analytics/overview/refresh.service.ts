import { MAX_REFRESHED } from '#contract/analytics/refresh.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import { isBudgeted, paidNetworks } from '../budget/budget.service.ts';
import { REFRESH_MINUTES, readableNetworks, readFigures } from '../figures/figures.service.ts';
import type { WithAdapters } from './coverage.ts';
import { askedBy, type Query } from './query.ts';
import * as sql from './refresh.sql.ts';

/** Reading the figures of a range at once (docs/domain/analytics.md, 'Figures'). */

/** Of a workspace: what a network refuses to tell is not asked for again and again. */
const REFRESHES = { attempts: 10, seconds: 10 * 60 };

async function readableBy(context: WithAdapters, person: Member, query: Query) {
  const { filters } = await askedBy(context, person, query);
  const paid = paidNetworks(context.adapters);
  const isPaidFor = await isBudgeted(context.database, person);
  const networks = readableNetworks(context.adapters).filter(
    (network) => isPaidFor || !paid.includes(network),
  );
  return { ...filters, networks, paid, minutes: REFRESH_MINUTES, limit: MAX_REFRESHED };
}

export async function getRefreshing(context: WithAdapters, person: Member, query: Query) {
  return stateOf(context, await readableBy(context, person, query));
}

async function stateOf(
  { database }: Pick<WithAdapters, 'database'>,
  readable: Awaited<ReturnType<typeof readableBy>>,
) {
  const [refreshing] = await sql.findRefreshing(database, readable);
  return refreshing as NonNullable<typeof refreshing>;
}

/**
 * Makes the figures of a range due: the job that reads them keeps to limits and budgets.
 * @throws AppError 429
 */
export async function refreshRange(
  context: WithAdapters & Transactional & Pick<AppContext, 'jobs' | 'limits'>,
  person: Member,
  query: Query,
) {
  await context.limits.count(`figures:workspace:${person.workspaceId}`, REFRESHES);
  const readable = await readableBy(context, person, query);
  await transaction(context, async (tx) => {
    await sql.makeDue(tx, readable);
    await context.jobs.enqueue(tx, readFigures, {});
  });
  return stateOf(context, readable);
}
