import { sql } from 'kysely';
import type { Alert } from '#contract/assistant/alerts.ts';
import type { UserRef } from '#contract/http/fields.ts';
import type { AlertCause } from '#contract/people/assistant-causes.ts';
import { statement } from '../../database/statement.ts';

/** What the owner of a workspace has been told of its assistant. */

type Workspace = { workspaceId: number };

/** No row where the owner was told of it on this day before. */
export const insertAlert = statement<
  Workspace & { cause: AlertCause; day: string; userId: number }
>()(
  'assistant.insert_alert',
  (_db, bind) => sql<{ cause: string }>`
    insert into assistant_alerts as former (workspace_id, cause, day, told_by, told_at)
    values (${bind('workspaceId')}, ${bind('cause')}, ${bind('day', 'date')}, ${bind('userId')},
      now())
    on conflict (workspace_id, cause) do update
      set day = excluded.day, told_by = excluded.told_by, told_at = excluded.told_at
      where former.day <> excluded.day
    returning cause`,
);

export const findAlert = statement<Workspace & { cause: AlertCause }>()(
  'assistant.find_alert',
  (_db, bind) => sql<Omit<Alert, 'is_new' | 'owner'>>`
    select told_at, (select json_build_object('id', users.id, 'name', users.name) from users
      where users.id = told_by) as told_by
    from assistant_alerts
    where workspace_id = ${bind('workspaceId')} and cause = ${bind('cause')}`,
);

/** The owner has changed something: what fails from now on is told again. */
export const removeAlerts = statement<Workspace>()(
  'assistant.remove_alerts',
  (_db, bind) => sql<object>`
    delete from assistant_alerts where workspace_id = ${bind('workspaceId')}`,
);

export const findOwner = statement<Workspace>()(
  'assistant.find_owner',
  (_db, bind) => sql<{ owner: UserRef }>`
    select json_build_object('id', users.id, 'name', users.name) as owner
    from memberships join users on users.id = memberships.user_id
    where memberships.workspace_id = ${bind('workspaceId')} and memberships.role = 'owner'
    limit 1`,
);
