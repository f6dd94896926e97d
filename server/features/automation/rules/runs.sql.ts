import { sql } from 'kysely';
import type { RunState } from '#contract/automation/rules-runs.ts';
import type { Role } from '#contract/roles.ts';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { inTurns } from '../../../database/in-turns.ts';
import { inSeconds, isFree } from '../../../database/lease.ts';
import { statement } from '../../../database/statement.ts';
import type { Answered } from './actions/action-context.ts';
import type { Step } from './actions/steps.ts';
import type { Command } from './engine.ts';
import type { About, CapturedNames } from './facts.ts';

type Workspace = { workspaceId: number };
type Key = Workspace & { id: number };
/** A run that is leased `until` then, by the clock of the database. */
export type Taken = { id: number; workspace: number; until: string };

/**
 * Takes runs that wait for a process, or whose process has died: the first of each workspace, then the
 * second ones, so that none waits for all of another.
 */
export const takeRuns = statement<{ seconds: number; limit: number }>()(
  'rule_runs.take',
  (_db, bind) => sql<Taken>`
    update rule_runs set leased_until = ${inSeconds(bind('seconds', 'float8'))}
    where id in (${inTurns('rule_runs', {
      open: sql`state in ('due', 'running') and not asks`,
      free: isFree(),
      each: bind('limit', 'integer'),
      limit: bind('limit', 'integer'),
    })})
    returning id, workspace_id as workspace, leased_until as until`,
);

/** Those that were taken `until` then, and not begun: another process need not wait for the end of the lease. */
export const giveBack = statement<{ ids: number[]; until: string }>()(
  'rule_runs.give_back',
  (_db, bind) => sql<object>`
    update rule_runs set leased_until = null
    where id = any(${bind('ids', 'bigint[]')}) and leased_until = ${bind('until', 'timestamptz')}`,
);

export type OpenRun = {
  id: number;
  rule: number;
  state: RunState | 'due';
  about: About;
  names: CapturedNames | null;
  chain: number[];
  asked_by: number | null;
  /** Of who asked for it, or let it go on, as a member now. */
  asker_role: Role | null;
  commands: Command[];
  position: number;
  steps: Step[];
  role: Role | null;
  post: number | null;
  created_at: string;
  leased_until: string | null;
  asked_at: string | null;
  answered: Answered | null;
};

const open = sql`rule_runs.id, rule_id as rule, state, about, names, to_json(chain) as chain, asked_by,
  (select memberships.role from memberships where memberships.workspace_id = rule_runs.workspace_id
    and memberships.user_id = asked_by) as asker_role,
  commands, position, steps, role, post_id as post, created_at, leased_until, asked_at, answered`;

export const lockRun = statement<Key>()(
  'rule_runs.lock',
  (_db, bind) => sql<OpenRun>`
    select ${open} from rule_runs
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} for update`,
);

export const findOpen = statement<Key>()(
  'rule_runs.open',
  (_db, bind) => sql<OpenRun>`
    select ${open} from rule_runs
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} and state = 'running'`,
);

/** A row where a run was begun, or waits to be begun, longer ago than that. */
export const findTriedLong = statement<Key & { triesSeconds: number; beginSeconds: number }>()(
  'rule_runs.tried_long',
  (_db, bind) => sql<object>`
    select from rule_runs
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
      and coalesce(began_at < now() - make_interval(secs => ${bind('triesSeconds', 'float8')}),
        created_at < now() - make_interval(secs => ${bind('beginSeconds', 'float8')}))`,
);

/** Of the last 24 hours: those that counted, of the rule and of the workspace. */
export const countRuns = statement<Workspace & { rule: number }>()(
  'rule_runs.count_day',
  (_db, bind) => sql<{ rule: number; workspace: number }>`
    select count(*) filter (where rule_id = ${bind('rule')})::integer as rule,
      count(*)::integer as workspace
    from rule_runs where workspace_id = ${bind('workspaceId')} and asked_by is null
      and state in ('running', 'done', 'failed', 'undone')
      and began_at > now() - interval '1 day'`,
);

/** `steps`, `commands`: JSON. `isEnd`: nothing more is done. */
export const saveRun = statement<
  Key & {
    state: RunState;
    title: string;
    steps: string;
    commands: string;
    result: string;
    role: Role | null;
    isEnd: boolean;
  }
>()(
  'rule_runs.begin',
  (_db, bind) => sql<object>`
    with counted as (
      update rules set runs = runs + 1
      where id = (select rule_id from rule_runs where id = ${bind('id')} and number is null)
        and workspace_id = ${bind('workspaceId', 'bigint')}
      returning runs)
    update rule_runs set state = ${bind('state')}, title = ${bind('title')},
      steps = ${bind('steps', 'jsonb')}, commands = ${bind('commands', 'jsonb')},
      result = ${bind('result')}, role = ${bind('role', 'text')},
      number = coalesce(number, (select runs from counted)),
      began_at = coalesce(began_at, now()),
      ended_at = case when ${bind('isEnd', 'boolean')} then now() end,
      leased_until = case when ${bind('state')} = 'running'
        and ${bind('commands', 'jsonb')} -> 0 ->> 'do' is distinct from 'prompt' then leased_until end
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/**
 * What came of a command, in the transaction that carried it out. What asks the assistant next is left
 * to the job that does.
 */
export const saveStep = statement<Key & { steps: string; position: number; post: number | null }>()(
  'rule_runs.save_step',
  (_db, bind) => sql<object>`
    update rule_runs set steps = ${bind('steps', 'jsonb')}, position = ${bind('position', 'integer')},
      post_id = ${bind('post', 'bigint')}, asked_at = null, answered = null,
      leased_until = case when commands -> ${bind('position', 'integer')} ->> 'do'
        is distinct from 'prompt' then leased_until end
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

export const endRun = statement<Key & { state: RunState; steps: string; result: string }>()(
  'rule_runs.end',
  (_db, bind) => sql<object>`
    update rule_runs set state = ${bind('state')}, steps = ${bind('steps', 'jsonb')},
      result = ${bind('result')}, leased_until = null, answered = null,
      ended_at = now()
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** A run that waits is continued by a person. */
export const continueRun = statement<Key & { userId: number }>()(
  'rule_runs.continue',
  (_db, bind) => sql<object>`
    update rule_runs set state = 'running', asked_by = ${bind('userId')}, leased_until = null
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** Another run on what a run was about. */
export const repeatRun = statement<Key & { userId: number }>()(
  'rule_runs.repeat',
  (_db, bind) => sql<{ id: number }>`
    insert into rule_runs (workspace_id, rule_id, about, asked_by)
    select workspace_id, rule_id, about, ${bind('userId', 'bigint')} from rule_runs
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
    returning id`,
);

/** A run of a rule that nothing has started but a person. */
export const addAskedRun = statement<Workspace & { rule: number; userId: number; about: string }>()(
  'rule_runs.add_asked',
  (_db, bind) => sql<{ id: number }>`
    insert into rule_runs (workspace_id, rule_id, about, asked_by)
    values (${bind('workspaceId', 'bigint')}, ${bind('rule', 'bigint')}, ${bind('about', 'jsonb')},
      ${bind('userId', 'bigint')})
    returning id`,
);

/** What happens in this transaction follows from these rules (migration 0075). */
export const setCauses = statement<{ rules: string }>()(
  'rule_runs.set_causes',
  (_db, bind) => sql<object>`select set_config('postfolio.rules', ${bind('rules', 'text')}, true)`,
);

/** What the server does with a post from now on follows from these rules. */
export const keepCause = statement<{ post: number; rules: number[] }>()(
  'rule_posts.keep',
  (_db, bind) => sql<object>`
    insert into rule_posts (post_id, rules)
    values (${bind('post', 'bigint')}, ${bind('rules', 'bigint[]')})
    on conflict (post_id) do update
      set rules = array(select distinct unnest(rule_posts.rules || excluded.rules))`,
);

export const findPost = statement<Workspace & { item: number }>()(
  'rules.post_of_item',
  (_db, bind) => sql<{ post: number; author: number | null }>`
    select post_id as post, created_by as author from items
    where workspace_id = ${bind('workspaceId')} and id = ${bind('item')}`,
);

/** The first item of a post that is not in the trash. */
export const findItem = statement<Workspace & { post: number }>()(
  'rules.item_of_post',
  (_db, bind) => sql<{ item: number }>`
    select items.id as item from posts
    join items on items.post_id = posts.id and items.position = 0
    where posts.workspace_id = ${bind('workspaceId')} and posts.id = ${bind('post')}
      and ${isLive('posts')}`,
);

export const findMembers = statement<Workspace & { ids: number[] }>()(
  'rules.members',
  (_db, bind) => sql<{ user: number }>`
    select user_id as "user" from memberships
    where workspace_id = ${bind('workspaceId')} and user_id = any(${bind('ids', 'bigint[]')})`,
);

/** Expired runs. */
export const removeOldRuns = statement<{ days: number; limit: number }>()(
  'rule_runs.remove_old',
  (_db, bind) => sql<object>`
    delete from rule_runs where id = any(array(select id from rule_runs
      where created_at < now() - make_interval(days => ${bind('days', 'integer')})
      order by created_at limit ${bind('limit', 'integer')}))
    returning id`,
);

/** A row where a snippet was changed after a rule was saved. */
export const isSnippetNewer = statement<{ workspaceId: number; rule: number; snippet: number }>()(
  'rules.is_snippet_newer',
  (_db, bind) => sql<object>`
    select from snippets join rules on rules.workspace_id = snippets.workspace_id
    where snippets.workspace_id = ${bind('workspaceId', 'bigint')}
      and snippets.id = ${bind('snippet', 'bigint')} and rules.id = ${bind('rule', 'bigint')}
      and snippets.updated_at > rules.updated_at`,
);

/** Who has written a snippet, by themselves or by a program. */
export const listWriters = statement<{ workspaceId: number; snippet: number }>()(
  'rules.writers_of_snippet',
  (_db, bind) => sql<{ id: number }>`
    select distinct person_id as id from provenance join principals on principals.id = principal_id
    where provenance.workspace_id = ${bind('workspaceId', 'bigint')} and object_type = 'snippet'
      and object_id = ${bind('snippet', 'bigint')} and person_id is not null`,
);

/**
 * Tells the webhooks that ask for it, by their outbox (migration 0090); returns how many there are of
 * the folder.
 */
export const tellWebhooks = statement<
  Workspace & { rule: number; name: string; text: string; item: number | null }
>()(
  'rules.tell_webhooks',
  (_db, bind) => sql<{ count: number }>`
    with post as materialized (
      select folder_id from items where workspace_id = ${bind('workspaceId', 'bigint')}
        and id = ${bind('item', 'bigint')}),
    place as materialized (
      select case when ${bind('item', 'bigint')}::bigint is not null
        then coalesce((select folder_id from post), 0) end as folder),
    told as materialized (
      select add_webhook_event(${bind('workspaceId', 'bigint')}, 'rule.told', ${bind('rule', 'bigint')},
        jsonb_build_object('rule', ${bind('rule', 'bigint')}::bigint, 'name', ${bind('name', 'text')}::text,
          'text', ${bind('text', 'text')}::text, 'item', ${bind('item', 'bigint')}::bigint), folder, null)
      from place)
    select count(*)::integer as count from webhooks, place, told
    where workspace_id = ${bind('workspaceId', 'bigint')} and state <> 'off'
      and 'rule.told' = any(types) and (folders is null or folder is null or folder = any(folders))`,
);
