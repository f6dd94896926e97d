import { sql } from 'kysely';
import type { RuleText } from '#contract/automation/rules-settings.ts';
import type { UserRef } from '#contract/http/fields.ts';
import { userRef } from '../../../database/fragments/user-ref.ts';
import { statement } from '../../../database/statement.ts';
import { IS_WAITING } from '../publications/publications.service.ts';

/** The statements of pauses. */

type InWorkspace = { workspaceId: number };

export type Row = {
  reason: string;
  paused_at: string;
  paused_by: UserRef | null;
  ends_at: string | null;
  is_active: boolean;
  resumed_by: string | null;
};

export const findPause = statement<InWorkspace>()(
  'pause.find',
  (_db, bind) => sql<Row>`
    select reason, paused_at, ends_at, coalesce(ends_at > now(), true) as is_active,
      ${userRef('users')} as paused_by,
      (select name from users where id = pauses.resumed_by) as resumed_by
    from pauses left join users on users.id = paused_by
    where workspace_id = ${bind('workspaceId')}`,
);

/** What waits on the channels of a workspace, from the index of each. */
const waiting = sql`channels join publications on publications.channel_id = channels.id
  and publications.next_attempt_at is not null and ${IS_WAITING}`;

/** Those that the pause of a workspace holds: due until now, or until it ended. */
const isHeld = sql`publications.next_attempt_at < (
  select least(ends_at, now()) from pauses where pauses.workspace_id = channels.workspace_id)`;

export const countHeld = statement<InWorkspace>()(
  'pause.count_held',
  (_db, bind) => sql<{ count: number }>`
    select count(*)::integer from ${waiting}
    where channels.workspace_id = ${bind('workspaceId')} and ${isHeld}`,
);

export const listHeld = statement<InWorkspace & { limit: number }>()(
  'pause.list_held',
  (_db, bind) => sql<{ id: number; channel: number; text: string; language: string | null }>`
    select publications.id, channel_id as channel,
      (select string_agg(coalesce(part -> 'network_texts' ->> network, part ->> 'content'), ' ')
        from jsonb_array_elements(publications.text) part) as text,
      publications.text -> 0 ->> 'language' as language
    from ${waiting}
    where channels.workspace_id = ${bind('workspaceId')} and ${isHeld}
    order by publications.next_attempt_at, publications.id limit ${bind('limit', 'integer')}`,
);

/** Of these publications, those that the pause holds. */
export const filterHeld = statement<InWorkspace & { ids: number[] }>()(
  'pause.filter_held',
  (_db, bind) => sql<{ id: number }>`
    select publications.id from ${waiting}
    where channels.workspace_id = ${bind('workspaceId')} and ${isHeld}
      and publications.id = any(${bind('ids', 'bigint[]')})`,
);

/** What a pause until a time would hold, and what goes on. */
export const countDue = statement<InWorkspace & { until: string | null }>()(
  'pause.count_due',
  (_db, bind) => sql<{ due: number; sending: number; queues: number; channels: number }>`
    select
      (select count(*)::integer from ${waiting} where channels.workspace_id = ${bind('workspaceId')}
        and publications.next_attempt_at < coalesce(${bind('until', 'timestamptz')}, 'infinity')) as due,
      (select count(*)::integer from channels join publications
        on publications.channel_id = channels.id and publications.state = 'publishing'
          and publications.next_attempt_at is not null and not ${IS_WAITING}
        where channels.workspace_id = ${bind('workspaceId')}) as sending,
      (select count(*)::integer from channels where workspace_id = ${bind('workspaceId')}
        and exists (select from publications where channel_id = channels.id
          and next_attempt_at is not null and queued and ${IS_WAITING})) as queues,
      (select count(*)::integer from channels where workspace_id = ${bind('workspaceId')}
        and state <> 'disconnected') as channels`,
);

/** What the rules do that are on; a workspace has few. */
export const listRulesOn = statement<InWorkspace>()(
  'pause.rules_on',
  (_db, bind) => sql<Pick<RuleText, 'actions' | 'becomes'>>`
    select actions, becomes from rules
    where workspace_id = ${bind('workspaceId')} and state = 'on'`,
);

export const setPause = statement<
  InWorkspace & { userId: number | null; reason: string; endsAt: string | null }
>()(
  'pause.set',
  (_db, bind) => sql<object>`
    insert into pauses as before (workspace_id, reason, paused_by, ends_at)
    values (${bind('workspaceId')}, ${bind('reason')}, ${bind('userId', 'bigint')}, ${bind('endsAt', 'timestamptz')})
    on conflict (workspace_id) do update set reason = excluded.reason, ends_at = excluded.ends_at,
      paused_by = excluded.paused_by, resumed_by = null,
      paused_at = case when coalesce(before.ends_at > now(), true) then before.paused_at else now() end`,
);

/** Ends the pause now, where it lasts. */
export const endPause = statement<InWorkspace & { userId: number }>()(
  'pause.end',
  (_db, bind) => sql<object>`
    update pauses set ends_at = now(), resumed_by = ${bind('userId')}
    where workspace_id = ${bind('workspaceId')} and coalesce(ends_at > now(), true)`,
);

/** The workspaces that are not paused until somebody resumes. */
export const listUnpaused = statement()(
  'pause.list_unpaused',
  () => sql<{ id: number }>`
    select id from workspaces where not exists (select from pauses
      where workspace_id = workspaces.id and ends_at is null) order by id`,
);
