import { sql } from 'kysely';
import type { PracticeBehaviour, PracticePost } from '#contract/networks/practice.ts';
import { statement } from '../../../database/statement.ts';

type Account = { account: string };
type PostKey = Account & { content: string; parent: number | null };

/** Creates an account, or renews the token of a known one. */
export const upsertAccount = statement<{
  workspaceId: number;
  account: string | null;
  name: string;
}>()(
  'practice.upsert_account',
  (_db, bind) => sql<{ id: string; token: string; name: string }>`
    insert into practice_accounts (id, workspace_id, name)
    values (coalesce(${bind('account', 'uuid')}, gen_random_uuid()),
      ${bind('workspaceId', 'bigint')}, ${bind('name', 'text')})
    on conflict (id) do update set token = gen_random_uuid()
      where practice_accounts.workspace_id = excluded.workspace_id
    returning id, token, name`,
);

/** The behaviour and the token of an account; a fault at this position is counted. */
export const takeBehaviour = statement<Account & { position: number }>()(
  'practice.take_behaviour',
  (_db, bind) => sql<{ behaviour: PracticeBehaviour; token: string }>`
    with before as (
      select id, behaviour, token from practice_accounts where id = ${bind('account', 'uuid')}
      for update
    )
    update practice_accounts set behaviour = case
      when before.behaviour ? 'times'
        and coalesce((before.behaviour->>'position')::integer, ${bind('position', 'integer')})
          = ${bind('position', 'integer')}
      then jsonb_set(before.behaviour, '{times}',
        to_jsonb(greatest((before.behaviour->>'times')::integer - 1, 0)))
      else before.behaviour end
    from before where practice_accounts.id = before.id
    returning before.behaviour, before.token`,
);

export const insertPost = statement<PostKey & { media: string }>()(
  'practice.insert_post',
  (_db, bind) => sql<{ id: number }>`
    insert into practice_posts (account_id, parent_id, content, media)
    values (${bind('account', 'uuid')}, ${bind('parent', 'bigint')}, ${bind('content', 'text')},
      ${bind('media', 'jsonb')})
    returning id`,
);

export const findPosts = statement<PostKey & { since: Date }>()(
  'practice.find_posts',
  (_db, bind) => sql<{ id: number }>`
    select id from practice_posts
    where account_id = ${bind('account', 'uuid')} and content = ${bind('content', 'text')}
      and parent_id is not distinct from ${bind('parent', 'bigint')}
      and created_at >= ${bind('since', 'timestamptz')} and repost_of is null
    order by id`,
);

/** Shows a post once more, in the account itself or in another one of its workspace. */
export const insertRepost = statement<Account & { from: string; of: number }>()(
  'practice.insert_repost',
  (_db, bind) => sql<{ id: number }>`
    with shown as (
      select post.id, post.content, post.media from practice_posts post
      join practice_accounts owner on owner.id = post.account_id
      join practice_accounts own on own.id = ${bind('account', 'uuid')}
      where post.id = ${bind('of', 'bigint')} and post.account_id = ${bind('from', 'uuid')}
        and own.workspace_id = owner.workspace_id
    ), known as (
      select id from practice_posts where account_id = ${bind('account', 'uuid')}
        and repost_of = ${bind('of', 'bigint')}
    ), made as (
      insert into practice_posts (account_id, content, media, repost_of)
      select ${bind('account', 'uuid')}, content, media, id from shown
      where not exists (select from known)
      returning id
    )
    select id from made union all select id from known limit 1`,
);

export const findRepost = statement<Account & { of: number }>()(
  'practice.find_repost',
  (_db, bind) => sql<{ id: number }>`
    select id from practice_posts where account_id = ${bind('account', 'uuid')}
      and repost_of = ${bind('of', 'bigint')} limit 1`,
);

/** Revokes the access to an account. */
export const revoke = statement<Account>()(
  'practice.revoke',
  (_db, bind) => sql<object>`
    update practice_accounts set token = gen_random_uuid() where id = ${bind('account', 'uuid')}`,
);

/** Deletes a post with the replies to it. */
export const deletePost = statement<Account & { id: number }>()(
  'practice.delete_post',
  (_db, bind) => sql<object>`
    delete from practice_posts
    where account_id = ${bind('account', 'uuid')} and id = ${bind('id', 'bigint')}`,
);

/** The latest posts, or the latest before one. */
export const listPosts = statement<Account & { before: number | null }>()(
  'practice.list_posts',
  (_db, bind) => sql<PracticePost>`
    select id, parent_id as parent, repost_of, content, media, created_at from practice_posts
    where account_id = ${bind('account', 'uuid')}
      and (${bind('before', 'bigint')}::bigint is null or id < ${bind('before', 'bigint')})
    order by id desc limit 100`,
);

/** The age of posts in hours, and the number of direct replies to each. */
export const listFigures = statement<Account & { ids: number[] }>()(
  'practice.list_figures',
  (_db, bind) => sql<{ id: number; hours: number; replies: number }>`
    select id, (extract(epoch from now() - created_at) / 3600)::float8 as hours,
      (select count(*)::integer from practice_posts replies
        where replies.account_id = practice_posts.account_id and replies.parent_id = practice_posts.id
      ) as replies
    from practice_posts
    where account_id = ${bind('account', 'uuid')} and id = any(${bind('ids', 'bigint[]')})`,
);

export const countPosts = statement<Account>()(
  'practice.count_posts',
  (_db, bind) => sql<{ posts: number }>`
    select count(*)::integer as posts from practice_posts
    where account_id = ${bind('account', 'uuid')}`,
);

export const findBehaviour = statement<Account>()(
  'practice.find_behaviour',
  (_db, bind) => sql<{ behaviour: PracticeBehaviour; token: string; name: string }>`
    select behaviour, token, name from practice_accounts where id = ${bind('account', 'uuid')}`,
);

export const setBehaviour = statement<Account & { behaviour: string }>()(
  'practice.set_behaviour',
  (_db, bind) => sql<object>`
    update practice_accounts set behaviour = ${bind('behaviour', 'jsonb')}
    where id = ${bind('account', 'uuid')}`,
);
