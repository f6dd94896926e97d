import { sql } from 'kysely';
import type { RunSummary } from '#contract/automation/rules-runs.ts';
import type { Role } from '#contract/roles.ts';
import { statement } from '../../../database/statement.ts';
import type { Step } from './actions/steps.ts';

/** Runs as they are shown. */

type Workspace = { workspaceId: number };

/** More are not counted. */
const MAX_COUNT = 10_000;

const shown = sql`rule_runs.id, number, json_build_object('id', rules.id, 'name', rules.name) as rule,
  title, rule_runs.state, result, coalesce(began_at, rule_runs.created_at) as at`;

export const listRuns = statement<
  Workspace & { rule: number | null; state: string | null; before: number | null; limit: number }
>()(
  'rule_runs.list',
  (_db, bind) => sql<RunSummary>`
    select ${shown} from rule_runs join rules on rules.id = rule_id
    where rule_runs.workspace_id = ${bind('workspaceId')} and number is not null
      and (${bind('rule', 'bigint')} is null or rule_id = ${bind('rule', 'bigint')})
      and (${bind('state', 'text')} is null or rule_runs.state = ${bind('state', 'text')})
      and (${bind('before', 'bigint')} is null or rule_runs.id < ${bind('before', 'bigint')})
    order by rule_runs.id desc limit ${bind('limit', 'integer')}`,
);

export const countRuns = statement<Workspace & { rule: number | null }>()(
  'rule_runs.count',
  (_db, bind) => {
    const count = (state?: string) => sql`(select count(*)::integer from (
      select from rule_runs where workspace_id = ${bind('workspaceId')} and number is not null
        and (${bind('rule', 'bigint')} is null or rule_id = ${bind('rule', 'bigint')})
        ${state === undefined ? sql`` : sql`and state = ${sql.lit(state)}`}
      limit ${sql.lit(MAX_COUNT)}) counted)`;
    return sql<{ all: number; failed: number; waits: number }>`
      select ${count()} as "all", ${count('failed')} as failed, ${count('waits')} as waits`;
  },
);

export type RunRow = RunSummary & {
  steps: Step[];
  role: Role | null;
  maker: string | null;
  began_at: string | null;
  ended_at: string | null;
  is_of_entry: boolean;
};

export const findRun = statement<Workspace & { id: number }>()(
  'rule_runs.find',
  (_db, bind) => sql<RunRow>`
    select ${shown}, steps, role, users.name as maker, began_at, ended_at,
      about ? 'entry' as is_of_entry
    from rule_runs join rules on rules.id = rule_id left join users on users.id = maker_id
    where rule_runs.workspace_id = ${bind('workspaceId')} and rule_runs.id = ${bind('id')}
      and number is not null`,
);
