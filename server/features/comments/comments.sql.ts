import { type RawBuilder, sql } from 'kysely';
import type { Comment } from '#contract/comments.ts';
import { builder, statement } from '../../database/statement.ts';
import { who } from '../../database/who.ts';

type Key = { workspaceId: number; id: number };

/** Comments as the API answers them. */
const comments = builder
  .selectFrom('comments')
  .leftJoin('users as author', 'author.id', 'comments.user_id')
  .leftJoin('users as resolver', 'resolver.id', 'comments.resolved_by')
  .select([
    'comments.id',
    'comments.item_id as item',
    'comments.parent_id as parent',
    'comments.text',
    sql<Comment['mentions']>`(
      select coalesce(json_agg(json_build_object('id', named.id, 'name', named.name) order by named.id), '[]')
      from comment_mentions join users named on named.id = comment_mentions.user_id
      where comment_mentions.comment_id = comments.id)`.as('mentions'),
    who('author').as('user'),
    'comments.created_at',
    'comments.edited_at',
    'comments.resolved_at',
    who('resolver').as('resolved_by'),
  ]);

/** All that was said of these items; the last conversations, and their answers. */
export const listComments = statement<{ items: number[]; limit: number }>()('comments.list', (_db, bind) =>
  comments
    .where(
      sql<boolean>`coalesce(comments.parent_id, comments.id) in (
        select id from comments where item_id = any(${bind('items', 'bigint[]')}) and parent_id is null
        order by id desc limit ${bind('limit')})`,
    )
    .orderBy('comments.id'),
);

export const findComment = statement<Key>()('comments.find', (_db, bind) =>
  comments
    .innerJoin('items', 'items.id', 'comments.item_id')
    .where('items.deleted_at', 'is', null)
    .where('comments.workspace_id', '=', bind('workspaceId'))
    .where('comments.id', '=', bind('id')),
);

/** Nobody else answers to this conversation or changes it until the transaction ends. Any of its comments stands for it. */
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
  item: number;
  parent: number | null;
  userId: number;
  text: string;
}>()('comments.insert', (db, bind) =>
  db
    .insertInto('comments')
    .values({
      workspace_id: bind('workspaceId'),
      item_id: bind('item'),
      parent_id: bind('parent'),
      user_id: bind('userId'),
      text: bind('text'),
    })
    .returning('id'),
);

export const updateText = statement<{ id: number; text: string }>()('comments.update', (db, bind) =>
  db
    .updateTable('comments')
    .set({ text: bind('text'), edited_at: sql`now()` })
    .where('id', '=', bind('id')),
);

/** By whom it is resolved; null where it is not. */
export const setResolved = statement<{ id: number; by: number | null }>()('comments.resolve', (db, bind) =>
  db
    .updateTable('comments')
    .set({
      resolved_by: bind('by'),
      resolved_at: sql`case when ${bind('by', 'bigint')} is not null then now() end`,
    })
    .where('id', '=', bind('id')),
);

/** Names those whom a text mentions, as far as there are such people, and no others any more; gives those who were not named before. */
export const setMentions = statement<{ id: number; users: number[] }>()(
  'comments.mention',
  (_db, bind) => sql<{ user: number }>`
    with gone as (
      delete from comment_mentions where comment_id = ${bind('id', 'bigint')} and user_id <> all(${bind('users', 'bigint[]')})
    )
    insert into comment_mentions (comment_id, user_id)
    select ${bind('id', 'bigint')}, users.id from users where users.id = any(${bind('users', 'bigint[]')})
    on conflict do nothing
    returning user_id as "user"`,
);

const emptied: RawBuilder<{ id: number }> = sql`
    update comments set text = null, edited_at = null from doomed
    where comments.id = doomed.id and doomed.answered returning comments.id`;

/** Deletes a comment; where it has answers, only what it says. A deleted one goes with its last answer. */
export const deleteComment = statement<{ id: number }>()(
  'comments.delete',
  (_db, bind) => sql`
    with doomed as (
      select id, parent_id, exists (select from comments answer where answer.parent_id = comments.id) as answered
      from comments where id = ${bind('id', 'bigint')}
    ),
    emptied as (${emptied}),
    unnamed as (delete from comment_mentions using emptied where comment_id = emptied.id),
    untold as (delete from notifications using emptied where comment_id = emptied.id)
    delete from comments using doomed
    where (comments.id = doomed.id and not doomed.answered)
      or (comments.id = doomed.parent_id and comments.text is null
        and not exists (select from comments answer where answer.parent_id = doomed.parent_id and answer.id <> doomed.id))`,
);

/** Of these people, those who work here. */
export const findMembers = statement<{ workspaceId: number; users: number[] }>()('comments.members', (db, bind) =>
  db
    .selectFrom('memberships')
    .select('user_id as user')
    .where('workspace_id', '=', bind('workspaceId'))
    .where(sql<boolean>`user_id = any(${bind('users', 'bigint[]')})`),
);

/** Who took part in a conversation, as far as they still work here. */
export const findTalkers = statement<Key>()(
  'comments.talkers',
  (_db, bind) => sql<{ user: number }>`
    select distinct comments.user_id as "user" from comments
    join memberships on memberships.user_id = comments.user_id and memberships.workspace_id = ${bind('workspaceId')}
    where comments.id = ${bind('id')} or comments.parent_id = ${bind('id')}`,
);
