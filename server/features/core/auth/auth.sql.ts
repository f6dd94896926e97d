import { sql } from 'kysely';
import type { Role } from '#contract/roles.ts';
import { userColumns } from '../../../database/fragments/user-columns.ts';
import { statement } from '../../../database/statement.ts';

export const findUserByEmail = statement<{ email: string }>()('users.by_email', (db, bind) =>
  db
    .selectFrom('users')
    .leftJoin('memberships', 'memberships.user_id', 'users.id')
    .select([...userColumns, 'users.password_hash', 'memberships.workspace_id'])
    .where(sql<boolean>`lower(users.email) = lower(${bind('email')})`)
    .where('users.closed_at', 'is', null)
    .orderBy('memberships.created_at')
    .limit(1),
);

export const findUser = statement<{ id: number }>()('users.find', (db, bind) =>
  db.selectFrom('users').select(userColumns).where('id', '=', bind('id')),
);

/** Creates a person, a workspace and the membership as its owner. */
export const insertUserWithWorkspace = statement<{
  email: string | null;
  name: string;
  passwordHash: string | null;
  workspace: string;
  zone: string;
}>()('users.insert', (db, bind) =>
  db
    .with('person', (cte) =>
      cte
        .insertInto('users')
        .values({ email: bind('email'), name: bind('name'), password_hash: bind('passwordHash') })
        .returning(userColumns),
    )
    .with('place', (cte) =>
      cte
        .insertInto('workspaces')
        .values({ name: bind('workspace'), time_zone: bind('zone') })
        .returning('id'),
    )
    .with('membership', (cte) =>
      cte
        .insertInto('memberships')
        .columns(['user_id', 'workspace_id', 'role'])
        .expression((from) =>
          from
            .selectFrom(['person', 'place'])
            .select(['person.id', 'place.id as workspace_id', sql.lit('owner').as('role')]),
        ),
    )
    .selectFrom(['person', 'place'])
    .select([
      'person.id',
      'person.name',
      'person.email',
      'person.email_proved',
      'person.pending_email',
      'place.id as workspace_id',
    ]),
);

export const insertSession = statement<{
  userId: number;
  refreshHash: Buffer;
  days: number;
  userAgent: string | null;
  ip: string | null;
}>()('sessions.insert', (db, bind) =>
  db
    .insertInto('sessions')
    .values({
      user_id: bind('userId'),
      refresh_hash: bind('refreshHash'),
      user_agent: bind('userAgent'),
      ip_address: bind('ip'),
      expires_at: sql<string>`now() + make_interval(days => ${bind('days', 'integer')})`,
    })
    .returning('id'),
);

/** The valid session of a refresh token. */
export const findSession = statement<{ refreshHash: Buffer }>()('sessions.find', (db, bind) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_id'])
    .where('refresh_hash', '=', bind('refreshHash'))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`),
);

/** The same; records its use. */
export const touchSession = statement<{ refreshHash: Buffer }>()('sessions.use', (db, bind) =>
  db
    .updateTable('sessions')
    .set({ last_used_at: sql`now()` })
    .where('refresh_hash', '=', bind('refreshHash'))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['id', 'user_id']),
);

export const revokeSession = statement<{ refreshHash: Buffer }>()('sessions.revoke', (db, bind) =>
  db
    .updateTable('sessions')
    .set({ revoked_at: sql`now()` })
    .where('refresh_hash', '=', bind('refreshHash'))
    .where('revoked_at', 'is', null)
    .returning(['id', 'user_id']),
);

/** The open account. Changes of its password, and closing it, wait for this transaction. */
export const shareAccount = statement<{ id: number; passwordHash: string | null }>()(
  'users.share',
  (db, bind) =>
    db
      .selectFrom('users')
      .select('id')
      .where('id', '=', bind('id'))
      .where('closed_at', 'is', null)
      .where(sql<boolean>`password_hash is not distinct from ${bind('passwordHash', 'text')}`)
      .forShare(),
);

/** Locks the account until the transaction ends. */
export const lockUser = statement<{ id: number }>()('users.lock', (db, bind) =>
  db.selectFrom('users').select(userColumns).where('id', '=', bind('id')).forUpdate(),
);

/** Revokes the links that were mailed for an account. */
export const removeResets = statement<{ userId: number }>()('password_resets.remove', (db, bind) =>
  db.deleteFrom('password_resets').where('user_id', '=', bind('userId')),
);

/** Revokes the links for a first address that ended sessions have asked for, or an unknown one. */
export const removeAddressLinks = statement<{ userId: number }>()(
  'password_resets.remove_address_links',
  (_db, bind) => sql<object>`
    delete from password_resets
    where user_id = ${bind('userId', 'bigint')} and email is not null
      and (session_id is null
        or session_id in (select id from sessions
          where user_id = ${bind('userId', 'bigint')} and revoked_at is not null))`,
);

/**
 * `email`: the new address, where it changes; `proved`: whether it is verified.
 */
export const setPasswordHash = statement<{
  userId: number;
  passwordHash: string;
  email: string | null;
  proved: boolean;
}>()('users.password', (db, bind) =>
  db
    .updateTable('users')
    .set({
      password_hash: bind('passwordHash'),
      email: sql<string>`coalesce(${bind('email', 'text')}, email)`,
      // Requests that were made with the former password are void.
      pending_email: null,
      email_proved_at: sql<string>`case when ${bind('proved', 'boolean')} then coalesce(email_proved_at, now())
          else email_proved_at end`,
    })
    .where('id', '=', bind('userId')),
);

export const findPasswordHash = statement<{ id: number }>()('users.password_hash', (db, bind) =>
  db.selectFrom('users').select('password_hash').where('id', '=', bind('id')),
);

/** The session, if it began within so many minutes. */
export const findFreshSession = statement<{ id: string; minutes: number }>()(
  'sessions.fresh',
  (db, bind) =>
    db
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', bind('id'))
      .where(
        'created_at',
        '>',
        sql<string>`now() - make_interval(mins => ${bind('minutes', 'integer')})`,
      ),
);

/** Ends one session of a person, by its id. */
export const revokeSessionById = statement<{ userId: number; id: string }>()(
  'sessions.revoke_one',
  (db, bind) =>
    db
      .updateTable('sessions')
      .set({ revoked_at: sql`now()` })
      .where('id', '=', bind('id'))
      .where('user_id', '=', bind('userId'))
      .where('revoked_at', 'is', null)
      .returning('id'),
);

/** Nothing is done any more that the ended sessions of a person have asked for. */
export const distrustEnded = statement<{ userId: number }>()('sessions.distrust', (db, bind) =>
  db
    .updateTable('sessions')
    .set({ distrusted: true })
    .where('user_id', '=', bind('userId'))
    .where('revoked_at', 'is not', null)
    .where('distrusted', '=', false),
);

/** A session that nobody has ended but itself. Nobody ends it until the transaction ends. */
export const lockTrusted = statement<{ id: string }>()('sessions.lock_trusted', (db, bind) =>
  db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', bind('id'))
    .where('distrusted', '=', false)
    .forShare(),
);

/** Ends all sessions of a person but one. */
export const revokeSessions = statement<{ userId: number; except: string | null }>()(
  'sessions.revoke_all',
  (db, bind) =>
    db
      .updateTable('sessions')
      .set({ revoked_at: sql`now()` })
      .where('user_id', '=', bind('userId'))
      .where('revoked_at', 'is', null)
      .where(sql<boolean>`id is distinct from ${bind('except', 'uuid')}`),
);

/** The ended sessions whose access tokens have not expired. */
export const recentlyRevoked = statement<{ seconds: number }>()(
  'sessions.recently_revoked',
  (db, bind) =>
    db
      .selectFrom('sessions')
      .select('id')
      .where(
        'revoked_at',
        '>',
        sql<string>`now() - make_interval(secs => ${bind('seconds', 'float8')})`,
      ),
);

/** The workspaces of a person, the one they joined first at the beginning. */
export const listMemberships = statement<{ userId: number }>()(
  'memberships.of_person',
  (db, bind) =>
    db
      .selectFrom('memberships')
      .select(['workspace_id as workspaceId', sql<Role>`role`.as('role')])
      .where('user_id', '=', bind('userId'))
      .orderBy('created_at')
      .orderBy('workspace_id'),
);
