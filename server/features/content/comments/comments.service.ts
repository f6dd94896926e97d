import type { Comment, Conversation } from '#contract/content/comments.ts';
import { MAX_REPLIES, MENTION } from '#contract/content/comments.ts';
import { type Actor, type Member, may } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { AppError, invalid, notFound, notFoundIn } from '../../../errors.ts';
import { record } from '../../core/audit/audit.service.ts';
import {
  authorsOf,
  deleteOfComment,
  notify,
} from '../../people/notifications/notifications.service.ts';
import { announceOfPost, getPostOf } from '../posts/posts.service.ts';
import * as sql from './comments.sql.ts';

export { findComment } from './comments.sql.ts';

const CONVERSATIONS = 200;
/** A conversation that begins within the latest so many comments is read as a whole. */
const COMMENTS = 1000;

type Found = Comment & { post: number };

/**
 * The comments of an item's post, including those of items that joined later.
 * @throws AppError 404
 */
export async function listComments(
  executor: Executor,
  person: Actor,
  id: number,
): Promise<Conversation[]> {
  const { workspaceId } = person;
  const { post } = await getPostOf(executor, person, id);
  const rows = await sql.listComments(executor, {
    workspaceId,
    post,
    limit: CONVERSATIONS,
    most: COMMENTS,
  });
  const replies = Map.groupBy(rows, ({ parent }) => parent);
  return rows
    .filter(({ parent }) => parent === null)
    .map((first) => ({ ...first, replies: replies.get(first.id) ?? [] }));
}

/**
 * @throws AppError 404 for the item, or for a `parent` of another post; 400 for a reply to a reply,
 * or to a conversation that has many, or a mention of a non-member
 */
export function comment(
  context: Transactional,
  person: Member,
  id: number,
  { text, parent = null }: { text: string; parent?: number | null | undefined },
): Promise<Comment> {
  const { workspaceId, userId } = person;
  return transaction(context, async (tx) => {
    const { post } = await getPostOf(tx, person, id);
    const first = parent === null ? null : await lock(tx, person, parent);
    if (first && !(await sql.findCommentInPost(tx, { workspaceId, post, id: first.id })).length)
      throw notFoundIn('parent', 'comment', first.id);
    if (first && first.parent !== null)
      throw invalid({
        parent: ['This is a reply: reply to the comment that it belongs to.'],
      });
    // The conversation is locked: none is added meanwhile.
    const [present] = first ? await sql.countReplies(tx, { workspaceId, id: first.id }) : [];
    if (present && present.count >= MAX_REPLIES)
      throw invalid({
        parent: [`A conversation has at most ${MAX_REPLIES} replies: begin another one.`],
      });
    const [created] = await sql.insertComment(tx, {
      workspaceId,
      userId,
      post: first?.post ?? post,
      parent,
      text,
    });
    if (!created) throw new Error('the comment was not created');
    const about = { post, comment: created.id };
    const talkers =
      parent === null ? [] : await sql.findParticipants(tx, { workspaceId, id: parent });
    const commented = { kind: 'commented' as const, ...about };
    await notify(tx, person, [
      ...(await mention(tx, person, { text, ...about })),
      ...(await authorsOf(tx, person, [post], commented)),
      ...talkers.map(({ user }) => ({ user, ...commented })),
    ]);
    return recorded(tx, person, 'create', null, created.id);
  });
}

/**
 * @throws AppError 404; 403 for the comment of another person; 400 for a mention of a non-member
 */
export function editComment(
  context: Transactional,
  person: Member,
  id: number,
  text: string,
): Promise<Comment> {
  return transaction(context, async (tx) => {
    const before = await lock(tx, person, id);
    if (before.user?.id !== person.userId || before.text === null)
      throw new AppError('forbidden', 403, 'Only the author can edit a comment.');
    if (before.text === text) return before;
    await sql.updateText(tx, { workspaceId: person.workspaceId, id, text });
    const { post } = await getPostOf(tx, person, before.item);
    const about = { post, comment: id };
    await notify(tx, person, await mention(tx, person, { text, former: before.text, ...about }));
    return recorded(tx, person, 'update', before, id);
  });
}

/**
 * @throws AppError 404; 403 for the comment of another person, unless the caller manages the
 * workspace
 */
export function deleteComment(context: Transactional, person: Member, id: number): Promise<void> {
  return transaction(context, async (tx) => {
    const before = await lock(tx, person, id);
    if (before.text === null) throw notFound('comment', id);
    if (before.user?.id !== person.userId && !may(person, 'manage', 'write'))
      throw new AppError(
        'forbidden',
        403,
        'Only the author, or a member who manages the workspace, can delete a comment.',
      );
    const { workspaceId } = person;
    await sql.deleteComment(tx, { workspaceId, id });
    await deleteOfComment(tx, { workspaceId, comment: id });
    await keep(tx, person, 'delete', before, { text: { before: before.text, after: null } });
  });
}

/**
 * Resolves or reopens a conversation; does nothing where it is so already.
 * @throws AppError 404; 400 for a reply
 */
export function resolveComment(
  context: Transactional,
  person: Member,
  id: number,
  resolved: boolean,
): Promise<Comment> {
  return transaction(context, async (tx) => {
    const before = await lock(tx, person, id);
    if (before.parent !== null)
      throw invalid({
        non_field_errors: [
          'Only the first comment of a conversation can be resolved, and this is a reply.',
        ],
      });
    if ((before.resolved_at !== null) === resolved) return before;
    await sql.setResolved(tx, {
      workspaceId: person.workspaceId,
      id,
      by: resolved ? person.userId : null,
    });
    await keep(tx, person, resolved ? 'resolve' : 'reopen', before, {
      resolved: { before: !resolved, after: resolved },
    });
    return find(tx, person, id);
  });
}

const namedIn = (text: string) => [
  ...new Set([...text.matchAll(MENTION)].map(([, user]) => Number(user))),
];

/**
 * Stores the mentions of a text, and returns new ones, who are notified. Members who have left stay
 * in the text.
 */
async function mention(
  tx: Executor,
  { workspaceId }: Actor,
  { text, former = '', ...about }: { text: string; former?: string; post: number; comment: number },
) {
  const named = namedIn(text);
  const members = (await sql.findMembers(tx, { workspaceId, users: named })).map(
    ({ user }) => user,
  );
  const known = new Set([...members, ...namedIn(former)]);
  const stranger = named.find((user) => !known.has(user));
  if (stranger !== undefined)
    throw invalid({ text: [`User ${stranger} is not a member of this workspace.`] });
  const added = await sql.setMentions(tx, { workspaceId, id: about.comment, users: named });
  return added
    .filter(({ user }) => members.includes(user))
    .map(({ user }) => ({ user, kind: 'mentioned' as const, ...about }));
}

/** A comment on an item that is not in the trash. */
async function find(executor: Executor, { workspaceId }: Actor, id: number): Promise<Found> {
  const [found] = await sql.findComment(executor, { workspaceId, id });
  if (!found) throw notFound('comment', id);
  return found;
}

async function lock(tx: Transaction, person: Actor, id: number): Promise<Found> {
  await sql.lockConversation(tx, { workspaceId: person.workspaceId, id });
  return find(tx, person, id);
}

async function recorded(
  tx: Transaction,
  person: Actor,
  action: string,
  before: Comment | null,
  id: number,
) {
  const after = await find(tx, person, id);
  await keep(tx, person, action, after, {
    text: { before: before?.text ?? null, after: after.text },
  });
  return after;
}

/** Writes the audit entry, and invalidates the conversation for connected clients. */
async function keep(
  tx: Transaction,
  actor: Actor,
  action: string,
  { id, item, post }: Found,
  changes: Parameters<typeof record>[2]['changes'] & {},
) {
  await record(tx, actor, {
    action,
    objectType: 'comment',
    objectId: id,
    contentItem: item,
    changes,
  });
  await announceOfPost(tx, actor, 'comments', post);
}
