import type { z } from 'zod';
import type { Parsed } from '#contract/endpoint.ts';
import type * as contract from '#contract/notifications.ts';
import { KIND_NAMES, KINDS, type Kind } from '#contract/notifications.ts';
import { type Capability, can, ROLES } from '#contract/roles.ts';
import type { Config } from '../../config.ts';
import type { Executor } from '../../database/pool.ts';
import { notFound } from '../../errors.ts';
import { pageLink } from '../../http/page-links.ts';
import type { Person } from '../../http/session.ts';
import { invitationPath } from '../members/invitation-link.service.ts';
import * as sql from './notifications.sql.ts';

type Actor = Pick<Person, 'workspaceId' | 'userId'>;
type Notification = contract.Notification;

/** What makes the links; its secret those of invitations. */
export type LinkParts = { config: Pick<Config, 'secret'> };

/** Larger than any id. */
const NEWEST = Number.MAX_SAFE_INTEGER;
const LONGEST_TITLE = 50;
/** So many that were missed are sent at a time. */
const BATCH = 100;

const OWN_MAILS = KIND_NAMES.filter((kind) => (KINDS[kind] as Kind).ownMail);

/** Tells people of all that happens in a transaction, in one call. Whoever did it is not told. */
export async function notify(tx: Executor, { workspaceId, userId }: Actor, told: sql.Told[]) {
  if (!told.length) return;
  await sql.insertNotifications(tx, { workspaceId, actorId: userId, ownMails: OWN_MAILS, rows: JSON.stringify(told) });
}

/** Everybody whose role lets them do something, to be told. */
export async function thoseWho(
  tx: Executor,
  { workspaceId }: Actor,
  capability: Capability,
  about: Omit<sql.Told, 'user'>,
): Promise<sql.Told[]> {
  const roles = ROLES.filter((role) => can(role, capability));
  return (await sql.membersWith(tx, { workspaceId, roles })).map(({ user }) => ({ user, ...about }));
}

/** Those who wrote items and those who asked for their review, to be told. Several items are one notification. */
export async function writersOf(
  tx: Executor,
  { workspaceId }: Actor,
  ids: number[],
  about: Pick<sql.Told, 'kind' | 'comment'>,
): Promise<sql.Told[]> {
  if (!ids.length) return [];
  return (await sql.findAskers(tx, { workspaceId, ids })).map((writer) => ({ ...writer, ...about }));
}

/** Tells of texts, by the ids of what stands alone or is a thread's root, that they wait for a decision, or are approved. */
export async function notifyReview(
  tx: Executor,
  actor: Actor,
  { waiting, approved }: Record<'waiting' | 'approved', number[]>,
) {
  const [first] = waiting;
  const about = { item: waiting.length === 1 ? (first as number) : null, count: waiting.length };
  await notify(tx, actor, [
    ...(first === undefined ? [] : await thoseWho(tx, actor, 'decide', { kind: 'review_requested', ...about })),
    ...(await writersOf(tx, actor, approved, { kind: 'approved' })),
  ]);
}

/** A page of what a person was told, newest first (section 7, 'Notifications'; design: 'Pages'). */
export async function listNotifications(
  parts: LinkParts,
  executor: Executor,
  { userId }: Pick<Person, 'userId'>,
  query: Parsed<typeof contract.listNotifications>['query'],
  url: string,
): Promise<z.output<typeof contract.listNotifications.answer & {}>> {
  const { cursor, page_size: size } = query;
  const unread = query.unread === 'true';
  const backward = cursor?.startsWith('a') ?? false;
  const list = backward ? sql.listAfter : sql.listBefore;
  const [rows, [counted]] = await Promise.all([
    list(executor, { userId, unread, from: cursor ? Number(cursor.slice(1)) : NEWEST, limit: size + 1 }),
    (unread ? sql.countUnread : sql.countAll)(executor, { userId }),
  ]);
  const more = rows.length > size;
  const page = rows.slice(0, size);
  if (backward) page.reverse();
  const [first, last] = [page[0], page.at(-1)];
  return {
    count: counted?.count ?? 0,
    next: (backward || more) && last ? pageLink(url, { cursor: `b${last.id}` }) : null,
    previous: (backward ? more : cursor !== undefined) && first ? pageLink(url, { cursor: `a${first.id}` }) : null,
    results: page.map((row) => inWords(parts, row)),
  };
}

export const countUnread = async (executor: Executor, { userId }: Pick<Person, 'userId'>) =>
  (await sql.countUnread(executor, { userId }))[0]?.count ?? 0;

/** The id of the last one that a person was told of; 0 where there is none. */
export const lastNotification = async (executor: Executor, { userId }: Pick<Person, 'userId'>) =>
  (await sql.findLast(executor, { userId }))[0]?.id ?? 0;

/** The next ones after the one named, oldest first; 100 at most. */
export async function notificationsAfter(
  parts: LinkParts,
  executor: Executor,
  { userId }: Pick<Person, 'userId'>,
  after: number,
): Promise<Notification[]> {
  const rows = await sql.listAfter(executor, { userId, from: after, unread: false, limit: BATCH });
  return rows.map((row) => inWords(parts, row));
}

/** @throws AppError 404 */
export async function readNotification(
  parts: LinkParts,
  executor: Executor,
  { userId }: Person,
  id: number,
): Promise<Notification> {
  await sql.readNotifications(executor, { userId, id, upTo: id });
  const [row] = await sql.findNotification(executor, { userId, id });
  if (!row) throw notFound('notification', id);
  return inWords(parts, row);
}

/** Marks all up to one as read, or all; tells how many that were. */
export async function readAll(executor: Executor, { userId }: Person, upTo = NEWEST) {
  return { count: (await sql.readNotifications(executor, { userId, id: null, upTo })).length };
}

/** @throws AppError 404 */
export async function deleteNotification(executor: Executor, { userId }: Person, id: number): Promise<void> {
  const [gone] = await sql.deleteNotification(executor, { userId, id });
  if (!gone) throw notFound('notification', id);
}

export async function getSettings(
  executor: Executor,
  { userId }: Pick<Person, 'userId'>,
): Promise<contract.NotificationSettings> {
  const chosen = new Map((await sql.listSettings(executor, { userId })).map((row) => [row.kind, row]));
  return Object.fromEntries(
    KIND_NAMES.map((kind) => {
      const { in_app = true, email = true } = chosen.get(kind) ?? {};
      return [kind, { in_app, email }];
    }),
  ) as contract.NotificationSettings;
}

/** Keeps what is given; the rest stays as it is. */
export async function saveSettings(
  executor: Executor,
  person: Person,
  body: Parsed<typeof contract.saveNotificationSettings>['body'],
): Promise<contract.NotificationSettings> {
  const rows = Object.entries(body).flatMap(([kind, ways]) => (ways ? { kind, ...ways } : []));
  if (rows.length) await sql.saveSettings(executor, { userId: person.userId, rows: JSON.stringify(rows) });
  return getSettings(executor, person);
}

/** The beginning of a title, as a sentence has it. */
function cut(title: string) {
  const signs = [...title];
  return signs.length > LONGEST_TITLE ? `${signs.slice(0, LONGEST_TITLE).join('').trimEnd()}…` : title;
}

/** A notification with the words and the link that its kind declares. */
export function inWords(parts: LinkParts, { title, count, invitation, comment, ...row }: sql.ToldRow): Notification {
  const kind: Kind = KINDS[row.kind];
  const what = count > 1 ? `${count} items` : title === null ? 'an item that is gone' : `'${cut(title)}'`;
  const place = comment === null ? '' : `#comment-${comment}`;
  const ofItem = row.item === null ? null : `/content/preview/${row.item}${place}`;
  const ofInvitation = invitation === null ? null : invitationPath(parts, invitation);
  return {
    ...row,
    text: kind.text({ actor: row.actor?.name ?? 'Somebody', workspace: row.workspace.name, what }),
    link: kind.link ?? ofInvitation ?? ofItem ?? (count > 1 ? (kind.linkOfMany ?? '/content') : null),
  };
}
