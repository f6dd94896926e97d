import { sql } from 'kysely';
import type { GivenRole } from '#contract/core/forms.ts';
import { userRef } from '../../../database/fragments/user-ref.ts';
import { statement } from '../../../database/statement.ts';

type Scope = { workspaceId: number };

const OPEN = sql<boolean>`accepted_at is null and revoked_at is null and expires_at > now()`;

const INVITED = [
  'invitations.id',
  'invitations.email',
  sql<GivenRole>`invitations.role`.as('role'),
  'invitations.created_at',
  'invitations.expires_at',
] as const;

export const listInvitations = statement<Scope>()('invitations.list', (db, bind) =>
  db
    .selectFrom('invitations')
    .leftJoin('users as host', 'host.id', 'invitations.invited_by')
    .select([...INVITED, userRef('host').as('invited_by')])
    .where('workspace_id', '=', bind('workspaceId'))
    .where(OPEN)
    .orderBy('invitations.id', 'desc'),
);

export const countInvitations = statement<Scope>()('invitations.count', (db, bind) =>
  db
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', bind('workspaceId'))
    .where(OPEN),
);

export const insertInvitation = statement<
  Scope & { email: string | null; role: GivenRole; userId: number; days: number }
>()('invitations.insert', (db, bind) =>
  db
    .insertInto('invitations')
    .values({
      workspace_id: bind('workspaceId'),
      email: bind('email'),
      role: bind('role'),
      invited_by: bind('userId'),
      expires_at: sql<string>`now() + make_interval(days => ${bind('days', 'integer')})`,
    })
    .returning('id'),
);

/** Revokes an open invitation, by its id or its address. */
export const revokeInvitations = statement<Scope & { id: number | null; email: string | null }>()(
  'invitations.revoke',
  (db, bind) =>
    db
      .updateTable('invitations')
      .set({ revoked_at: sql`now()` })
      .where('workspace_id', '=', bind('workspaceId'))
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where(
        sql<boolean>`(id = ${bind('id', 'bigint')} or lower(email) = lower(${bind('email', 'text')}))`,
      )
      .returning(['id', 'email']),
);

/** An invitation to any workspace, and its outcome. */
export const findInvitation = statement<{ id: number }>()('invitations.find', (db, bind) =>
  db
    .selectFrom('invitations')
    .innerJoin('workspaces', 'workspaces.id', 'invitations.workspace_id')
    .leftJoin('users as host', 'host.id', 'invitations.invited_by')
    .leftJoin('users as guest', 'guest.id', 'invitations.accepted_by')
    .select([
      ...INVITED,
      'invitations.workspace_id as workspaceId',
      'workspaces.name as workspace',
      'host.name as invited_by',
      'invitations.accepted_at',
      'invitations.accepted_by',
      'invitations.revoked_at',
      sql<boolean>`invitations.expires_at <= now()`.as('expired'),
      sql<boolean>`exists (
        select from users where lower(users.email) = lower(invitations.email) and closed_at is null)`.as(
        'registered',
      ),
    ])
    .where('invitations.id', '=', bind('id')),
);

/** Marks an open invitation as used; of two concurrent uses one succeeds. */
export const acceptInvitation = statement<{ id: number; userId: number }>()(
  'invitations.accept',
  (db, bind) =>
    db
      .updateTable('invitations')
      .set({ accepted_at: sql`now()`, accepted_by: bind('userId') })
      .where('id', '=', bind('id'))
      .where(OPEN)
      .returning('id'),
);
