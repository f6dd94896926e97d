import { type RawBuilder, sql } from 'kysely';
import type { NotificationKind, Published } from '#contract/people/notifications.ts';
import type { Role } from '#contract/roles.ts';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { userRef } from '../../../database/fragments/user-ref.ts';
import { type Bind, builder, statement } from '../../../database/statement.ts';

/**
 * A recipient of a notification. One row makes one notification, if the person wants it; of several
 * about one comment, the first one that is wanted.
 */
export type Recipient = {
  user: number;
  kind: NotificationKind;
  post?: number | null;
  count?: number;
  invitation?: number;
  comment?: number;
  /** Why, where the kind does not say it. */
  cause?: string;
  /** Where the post was published. */
  published?: readonly Published[];
};

/**
 * Notifies people in the ways that they chose for each kind; the actor is left out. All
 * notifications of a transaction go into one call, ordered by user id to avoid deadlocks. `rows`:
 * JSON, a list of Recipient; `ownMails`: the kinds with a mail of their own.
 */
export const insertNotifications = statement<{
  workspaceId: number;
  actorId: number | null;
  /** Whether the actor is told as well. */
  isTold: boolean;
  ownMails: NotificationKind[];
  rows: string;
}>()(
  'notifications.insert',
  (_db, bind) => sql`
    insert into notifications (user_id, workspace_id, kind, actor_id, post_id, count, invitation_id,
      comment_id, cause, published, in_app, by_mail)
    select user_id, ${bind('workspaceId', 'bigint')}, kind, ${bind('actorId', 'bigint')}, post,
      coalesce(count, 1), invitation,
      comment, cause, coalesce(published, '[]'), in_app, by_mail
    from (
      select distinct on (user_id, coalesce(comment, -place)) * from (
        select users.id as user_id, given.*, coalesce(chosen.in_app, true) as in_app,
          coalesce(chosen.email, true) and users.email_proved_at is not null
            and given.kind <> all(${bind('ownMails', 'text[]')}) as by_mail
        from rows from (
          json_to_recordset(${bind('rows', 'json')})
            as ("user" bigint, kind text, post bigint, count integer, invitation bigint,
              comment bigint, cause text, published jsonb)
        ) with ordinality
          as given("user", kind, post, count, invitation, comment, cause, published,
            place)
        join users on users.id = given."user" and users.closed_at is null
          and users.kind = 'person'
          and (${bind('isTold', 'boolean')} or users.id is distinct from ${bind('actorId', 'bigint')})
        left join notification_settings chosen on chosen.user_id = users.id
          and chosen.kind = given.kind
      ) wanted
      where in_app or by_mail
      order by user_id, coalesce(comment, -place), place
    ) recipients
    order by user_id, place`,
);

/**
 * Adds where a post was published to the notifications of it that are a few minutes old, and neither
 * read nor mailed.
 */
export const addPublished = statement<{
  workspaceId: number;
  post: number;
  users: number[];
  published: string;
  minutes: number;
}>()(
  'notifications.add_published',
  (_db, bind) => sql<{ user: number }>`
    update notifications set published = published || ${bind('published', 'jsonb')}
    where workspace_id = ${bind('workspaceId')} and post_id = ${bind('post', 'bigint')}
      and user_id = any(${bind('users', 'bigint[]')}) and kind = 'published'
      and read_at is null and mail_job is null
      and created_at > now() - make_interval(mins => ${bind('minutes', 'integer')})
    returning user_id as "user"`,
);

/** The members with one of these roles. */
export const membersWith = statement<{ workspaceId: number; roles: Role[] }>()(
  'notifications.members_with',
  (db, bind) =>
    db
      .selectFrom('memberships')
      .select('user_id as user')
      .where('workspace_id', '=', bind('workspaceId'))
      .where(sql<boolean>`role = any(${bind('roles', 'text[]')})`),
);

/**
 * The author of each of these posts and the person who requested its review last, if they are still
 * members.
 */
export const findAskers = statement<{ workspaceId: number; posts: number[] }>()(
  null,
  (_db, bind) => sql<Omit<Recipient, 'kind'>>`
    select asker.id as "user", case when count(distinct posts.id) = 1
      then min(posts.id) end as post,
      count(distinct posts.id)::integer as count
    from posts
    cross join lateral (
      select created_by as id from items where post_id = posts.id and position = 0
      union
      (select user_id from transitions where post_id = posts.id and target_state = 'review'
        order by id desc limit 1)
    ) asker
    join memberships on memberships.user_id = asker.id
      and memberships.workspace_id = posts.workspace_id
    where posts.workspace_id = ${bind('workspaceId')}
      and posts.id = any(${bind('posts', 'bigint[]')})
    group by asker.id`,
);

/**
 * A notification as the API needs it. Of a workspace that the person has left, only open
 * invitations are visible.
 */
const shownNotifications = builder
  .selectFrom('notifications')
  .innerJoin('workspaces', 'workspaces.id', 'notifications.workspace_id')
  .leftJoin('users as actor', 'actor.id', 'notifications.actor_id')
  .leftJoin('posts', 'posts.id', 'notifications.post_id')
  .leftJoin('items', (join) => join.onRef('items.id', '=', 'posts.root_id').on(isLive()))
  .select([
    'notifications.id',
    sql<NotificationKind>`notifications.kind`.as('kind'),
    'notifications.count',
    // Its link is for the owner of the verified address alone.
    sql<number | null>`(
      select invitations.id from invitations join users on users.id = notifications.user_id
      where invitations.id = notifications.invitation_id and users.email_proved_at is not null
        and lower(users.email) = lower(invitations.email))`.as('invitation'),
    'notifications.comment_id as comment',
    'notifications.cause',
    sql<Published[]>`notifications.published`.as('published'),
    'items.id as item',
    sql<string | null>`named_mentions(items.title)`.as('title'),
    sql<boolean>`notifications.read_at is not null`.as('read'),
    'notifications.created_at',
    userRef('actor').as('actor'),
    sql<{
      id: number;
      name: string;
    }>`json_build_object('id', workspaces.id, 'name', workspaces.name)`.as('workspace'),
  ])
  .where(sql<boolean>`(exists (
    select from invitations
    where invitations.id = notifications.invitation_id and accepted_at is null
      and revoked_at is null and expires_at > now()
  ) or exists (
    select from memberships
    where memberships.user_id = notifications.user_id
      and memberships.workspace_id = notifications.workspace_id))`);

export type NotificationRow = Awaited<ReturnType<typeof findNotification>>[number];

type Mine = { userId: number };
const isShown = (bind: Bind<Mine>) =>
  sql<boolean>`notifications.user_id = ${bind('userId')} and notifications.in_app`;
const mine = <Params extends Mine>(bind: Bind<Params>) =>
  shownNotifications.where(isShown(bind as unknown as Bind<Mine>));

export const findNotification = statement<Mine & { id: number }>()(
  'notifications.find',
  (_db, bind) => mine(bind).where('notifications.id', '=', bind('id')),
);

/** A page, newest first, or where it goes `backward`, oldest first. */
const listPage = (name: string, backward: boolean) =>
  statement<Mine & { from: number; unread: boolean; limit: number }>()(name, (_db, bind) =>
    mine(bind)
      .where('notifications.id', backward ? '>' : '<', bind('from'))
      .where(sql<boolean>`(notifications.read_at is null or not ${bind('unread', 'boolean')})`)
      .orderBy('notifications.id', backward ? 'asc' : 'desc')
      .limit(bind('limit')),
  );

export const listBefore = listPage('notifications.before', false);
export const listAfter = listPage('notifications.after', true);

const counted = (name: string, where: RawBuilder<boolean>) =>
  statement<Mine>()(name, (_db, bind) =>
    mine(bind)
      .clearSelect()
      .select([
        sql<number>`count(*)::integer`.as('count'),
        sql<number>`coalesce(max(notifications.id), 0)::bigint`.as('last'),
      ])
      .where(where),
  );

export const countAll = counted('notifications.count', sql<boolean>`true`);
export const countUnread = counted(
  'notifications.count_unread',
  sql<boolean>`notifications.read_at is null`,
);

/** The last notification of a person, deleted ones included. */
export const findLast = statement<Mine>()('notifications.last', (db, bind) =>
  db
    .selectFrom('notifications')
    .select(sql<number>`coalesce(max(id), 0)::bigint`.as('id'))
    .where(isShown(bind)),
);

/** Marks one as read, or, where `id` is null, some of all up to one. */
export const readNotifications = statement<
  Mine & { id: number | null; upTo: number; limit: number }
>()('notifications.read', (db, bind) =>
  db
    .updateTable('notifications')
    .set({ read_at: sql`now()` })
    .where('id', 'in', (unread) =>
      unread
        .selectFrom('notifications')
        .select('id')
        .where(isShown(bind as unknown as Bind<Mine>))
        .where('read_at', 'is', null)
        .where('id', '<=', bind('upTo'))
        .where(sql<boolean>`(id = ${bind('id', 'bigint')} or ${bind('id', 'bigint')} is null)`)
        .limit(bind('limit')),
    )
    .returning('id'),
);

export const deleteNotification = statement<Mine & { id: number }>()(
  'notifications.delete',
  (db, bind) =>
    db
      .deleteFrom('notifications')
      .where(isShown(bind as unknown as Bind<Mine>))
      .where('id', '=', bind('id'))
      .returning('id'),
);

/** Those of a comment whose text is deleted. */
export const deleteOfComment = statement<{ workspaceId: number; comment: number }>()(
  'notifications.delete_of_comment',
  (_db, bind) => sql`
    delete from notifications where workspace_id = ${bind('workspaceId')}
      and comment_id = ${bind('comment', 'bigint')}`,
);

export const listSettings = statement<Mine>()('notification_settings.list', (db, bind) =>
  db
    .selectFrom('notification_settings')
    .select(['kind', 'in_app', 'email'])
    .where('user_id', '=', bind('userId')),
);

/**
 * Stores the settings of kinds; null leaves a setting as it is. `rows`: JSON, a list of `{kind,
 * in_app, email}`.
 */
export const saveSettings = statement<Mine & { rows: string }>()(
  'notification_settings.save',
  (_db, bind) => sql`
    insert into notification_settings (user_id, kind, in_app, email)
    select ${bind('userId', 'bigint')}, given.kind, coalesce(given.in_app, former.in_app, true),
      coalesce(given.email, former.email, true)
    from json_to_recordset(${bind('rows', 'json')}) as given(kind text, in_app boolean,
      email boolean)
    left join notification_settings former on former.user_id = ${bind('userId', 'bigint')}
      and former.kind = given.kind
    on conflict (user_id, kind) do update set in_app = excluded.in_app, email = excluded.email`,
);

/** Whether a person may be mailed again: no mail is in progress, unless it was abandoned. */
const isTurn = <Params extends { minutes: number }>(bind: Bind<Params>) => {
  const minutes = (bind as unknown as Bind<{ minutes: number }>)('minutes', 'integer');
  return sql<boolean>`(case when sent.under_way then sent.sent_at < now() - interval '7 days'
    else sent.sent_at <= now() - make_interval(mins => ${minutes}) end)`;
};

/** A digest was sent, or was empty: the next one need not wait for it. */
export const endTurn = statement<Mine & { sent: boolean }>()('notification_mails.end', (db, bind) =>
  db
    .updateTable('notification_mails')
    .set({
      under_way: false,
      sent_at: sql`case when ${bind('sent', 'boolean')} then now() else '-infinity' end`,
    })
    .where('user_id', '=', bind('userId')),
);

/** The people whose digest is due. */
export const findDue = statement<{ minutes: number; limit: number }>()(
  'notifications.due',
  (_db, bind) => sql<{ userId: number }>`
    select distinct user_id as "userId" from notifications
    where by_mail and mail_job is null and read_at is null and not exists (
      select from notification_mails sent
      where sent.user_id = notifications.user_id and not ${isTurn(bind)})
    limit ${bind('limit')}`,
);

/** Claims the digest of a person: no row where another process did. */
export const takeTurn = statement<Mine & { minutes: number }>()(
  'notification_mails.take',
  (_db, bind) => sql<{ userId: number }>`
    insert into notification_mails as sent (user_id, sent_at, under_way)
      values (${bind('userId', 'bigint')}, now(), true)
    on conflict (user_id) do update set sent_at = now(), under_way = true where ${isTurn(bind)}
    returning user_id as "userId"`,
);

/**
 * Assigns unread notifications to a job, once: later ones are for the next digest, however often
 * this one is retried.
 */
export const claimMails = statement<Mine & { job: string }>()(
  'notifications.claim',
  (_db, bind) => sql`
    update notifications set mail_job = ${bind('job', 'uuid')}
    where user_id = ${bind('userId', 'bigint')} and by_mail and mail_job is null and read_at is null
      and not exists (select from notifications where mail_job = ${bind('job', 'uuid')})`,
);

/** The notifications of a job, oldest first. */
export const listClaimed = statement<{ job: string }>()('notifications.claimed', (_db, bind) =>
  shownNotifications.where('notifications.mail_job', '=', bind('job')).orderBy('notifications.id'),
);
