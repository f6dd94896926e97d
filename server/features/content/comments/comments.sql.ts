import { type RawBuilder, sql } from 'kysely';
import type { Comment } from '#contract/content/comments.ts';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { userRef } from '../../../database/fragments/user-ref.ts';
import { type Bind, builder, statement } from '../../../database/statement.ts';

type Key = { workspaceId: number; id: number };

/** Comments as the API returns them. */
const comments = builder
  .selectFrom('comments')
  .innerJoin('posts', 'posts.id', 'comments.post_id')
  .leftJoin('users as author', 'author.id', 'comments.user_id')
  .leftJoin('users as resolver', 'resolver.id', 'comments.resolved_by')
  .select([
    'comments.id',
    'posts.root_id as item',
    'comments.post_id as post',
    'comments.parent_id as parent',
    'comments.text',
    sql<Comment['mentions']>`(
      select coalesce(json_agg(json_build_object('id', named.id, 'name', named.name)
        order by named.id), '[]')
      from comment_mentions join users named on named.id = comment_mentions.user_id
      where comment_mentions.comment_id = comments.id)`.as('mentions'),
    userRef('author').as('user'),
    'comments.created_at',
    'comments.edited_at',
    'comments.resolved_at',
    userRef('resolver').as('resolved_by'),
  ]);

/**
 * The posts whose comments belong to an item: its own post, and posts without items whose item is
 * in that post.
 */
const commentablePosts = (bind: Bind<{ workspaceId: number; post: number }>) => sql`
  select ${bind('post', 'bigint')}
  union all
  select id from posts where workspace_id = ${bind('workspaceId')} and size = 0
    and root_id in (select id from items where post_id = ${bind('post')})`;

/**
 * The comments of a post, and of the former posts of its items: the latest conversations with their
 * replies, at most `limit` of them, and as many as begin within the latest `most` comments.
 */
export const listComments = statement<{
  workspaceId: number;
  post: number;
  limit: number;
  most: number;
}>()('comments.list', (_db, bind) =>
  comments
    .where('comments.workspace_id', '=', bind('workspaceId'))
    .where(
      sql<boolean>`coalesce(comments.parent_id, comments.id) in (
        select id from (
          select id, sum(1 + (select count(*) from comments reply where reply.parent_id = latest.id))
            over (order by id desc rows between unbounded preceding and 1 preceding) as later
          from (
            select id from comments
            where post_id in (${commentablePosts(bind as never)}) and parent_id is null
            order by id desc limit ${bind('limit')}) latest) counted
        where later is null or later < ${bind('most', 'integer')})`,
    )
    .orderBy('comments.id'),
);

export const countReplies = statement<Key>()('comments.count_replies', (db, bind) =>
  db
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', bind('workspaceId'))
    .where('parent_id', '=', bind('id')),
);

/** A row where a comment is in the result of `listComments` for a post. */
export const findCommentInPost = statement<Key & { post: number }>()(
  'comments.is_of_post',
  (_db, bind) => sql<object>`
    select from comments where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
      and post_id in (${commentablePosts(bind as never)})`,
);

export const findComment = statement<Key>()('comments.find', (_db, bind) =>
  comments
    .innerJoin('items', 'items.id', 'posts.root_id')
    .where(isLive())
    .where('comments.workspace_id', '=', bind('workspaceId'))
    .where('comments.id', '=', bind('id')),
);

/** Locks the conversation of a comment until the transaction ends. */
export const lockConversation = statement<Key>()(
  'comments.lock',
  (_db, bind) => sql<{ id: number }>`
    select id from comments
    where workspace_id = ${bind('workspaceId')}
      and id = (select coalesce(parent_id, id) from comments where id = ${bind('id')})
    for update`,
);

export const insertComment = statement<{
  workspaceId: number;
  post: number;
  parent: number | null;
  userId: number;
  text: string;
}>()('comments.insert', (db, bind) =>
  db
    .insertInto('comments')
    .values({
      workspace_id: bind('workspaceId'),
      post_id: bind('post'),
      parent_id: bind('parent'),
      user_id: bind('userId'),
      text: bind('text'),
    })
    .returning('id'),
);

export const updateText = statement<Key & { text: string }>()('comments.update', (db, bind) =>
  db
    .updateTable('comments')
    .set({ text: bind('text'), edited_at: sql`now()` })
    .where('workspace_id', '=', bind('workspaceId'))
    .where('id', '=', bind('id')),
);

/** Sets who resolved it; null where it is open. */
export const setResolved = statement<Key & { by: number | null }>()(
  'comments.resolve',
  (db, bind) =>
    db
      .updateTable('comments')
      .set({
        resolved_by: bind('by'),
        resolved_at: sql`case when ${bind('by', 'bigint')} is not null then now() end`,
      })
      .where('workspace_id', '=', bind('workspaceId'))
      .where('id', '=', bind('id')),
);

/** Replaces the mentions of a comment by those existing members, and returns the new ones. */
export const setMentions = statement<Key & { users: number[] }>()(
  'comments.mention',
  (_db, bind) => sql<{ user: number }>`
    with gone as (
      delete from comment_mentions where comment_id = ${bind('id', 'bigint')}
        and user_id <> all(${bind('users', 'bigint[]')})
    )
    insert into comment_mentions (comment_id, user_id)
    select comments.id, users.id from comments, users
    where comments.workspace_id = ${bind('workspaceId')} and comments.id = ${bind('id')}
      and users.id = any(${bind('users', 'bigint[]')})
    on conflict do nothing
    returning user_id as "user"`,
);

const cleared: RawBuilder<{ id: number }> = sql`
    update comments set text = null, edited_at = null from target
    where comments.id = target.id and target.has_reply returning comments.id`;

/**
 * Deletes a comment; where it has replies, only its text. A comment without text is deleted with
 * its last reply.
 */
export const deleteComment = statement<Key>()(
  'comments.delete',
  (_db, bind) => sql`
    with target as (
      select id, parent_id, exists (select from comments reply
        where reply.parent_id = comments.id) as has_reply
      from comments where workspace_id = ${bind('workspaceId')} and id = ${bind('id', 'bigint')}
    ),
    cleared as (${cleared}),
    deleted_mentions as (delete from comment_mentions using cleared where comment_id = cleared.id)
    delete from comments using target
    where (comments.id = target.id and not target.has_reply)
      or (comments.id = target.parent_id and comments.text is null
        and not exists (select from comments reply where reply.parent_id = target.parent_id
          and reply.id <> target.id))`,
);

/** The members among these people. */
export const findMembers = statement<{ workspaceId: number; users: number[] }>()(
  'comments.members',
  (db, bind) =>
    db
      .selectFrom('memberships')
      .select('user_id as user')
      .where('workspace_id', '=', bind('workspaceId'))
      .where(sql<boolean>`user_id = any(${bind('users', 'bigint[]')})`),
);

/** The participants of a conversation who are still members. */
export const findParticipants = statement<Key>()(
  'comments.participants',
  (_db, bind) => sql<{ user: number }>`
    select distinct comments.user_id as "user" from comments
    join memberships on memberships.user_id = comments.user_id
      and memberships.workspace_id = ${bind('workspaceId')}
    where comments.id = ${bind('id')} or comments.parent_id = ${bind('id')}`,
);
