import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

/** What readings cost, in thousandths of a dollar. `month`: its first day. */

type Month = { workspaceId: number; month: string };

/** The month that is paid for now (UTC): the database says which, for all processes (decision 42). */
const THIS_MONTH = sql`date_trunc('month', now() at time zone 'UTC')::date`;

export const findBudget = statement<{ workspaceId: number }>()(
  'budget.find',
  (_db, bind) => sql<{
    monthlyLimit: number | null;
    spent: number;
    isStopped: boolean;
    nextMonth: string;
  }>`
    select budget.monthly_limit as "monthlyLimit", coalesce(cost.spent, 0) as spent,
      cost.stopped_at is not null as "isStopped",
      (${THIS_MONTH} + interval '1 month')::date::text as "nextMonth"
    from (select ${bind('workspaceId', 'bigint')} as id) workspace
    left join reading_budgets budget on budget.workspace_id = workspace.id
    left join reading_costs cost
      on cost.workspace_id = workspace.id and cost.month = ${THIS_MONTH}`,
);

/** Serializes changes of the limit. */
export const lockBudget = statement<{ workspaceId: number }>()(
  'budget.lock',
  (_db, bind) => sql<object>`
    select pg_advisory_xact_lock(hashtext('reading_budgets'), hashint8(${bind('workspaceId', 'bigint')}))`,
);

export const setLimit = statement<{ workspaceId: number; monthlyLimit: number }>()(
  'budget.set_limit',
  (_db, bind) => sql<object>`
    insert into reading_budgets (workspace_id, monthly_limit)
    values (${bind('workspaceId', 'bigint')}, ${bind('monthlyLimit', 'integer')})
    on conflict (workspace_id) do update set monthly_limit = excluded.monthly_limit`,
);

export const removeLimit = statement<{ workspaceId: number }>()(
  'budget.remove_limit',
  (_db, bind) => sql<object>`
    delete from reading_budgets where workspace_id = ${bind('workspaceId', 'bigint')}`,
);

/**
 * A row where the price is within the limit of the month; it is added to what was spent. One statement:
 * two processes cannot overspend.
 */
export const reserve = statement<{ workspaceId: number; price: number }>()(
  'budget.reserve',
  (_db, bind) => sql<{ month: string }>`
    insert into reading_costs (workspace_id, month, spent)
    select workspace_id, ${THIS_MONTH}, ${bind('price', 'integer')} from reading_budgets
    where workspace_id = ${bind('workspaceId', 'bigint')} and monthly_limit >= ${bind('price', 'integer')}
    on conflict (workspace_id, month) do update set spent = reading_costs.spent + excluded.spent
      where reading_costs.stopped_at is null and reading_costs.spent + excluded.spent <=
        (select monthly_limit from reading_budgets
          where reading_budgets.workspace_id = reading_costs.workspace_id)
    returning month::text`,
);

/** Gives back what was reserved and not charged. */
export const giveBack = statement<Month & { price: number }>()(
  'budget.give_back',
  (_db, bind) => sql<object>`
    update reading_costs set spent = greatest(spent - ${bind('price', 'integer')}, 0)
    where workspace_id = ${bind('workspaceId', 'bigint')} and month = ${bind('month', 'date')}`,
);

/**
 * Nothing more is read in this month, where a price is still above the limit: it may have been raised
 * meanwhile. Without a price, in any case.
 */
export const stop = statement<{ workspaceId: number; price: number | null }>()(
  'budget.stop',
  (_db, bind) => sql<object>`
    insert into reading_costs (workspace_id, month, spent, stopped_at)
    select budget.workspace_id, ${THIS_MONTH}, 0, now() from reading_budgets budget
    left join reading_costs cost
      on cost.workspace_id = budget.workspace_id and cost.month = ${THIS_MONTH}
    where budget.workspace_id = ${bind('workspaceId', 'bigint')}
      and (${bind('price', 'integer')} is null
        or coalesce(cost.spent, 0) + ${bind('price', 'integer')} > budget.monthly_limit)
    for share of budget
    on conflict (workspace_id, month) do update set stopped_at = now()`,
);

/** It is tried again. */
export const resume = statement<{ workspaceId: number }>()(
  'budget.resume',
  (_db, bind) => sql<object>`
    update reading_costs set stopped_at = null
    where workspace_id = ${bind('workspaceId', 'bigint')} and month = ${THIS_MONTH}`,
);

/** The accounts of a network that are connected, and what was published on them in the last 30 days. */
export const countPublished = statement<{ workspaceId: number; network: string }>()(
  'budget.count_published',
  (_db, bind) => sql<{ accounts: number; parts: number }>`
    select count(*)::integer as accounts, coalesce(sum(sent.parts), 0)::integer as parts
    from channels cross join lateral (
      select count(*) as parts from publication_parts
      where channel_id = channels.id and sent_at > now() - interval '30 days'
    ) sent
    where workspace_id = ${bind('workspaceId', 'bigint')} and network = ${bind('network', 'text')}
      and state = 'connected'`,
);

/** Parts older than the last reading would be read once, at a price, when reading is switched on. */
export const endOldPlans = statement<{ workspaceId: number; network: string; hours: number }>()(
  'budget.end_old_plans',
  (_db, bind) => sql<object>`
    update reading_plans set next_at = null
    from channels, publication_parts part
    where channels.workspace_id = ${bind('workspaceId', 'bigint')}
      and channels.network = ${bind('network', 'text')} and reading_plans.channel_id = channels.id
      and reading_plans.next_at is not null and part.publication_id = reading_plans.publication_id
      and part.position = reading_plans.position
      and part.sent_at < now() - make_interval(hours => ${bind('hours', 'integer')})`,
);
