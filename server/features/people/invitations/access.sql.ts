import { sql } from 'kysely';
import { workspacesOf } from '../../../database/fragments/workspaces-of.ts';
import { statement } from '../../../database/statement.ts';
import type { AccessRow, AccessSource, Whose } from '../access/access.service.ts';

/**
 * Invitations, as what lets somebody in: for who made them, and for the member whose address they are
 * to. Those to an address that is not verified are of its owner, who may be somebody else.
 */

const listInvitations = statement<Whose>()(
  'access.invitations',
  (_db, bind) => sql<AccessRow>`
    select id, workspace_id as workspace, coalesce(email, 'by a link') || ', as ' || role as name
    from invitations where (invited_by = any(${bind('people', 'bigint[]')})
        or lower(email) = (select lower(users.email) from users
          where users.id = ${bind('person', 'bigint')} and email_proved_at is not null))
      and accepted_at is null and revoked_at is null and expires_at > now()
      and workspace_id = any(${workspacesOf(bind)}) order by id`,
);

const endInvitations = statement<Whose & { ids: readonly number[] }>()(
  'access.end_invitations',
  (_db, bind) => sql<object>`
    update invitations set revoked_at = now()
    where id = any(${bind('ids', 'bigint[]')}) and accepted_at is null and revoked_at is null`,
);

export const invitationAccess: AccessSource = {
  ...{ tables: ['invitations'], topic: 'people' },
  ...{ list: listInvitations, end: endInvitations },
};
