import type { Parsed } from '#contract/http/endpoint.ts';
import { paths } from '#contract/paths.ts';
import type * as contract from '#contract/people/notifications.ts';
import { KIND_NAMES, KINDS, type Kind, whereOf } from '#contract/people/notifications.ts';
import { type Capability, can, ROLES } from '#contract/roles.ts';
import type { Actor } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { notFound } from '../../../errors.ts';
import { keysetPage, type Page } from '../../../pages.ts';
import type { Secrets } from '../../../secrets.ts';
import * as sql from './notifications.sql.ts';

export { deleteOfComment } from './notifications.sql.ts';

type Notification = contract.Notification;

/** Creates the links of invitations. */
export type LinkContext = { secrets: Pick<Secrets, 'signId'> };

type Person = { userId: number };
/** Who acted, and where. */
type Doer = Pick<Actor, 'workspaceId' | 'userId' | 'key'>;

/** Larger than any id. */
const NEWEST = Number.MAX_SAFE_INTEGER;
const MAX_TITLE_LENGTH = 50;
/** Channels of a post that publish within this time are one notification. */
const TOGETHER_MINUTES = 15;
/** The number of missed notifications that are sent at a time. */
const BATCH = 100;
/** Takes some 100 ms. */
const READ_BATCH = 5000;

const OWN_MAILS = KIND_NAMES.filter((kind) => (KINDS[kind] as Kind).ownMail);

/**
 * Notifies people of all events of a transaction, in one call. Nobody is told what they did
 * themselves; of what a program did for them they are.
 */
export async function notify(
  tx: Executor,
  { workspaceId, userId, key }: Doer,
  recipients: sql.Recipient[],
) {
  if (!recipients.length) return;
  await sql.insertNotifications(tx, {
    workspaceId,
    actorId: userId,
    isTold: key !== undefined,
    ownMails: OWN_MAILS,
    rows: JSON.stringify(recipients),
  });
}

/**
 * Notifies people of where a post was published. Channels that end one after the other make one
 * notification.
 */
export async function notifyPublished(
  tx: Executor,
  actor: Doer,
  post: number,
  recipients: sql.Recipient[],
  published: contract.Published,
) {
  const known = await sql.addPublished(tx, {
    workspaceId: actor.workspaceId,
    post,
    users: recipients.map(({ user }) => user),
    published: JSON.stringify([published]),
    minutes: TOGETHER_MINUTES,
  });
  const told = new Set(known.map(({ user }) => user));
  const others = recipients.filter(({ user }) => !told.has(user));
  await notify(
    tx,
    actor,
    others.map((recipient) => ({ ...recipient, published: [published] })),
  );
}

/** All members with a capability, as recipients. */
export async function membersWithCapability(
  tx: Executor,
  { workspaceId }: Doer,
  capability: Capability,
  about: Omit<sql.Recipient, 'user'>,
): Promise<sql.Recipient[]> {
  const roles = ROLES.filter((role) => can(role, capability));
  return (await sql.membersWith(tx, { workspaceId, roles })).map(({ user }) => ({
    user,
    ...about,
  }));
}

/**
 * The authors of posts and those who requested their review, as recipients. Several posts make one
 * notification.
 */
export async function authorsOf(
  tx: Executor,
  { workspaceId }: Doer,
  posts: number[],
  about: Pick<sql.Recipient, 'kind' | 'comment'>,
): Promise<sql.Recipient[]> {
  if (!posts.length) return [];
  return (await sql.findAskers(tx, { workspaceId, posts })).map((writer) => ({
    ...writer,
    ...about,
  }));
}

/**
 * A page of the notifications of a person, newest first (docs/domain/people.md, 'Notifications').
 */
export async function listNotifications(
  context: LinkContext,
  executor: Executor,
  { userId }: Person,
  query: Parsed<typeof contract.listNotifications>['query'],
): Promise<Page<Notification>> {
  const { cursor, page_size: size } = query;
  const unread = query.unread === 'true';
  const backward = cursor?.startsWith('a') ?? false;
  const list = backward ? sql.listAfter : sql.listBefore;
  const [rows, [counted]] = await Promise.all([
    list(executor, {
      userId,
      unread,
      from: cursor ? Number(cursor.slice(1)) : NEWEST,
      limit: size + 1,
    }),
    (unread ? sql.countUnread : sql.countAll)(executor, { userId }),
  ]);
  const cursorOf = ({ id }: { id: number }, before: boolean) => `${before ? 'a' : 'b'}${id}`;
  const page = keysetPage(rows, { size, backward, isNotFirst: cursor !== undefined, cursorOf });
  return {
    count: counted?.count ?? 0,
    ...page,
    results: page.results.map((row) => inWords(context, row)),
  };
}

export const countUnread = async (executor: Executor, { userId }: Person) =>
  (await sql.countUnread(executor, { userId }))[0]?.count ?? 0;

/** The id of a person's last notification; 0 where there is none. */
export const lastNotification = async (executor: Executor, { userId }: Person) =>
  (await sql.findLast(executor, { userId }))[0]?.id ?? 0;

/** The notifications after the given one, oldest first; 100 at most. */
export async function notificationsAfter(
  context: LinkContext,
  executor: Executor,
  { userId }: Person,
  after: number,
): Promise<Notification[]> {
  const rows = await sql.listAfter(executor, { userId, from: after, unread: false, limit: BATCH });
  return rows.map((row) => inWords(context, row));
}

/** @throws AppError 404 */
export async function markNotificationRead(
  context: LinkContext,
  executor: Executor,
  { userId }: Person,
  id: number,
): Promise<Notification> {
  await sql.readNotifications(executor, { userId, id, upTo: id, limit: 1 });
  const [row] = await sql.findNotification(executor, { userId, id });
  if (!row) throw notFound('notification', id);
  return inWords(context, row);
}

/**
 * Marks all up to one as read, or all, and returns their number. In batches: a hundred thousand at
 * once take longer than a statement may.
 */
export async function readAll(executor: Executor, { userId }: Person, upTo = NEWEST) {
  for (let count = 0; ; ) {
    const batch = { userId, id: null, upTo, limit: READ_BATCH };
    const { length } = await sql.readNotifications(executor, batch);
    count += length;
    if (length < READ_BATCH) return { count };
  }
}

/** @throws AppError 404 */
export async function deleteNotification(
  executor: Executor,
  { userId }: Person,
  id: number,
): Promise<void> {
  const [gone] = await sql.deleteNotification(executor, { userId, id });
  if (!gone) throw notFound('notification', id);
}

export async function getSettings(
  executor: Executor,
  { userId }: Person,
): Promise<contract.NotificationSettings> {
  const chosen = new Map(
    (await sql.listSettings(executor, { userId })).map((row) => [row.kind, row]),
  );
  return Object.fromEntries(
    KIND_NAMES.map((kind) => {
      const { in_app = true, email = true } = chosen.get(kind) ?? {};
      return [kind, { in_app, email }];
    }),
  ) as contract.NotificationSettings;
}

/** Stores the given settings; the others are unchanged. */
export async function saveSettings(
  executor: Executor,
  person: Person,
  body: Parsed<typeof contract.saveNotificationSettings>['body'],
): Promise<contract.NotificationSettings> {
  const rows = Object.entries(body).flatMap(([kind, ways]) => (ways ? { kind, ...ways } : []));
  if (rows.length)
    await sql.saveSettings(executor, { userId: person.userId, rows: JSON.stringify(rows) });
  return getSettings(executor, person);
}

/** The beginning of a title, for a sentence. */
function cut(title: string) {
  const characters = [...title];
  return characters.length > MAX_TITLE_LENGTH
    ? `${characters.slice(0, MAX_TITLE_LENGTH).join('').trimEnd()}…`
    : title;
}

/** A notification with the text and the link of its kind. */
export function inWords(
  context: LinkContext,
  { title, count, invitation, comment, cause, ...row }: sql.NotificationRow,
): Notification {
  const kind: Kind = KINDS[row.kind];
  const what = count > 1 ? `${count} posts` : title === null ? 'a deleted post' : `'${cut(title)}'`;
  const ofItem =
    row.item === null
      ? null
      : comment === null
        ? paths.previewContent(row.item)
        : paths.comment(row.item, comment);
  const ofInvitation =
    invitation === null ? null : paths.invitation(context.secrets.signId('invitation', invitation));
  return {
    ...row,
    text: kind.text({
      actor: row.actor?.name ?? 'Someone',
      workspace: row.workspace.name,
      what,
      where: whereOf(row.published),
      cause,
    }),
    link:
      kind.link ??
      ofInvitation ??
      ofItem ??
      (count > 1 ? (kind.linkOfMany ?? paths.content) : null),
  };
}
