import { type RawBuilder, sql } from 'kysely';
import type { NotificationKind } from '#contract/notifications.ts';
import type { Role } from '#contract/roles.ts';
import { type Bind, builder, statement } from '../../database/statement.ts';
import { who } from '../../database/who.ts';

/** Whom to tell of what: one row makes one notification, if it is wanted; of those about one comment the first that is. */
export type Told = {
  user: number;
  kind: NotificationKind;
  item?: number | null;
  count?: number;
  invitation?: number;
  comment?: number;
};

/**
 * Tells people, each in the ways they chose for a kind; whoever did it is not told. All that a transaction tells goes in one call:
 * in the order of the people, so that two who tell the same people do not wait for each other in a circle. `rows`: JSON, a
 * list of Told; `ownMails`: the kinds that a mail of their own tells of.
 */
export const insertNotifications = statement<{
  workspaceId: number;
  actorId: number;
  ownMails: NotificationKind[];
  rows: string;
}>()(
  'notifications.insert',
  (_db, bind) => sql`
    insert into notifications (user_id, workspace_id, kind, actor_id, item_id, count, invitation_id, comment_id, in_app, by_mail)
    select user_id, ${bind('workspaceId', 'bigint')}, kind, ${bind('actorId', 'bigint')}, item, coalesce(count, 1), invitation,
      comment, in_app, by_mail
    from (
      select distinct on (user_id, coalesce(comment, -place)) * from (
        select users.id as user_id, given.*, coalesce(chosen.in_app, true) as in_app,
          coalesce(chosen.email, true) and users.email_proved_at is not null
            and given.kind <> all(${bind('ownMails', 'text[]')}) as by_mail
        from rows from (
          json_to_recordset(${bind('rows', 'json')})
            as ("user" bigint, kind text, item bigint, count integer, invitation bigint, comment bigint)
        ) with ordinality as given("user", kind, item, count, invitation, comment, place)
        join users on users.id = given."user" and users.closed_at is null and users.id <> ${bind('actorId', 'bigint')}
        left join notification_settings chosen on chosen.user_id = users.id and chosen.kind = given.kind
      ) wanted
      where in_app or by_mail
      order by user_id, coalesce(comment, -place), place
    ) told
    order by user_id, place`,
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

/** Of these items, who wrote each, and who asked last for its review, as far as they still work here. */
export const findAskers = statement<{ workspaceId: number; ids: number[] }>()(
  null,
  (_db, bind) => sql<Omit<Told, 'kind'>>`
    select asker.id as "user", case when count(distinct items.id) = 1 then min(items.id) end as item,
      count(distinct items.id)::integer as count
    from items
    cross join lateral (
      select items.created_by as id
      union
      (select user_id from transitions where item_id = items.id and target_state = 'review' order by id desc limit 1)
    ) asker
    join memberships on memberships.user_id = asker.id and memberships.workspace_id = items.workspace_id
    where items.workspace_id = ${bind('workspaceId')} and items.id = any(${bind('ids', 'bigint[]')})
    group by asker.id`,
);

/** A row of what was told, as the API needs it. Of a workspace that somebody is not in, only an invitation that is open is told. */
const told = builder
  .selectFrom('notifications')
  .innerJoin('workspaces', 'workspaces.id', 'notifications.workspace_id')
  .leftJoin('users as actor', 'actor.id', 'notifications.actor_id')
  .leftJoin('items', (join) => join.onRef('items.id', '=', 'notifications.item_id').on('items.deleted_at', 'is', null))
  .select([
    'notifications.id',
    sql<NotificationKind>`notifications.kind`.as('kind'),
    'notifications.count',
    // Its link is for whoever has shown that the address is theirs, and for nobody who only claims it.
    sql<number | null>`(
      select invitations.id from invitations join users on users.id = notifications.user_id
      where invitations.id = notifications.invitation_id and users.email_proved_at is not null
        and lower(users.email) = lower(invitations.email))`.as('invitation'),
    'notifications.comment_id as comment',
    'items.id as item',
    'items.title',
    sql<boolean>`notifications.read_at is not null`.as('read'),
    'notifications.created_at',
    who('actor').as('actor'),
    sql<{ id: number; name: string }>`json_build_object('id', workspaces.id, 'name', workspaces.name)`.as('workspace'),
  ])
  .where(sql<boolean>`(exists (
    select from invitations
    where invitations.id = notifications.invitation_id and accepted_at is null and revoked_at is null and expires_at > now()
  ) or exists (
    select from memberships
    where memberships.user_id = notifications.user_id and memberships.workspace_id = notifications.workspace_id))`);

export type ToldRow = Awaited<ReturnType<typeof findNotification>>[number];

type Mine = { userId: number };
const isShown = (bind: Bind<Mine>) => sql<boolean>`notifications.user_id = ${bind('userId')} and notifications.in_app`;
const mine = <Params extends Mine>(bind: Bind<Params>) => told.where(isShown(bind as unknown as Bind<Mine>));

export const findNotification = statement<Mine & { id: number }>()('notifications.find', (_db, bind) =>
  mine(bind).where('notifications.id', '=', bind('id')),
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
export const countUnread = counted('notifications.count_unread', sql<boolean>`notifications.read_at is null`);

/** The last that a person was told of, whatever became of it. */
export const findLast = statement<Mine>()('notifications.last', (db, bind) =>
  db.selectFrom('notifications').select(sql<number>`coalesce(max(id), 0)::bigint`.as('id')).where(isShown(bind)),
);

/** Marks as read: one, or where `id` is null all up to one. */
export const readNotifications = statement<Mine & { id: number | null; upTo: number }>()(
  'notifications.read',
  (db, bind) =>
    db
      .updateTable('notifications')
      .set({ read_at: sql`now()` })
      .where(isShown(bind as unknown as Bind<Mine>))
      .where('read_at', 'is', null)
      .where('id', '<=', bind('upTo'))
      .where(sql<boolean>`(id = ${bind('id', 'bigint')} or ${bind('id', 'bigint')} is null)`)
      .returning('id'),
);

export const deleteNotification = statement<Mine & { id: number }>()('notifications.delete', (db, bind) =>
  db
    .deleteFrom('notifications')
    .where(isShown(bind as unknown as Bind<Mine>))
    .where('id', '=', bind('id'))
    .returning('id'),
);

export const listSettings = statement<Mine>()('notification_settings.list', (db, bind) =>
  db.selectFrom('notification_settings').select(['kind', 'in_app', 'email']).where('user_id', '=', bind('userId')),
);

/** Keeps what is chosen for kinds; what is not said, null, stays as it is. `rows`: JSON, a list of `{kind, in_app, email}`. */
export const saveSettings = statement<Mine & { rows: string }>()(
  'notification_settings.save',
  (_db, bind) => sql`
    insert into notification_settings (user_id, kind, in_app, email)
    select ${bind('userId', 'bigint')}, given.kind, coalesce(given.in_app, former.in_app, true), coalesce(given.email, former.email, true)
    from json_to_recordset(${bind('rows', 'json')}) as given(kind text, in_app boolean, email boolean)
    left join notification_settings former on former.user_id = ${bind('userId', 'bigint')} and former.kind = given.kind
    on conflict (user_id, kind) do update set in_app = excluded.in_app, email = excluded.email`,
);

/** Whether a person may be mailed again. A mail under way comes first, but one that nobody tries any more. */
const isTurn = <Params extends { minutes: number }>(bind: Bind<Params>) => {
  const minutes = (bind as unknown as Bind<{ minutes: number }>)('minutes', 'integer');
  return sql<boolean>`(case when sent.under_way then sent.sent_at < now() - interval '7 days'
    else sent.sent_at <= now() - make_interval(mins => ${minutes}) end)`;
};

/** A mail is on its way, or there was nothing to send after all: then the next one need not wait. */
export const endTurn = statement<Mine & { sent: boolean }>()('notification_mails.end', (db, bind) =>
  db
    .updateTable('notification_mails')
    .set({
      under_way: false,
      sent_at: sql`case when ${bind('sent', 'boolean')} then now() else '-infinity' end`,
    })
    .where('user_id', '=', bind('userId')),
);

/** Whom a mail is due, who was not mailed for a while. */
export const findDue = statement<{ minutes: number; limit: number }>()(
  'notifications.due',
  (_db, bind) => sql<{ userId: number }>`
    select distinct user_id as "userId" from notifications
    where by_mail and mail_job is null and read_at is null and not exists (
      select from notification_mails sent
      where sent.user_id = notifications.user_id and not ${isTurn(bind)})
    limit ${bind('limit')}`,
);

/** Takes a person's turn to be mailed: no row where another process took it. */
export const takeTurn = statement<Mine & { minutes: number }>()(
  'notification_mails.take',
  (_db, bind) => sql<{ userId: number }>`
    insert into notification_mails as sent (user_id, sent_at, under_way) values (${bind('userId', 'bigint')}, now(), true)
    on conflict (user_id) do update set sent_at = now(), under_way = true where ${isTurn(bind)}
    returning user_id as "userId"`,
);

/** Gives a job what is to be mailed, once: what comes later is for the next mail, however often this one is tried. */
export const claimMails = statement<Mine & { job: string }>()(
  'notifications.claim',
  (_db, bind) => sql`
    update notifications set mail_job = ${bind('job', 'uuid')}
    where user_id = ${bind('userId', 'bigint')} and by_mail and mail_job is null and read_at is null
      and not exists (select from notifications where mail_job = ${bind('job', 'uuid')})`,
);

/** What a job mails, oldest first. */
export const listClaimed = statement<{ job: string }>()('notifications.claimed', (_db, bind) =>
  told.where('notifications.mail_job', '=', bind('job')).orderBy('notifications.id'),
);
