import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';
import type { Due } from './publisher.sql.ts';

export type Soon = Pick<Due, 'id' | 'post' | 'root' | 'created_by' | 'options'> & {
  workspace: number;
  channel: number;
  due_at: string;
};

/** What is due within an hour and was not checked before. */
export const listSoon = statement<{ limit: number }>()(
  'publisher.list_soon',
  (_db, bind) => sql<{ id: number }>`
    select id from publications
    where next_attempt_at between now() and now() + interval '1 hour' and state = 'scheduled'
      and checked_at is null
    order by next_attempt_at limit ${bind('limit', 'integer')}`,
);

/** One of these, marked as checked. */
export const takeSoon = statement<{ id: number }>()(
  'publisher.take_soon',
  (_db, bind) => sql<Soon>`
    update publications set checked_at = now() from posts
    where publications.id = ${bind('id', 'bigint')} and state = 'scheduled' and checked_at is null
      and next_attempt_at > now() and posts.id = post_id
      and posts.workspace_id = publications.workspace_id
    returning publications.id, publications.workspace_id as workspace, channel_id as channel,
      post_id as post, case when posts.size > 0 then posts.root_id end as root,
      publications.created_by, options, due_at`,
);
