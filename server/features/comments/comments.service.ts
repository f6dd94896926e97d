import type { Comment, Conversation } from '#contract/comments.ts';
import { MENTION } from '#contract/comments.ts';
import { can } from '#contract/roles.ts';
import type { Database, Executor } from '../../database/pool.ts';
import { transaction } from '../../database/transaction.ts';
import { AppError, invalid, notFound, notFoundIn } from '../../errors.ts';
import type { Person } from '../../http/session.ts';
import { record } from '../audit/audit.service.ts';
import { findThread } from '../items/writing.service.ts';
import { notify, writersOf } from '../notifications/notifications.service.ts';
import * as sql from './comments.sql.ts';

const CONVERSATIONS = 200;

/** What was said of an item or of any part of its thread: the parts may have come together later. @throws AppError 404 */
export async function listComments(executor: Executor, person: Person, id: number): Promise<Conversation[]> {
  const parts = await requireThread(executor, person, id);
  const rows = await sql.listComments(executor, { items: parts.map((part) => part.id), limit: CONVERSATIONS });
  return rows
    .filter(({ parent }) => parent === null)
    .map((first) => ({ ...first, replies: rows.filter(({ parent }) => parent === first.id) }));
}

/** @throws AppError 404 for the item, or for a `parent` that is not of it; 400 for an answer to an answer, or to name a stranger */
export function comment(
  database: Database,
  person: Person,
  id: number,
  { text, parent = null }: { text: string; parent?: number | null | undefined },
): Promise<Comment> {
  const { workspaceId, userId } = person;
  return transaction(database, async (tx) => {
    const parts = await requireThread(tx, person, id);
    const root = parts[0]?.id ?? id;
    const answered = parent === null ? null : await lock(tx, person, parent);
    if (parent !== null && !parts.some((part) => part.id === answered?.item))
      throw notFoundIn('parent', 'comment', parent);
    if (answered && answered.parent !== null)
      throw invalid({ parent: ['This is an answer itself: answer to the comment that it belongs to.'] });
    const [made] = await sql.insertComment(tx, { workspaceId, userId, item: answered?.item ?? root, parent, text });
    if (!made) throw new Error('the comment was not made');
    const about = { item: root, comment: made.id };
    const talkers = parent === null ? [] : await sql.findTalkers(tx, { workspaceId, id: parent });
    const commented = { kind: 'commented' as const, ...about };
    await notify(tx, person, [
      ...(await mention(tx, person, { text, ...about })),
      ...(await writersOf(tx, person, [root], commented)),
      ...talkers.map(({ user }) => ({ user, ...commented })),
    ]);
    return recorded(tx, person, 'create', null, made.id);
  });
}

/** @throws AppError 404; 403 for another's; 400 to name a stranger */
export function editComment(database: Database, person: Person, id: number, text: string): Promise<Comment> {
  return transaction(database, async (tx) => {
    const before = await lock(tx, person, id);
    if (before.user?.id !== person.userId || before.text === null)
      throw new AppError('forbidden', 403, 'A comment is changed only by whoever wrote it.');
    if (before.text === text) return before;
    await sql.updateText(tx, { id, text });
    const [root] = await requireThread(tx, person, before.item);
    const about = { item: root?.id ?? before.item, comment: id };
    await notify(tx, person, await mention(tx, person, { text, former: before.text, ...about }));
    return recorded(tx, person, 'update', before, id);
  });
}

/** @throws AppError 404; 403 for another's, unless one manages the workspace */
export function deleteComment(database: Database, person: Person, id: number): Promise<void> {
  return transaction(database, async (tx) => {
    const before = await lock(tx, person, id);
    if (before.text === null) throw notFound('comment', id);
    if (before.user?.id !== person.userId && !can(person.role, 'manage'))
      throw new AppError(
        'forbidden',
        403,
        'A comment is deleted only by whoever wrote it, or who manages the workspace.',
      );
    await sql.deleteComment(tx, { id });
    await keep(tx, person, 'delete', before, { text: { before: before.text, after: null } });
  });
}

/** Says that a conversation is done, or is not. What it is already stays. @throws AppError 404; 400 for an answer */
export function resolveComment(database: Database, person: Person, id: number, resolved: boolean): Promise<Comment> {
  return transaction(database, async (tx) => {
    const before = await lock(tx, person, id);
    if (before.parent !== null)
      throw invalid({ non_field_errors: ['A conversation is resolved by its first comment, and this is an answer.'] });
    if ((before.resolved_at !== null) === resolved) return before;
    await sql.setResolved(tx, { id, by: resolved ? person.userId : null });
    await keep(tx, person, resolved ? 'resolve' : 'reopen', before, {
      resolved: { before: !resolved, after: resolved },
    });
    return find(tx, person, id);
  });
}

const namedIn = (text: string) => [...new Set([...text.matchAll(MENTION)].map(([, user]) => Number(user)))];

/** Keeps whom a text names; those who were not named before are to be told. Who was named and has left since stays in the text. */
async function mention(
  tx: Executor,
  { workspaceId }: Person,
  { text, former = '', ...about }: { text: string; former?: string; item: number; comment: number },
) {
  const named = namedIn(text);
  const members = (await sql.findMembers(tx, { workspaceId, users: named })).map(({ user }) => user);
  const known = new Set([...members, ...namedIn(former)]);
  const stranger = named.find((user) => !known.has(user));
  if (stranger !== undefined) throw invalid({ text: [`There is no member ${stranger} here to be named.`] });
  const added = await sql.setMentions(tx, { id: about.comment, users: named });
  return added
    .filter(({ user }) => members.includes(user))
    .map(({ user }) => ({ user, kind: 'mentioned' as const, ...about }));
}

async function requireThread(executor: Executor, person: Person, id: number) {
  const parts = await findThread(executor, person, id);
  if (!parts.length) throw notFound('item', id);
  return parts;
}

/** A comment on an item that is not in the trash. */
async function find(executor: Executor, { workspaceId }: Person, id: number): Promise<Comment> {
  const [found] = await sql.findComment(executor, { workspaceId, id });
  if (!found) throw notFound('comment', id);
  return found;
}

async function lock(tx: Executor, person: Person, id: number): Promise<Comment> {
  await sql.lockConversation(tx, { workspaceId: person.workspaceId, id });
  return find(tx, person, id);
}

async function recorded(tx: Executor, person: Person, action: string, before: Comment | null, id: number) {
  const after = await find(tx, person, id);
  await keep(tx, person, action, after, { text: { before: before?.text ?? null, after: after.text } });
  return after;
}

const keep = (
  tx: Executor,
  person: Person,
  action: string,
  { id, item }: Comment,
  changes: Parameters<typeof record>[2]['changes'] & {},
) => record(tx, person, { action, objectType: 'comment', objectId: id, contentItem: item, changes });
