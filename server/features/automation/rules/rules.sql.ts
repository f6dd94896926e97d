import { sql } from 'kysely';
import type { Rule, RuleState } from '#contract/automation/rules.ts';
import type { RuleText, Trigger } from '#contract/automation/rules-settings.ts';
import type { Role } from '#contract/roles.ts';
import { userRef } from '../../../database/fragments/user-ref.ts';
import { statement } from '../../../database/statement.ts';
import { SEALED } from '../events/events.service.ts';

type Workspace = { workspaceId: number };
type Key = Workspace & { id: number };

/** Entries: JSON. */
type Fields = Workspace & {
  name: string;
  trigger: string;
  conditions: string;
  actions: string;
  becomes: string;
  firstRunWaits: boolean;
  isTried: boolean;
  userId: number;
  role: Role;
};

export type RuleRow = Omit<Rule, 'warning' | 'publishes_unasked' | 'last_run' | 'waiting'> & {
  maker_role: Role;
  role: Role | null;
  zone: string;
  /** Whether a template of it was saved after it was. */
  is_outdated: boolean;
};

const shown = sql`rules.id, rules.name, trigger, conditions, actions, becomes, state, pause_reason,
  first_run_waits, version, coalesce(tried_version = version, false) as is_tried, tried_at, runs,
  rules.updated_at, ${userRef('users')} as maker, maker_role, memberships.role, time_zone as zone,
  exists (select from jsonb_array_elements(actions) action
    join templates on templates.id = (action ->> 'template')::bigint
      and templates.workspace_id = rules.workspace_id
    where templates.updated_at > rules.updated_at) as is_outdated,
  case when state = 'on' then coalesce(next_at,
    (select next_read_at from feeds where trigger_kind = 'feed_entry'
      and feeds.id = (trigger ->> 'feed')::bigint and feeds.workspace_id = rules.workspace_id)) end
    as next_at`;
const joined = sql`rules join workspaces on workspaces.id = rules.workspace_id
  left join users on users.id = maker_id
  left join memberships on memberships.user_id = maker_id
    and memberships.workspace_id = rules.workspace_id`;

export const listRules = statement<Workspace & { limit: number }>()(
  'rules.list',
  (_db, bind) => sql<RuleRow>`
    select ${shown} from ${joined} where rules.workspace_id = ${bind('workspaceId')}
    order by lower(rules.name), rules.id limit ${bind('limit', 'integer')}`,
);

export const findRule = statement<Key>()(
  'rules.find',
  (_db, bind) => sql<RuleRow>`
    select ${shown} from ${joined}
    where rules.workspace_id = ${bind('workspaceId')} and rules.id = ${bind('id')}`,
);

export type LastRun = NonNullable<Rule['last_run']> & { rule: number };

/** The latest run of each of these rules that was not left out. */
export const listLastRuns = statement<Workspace & { rules: number[] }>()(
  'rules.last_runs',
  (_db, bind) => sql<LastRun>`
    select last.id, rule, at, state, result from unnest(${bind('rules', 'bigint[]')}) rule,
    lateral (select id, began_at as at, state, result from rule_runs
      where rule_id = rule and workspace_id = ${bind('workspaceId')}
        and state not in ('due', 'left_out')
      order by id desc limit 1) last`,
);

export const countWaiting = statement<Workspace>()(
  'rules.waiting',
  (_db, bind) => sql<{ rule: number; count: number }>`
    select rule_id as rule, count(*)::integer as count from rule_runs
    where workspace_id = ${bind('workspaceId')} and state = 'waits' group by rule_id`,
);

export type RuleForRun = RuleText & {
  id: number;
  state: RuleState;
  failures: number;
  first_run_waits: boolean;
  maker: number | null;
  maker_role: Role;
  /** Null where its maker is no member any more. */
  role: Role | null;
  zone: string;
};

const forRun = sql`rules.id, rules.name, trigger, conditions, actions, becomes, state, failures,
  first_run_waits, maker_id as maker, maker_role,
  (select role from memberships where user_id = maker_id
    and memberships.workspace_id = rules.workspace_id) as role,
  (select time_zone from workspaces where workspaces.id = rules.workspace_id) as zone`;

/** A change that starts it meanwhile does not wait for that. */
export const lockRule = statement<Key>()(
  'rules.lock',
  (_db, bind) => sql<RuleForRun>`
    select ${forRun} from rules
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} for no key update`,
);

export const findForRun = statement<Key>()(
  'rules.for_run',
  (_db, bind) => sql<RuleForRun>`
    select ${forRun} from rules
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** No row where the workspace has so many already. */
export const insertRule = statement<Fields & { max: number }>()(
  'rules.insert',
  (_db, bind) => sql<{ id: number }>`
    insert into rules (workspace_id, name, trigger, conditions, actions, becomes, first_run_waits,
      maker_id, maker_role, updated_at, tried_version, tried_at)
    select ${bind('workspaceId', 'bigint')}, ${bind('name', 'text')}, ${bind('trigger', 'jsonb')},
      ${bind('conditions', 'jsonb')}, ${bind('actions', 'jsonb')}, ${bind('becomes', 'jsonb')},
      ${bind('firstRunWaits', 'boolean')}, ${bind('userId', 'bigint')}, ${bind('role', 'text')},
      clock_timestamp(), case when ${bind('isTried', 'boolean')} then 1 end,
      case when ${bind('isTried', 'boolean')} then now() end
    where (select count(*) from rules where workspace_id = ${bind('workspaceId', 'bigint')})
      < ${bind('max', 'integer')}
    returning id`,
);

/** One that was not tried is switched off; one that waits for something else is told from now on. */
export const updateRule = statement<Fields & Key & { nextAt: string | null }>()(
  'rules.update',
  (_db, bind) => sql<object>`
    update rules set name = ${bind('name')}, trigger = ${bind('trigger', 'jsonb')},
      conditions = ${bind('conditions', 'jsonb')}, actions = ${bind('actions', 'jsonb')},
      becomes = ${bind('becomes', 'jsonb')}, first_run_waits = ${bind('firstRunWaits', 'boolean')},
      maker_id = ${bind('userId')}, maker_role = ${bind('role')}, version = version + 1,
      updated_at = clock_timestamp(), failures = 0,
      state = case when state = 'on' and not ${bind('isTried', 'boolean')} then 'off' else state end,
      since_seq = case when trigger = ${bind('trigger', 'jsonb')} then since_seq else ${SEALED} end,
      next_at = case when state = 'on' and ${bind('isTried', 'boolean')}
        then ${bind('nextAt', 'timestamptz')} end,
      tried_version = case when ${bind('isTried', 'boolean')} then version + 1 end,
      tried_at = case when ${bind('isTried', 'boolean')} then now()
        else tried_at end
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** Of this version, and no other. */
export const markTried = statement<Key & { version: number }>()(
  'rules.mark_tried',
  (_db, bind) => sql<object>`
    update rules set tried_version = version, tried_at = now()
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
      and version = ${bind('version', 'integer')}`,
);

export const setState = statement<
  Key & { state: RuleState; reason: string | null; nextAt: string | null }
>()(
  'rules.set_state',
  (_db, bind) => sql<object>`
    update rules set state = ${bind('state')}, pause_reason = ${bind('reason')},
      since_seq = case when ${bind('state')} = 'on' and state <> 'on' then ${SEALED} else since_seq end,
      next_at = ${bind('nextAt', 'timestamptz')},
      failures = case when ${bind('state')} = 'on' then 0 else failures end
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

export const setFailures = statement<Key & { failures: number }>()(
  'rules.set_failures',
  (_db, bind) => sql<object>`
    update rules set failures = ${bind('failures', 'integer')}
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
      and failures <> ${bind('failures', 'integer')}`,
);

export const endFirstRun = statement<Key>()(
  'rules.end_first_run',
  (_db, bind) => sql<object>`
    update rules set first_run_waits = false
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

export const deleteRule = statement<Key>()(
  'rules.delete',
  (_db, bind) => sql<{ name: string }>`
    delete from rules
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} returning name`,
);

/**
 * Rules whose time has come, locked, so that each time is taken once; `now`: the time that has
 * decided it. `ahead`: in seconds; 0 but in tests, whose calendar is ahead.
 */
export const takeTimes = statement<{ ahead: number; limit: number }>()(
  'rules.take_times',
  (_db, bind) => sql<{
    id: number;
    workspace: number;
    trigger: Trigger;
    next_at: string;
    zone: string;
    now: string;
  }>`
    select rules.id, workspace_id as workspace, trigger, next_at, time_zone as zone,
      now() + make_interval(secs => ${bind('ahead', 'float8')}) as now
    from rules join workspaces on workspaces.id = workspace_id
    where state = 'on' and next_at <= now() + make_interval(secs => ${bind('ahead', 'float8')})
    order by next_at limit ${bind('limit', 'integer')} for no key update of rules skip locked`,
);

/** The run of a time. */
export const addRun = statement<Key & { source: string; about: string }>()(
  'rules.add_run',
  (_db, bind) => sql<object>`
    select add_rule_run(${bind('id', 'bigint')}, ${bind('workspaceId', 'bigint')},
      ${bind('source', 'text')}, ${bind('about', 'jsonb')}, false)`,
);

export const setNext = statement<Key & { nextAt: string | null }>()(
  'rules.set_next',
  (_db, bind) => sql<object>`
    update rules set next_at = ${bind('nextAt', 'timestamptz')}
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);
