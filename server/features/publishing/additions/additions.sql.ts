import { sql } from 'kysely';
import type { SnippetPattern } from '#contract/content/snippet-text.ts';
import type { Additions } from '#contract/publishing/additions.ts';
import { statement } from '../../../database/statement.ts';

/** In the order of the posts, which are of the workspace. */
export const listAdditions = statement<{ workspaceId: number; posts: number[] }>()(
  'additions.list',
  (_db, bind) => sql<{
    post: number;
    digest: string;
    names: Additions['names'];
    /** By the ids of channels. */
    endings: Record<string, SnippetPattern>;
  }>`
    select posts.id as post, encode(additions_digest(additions), 'hex') as digest,
      additions -> 'names' as names, additions -> 'endings' as endings
    from posts cross join lateral post_additions(posts.workspace_id, posts.id) additions
    where posts.workspace_id = ${bind('workspaceId', 'bigint')}
      and posts.id = any(${bind('posts', 'bigint[]')})
    order by posts.id`,
);

/** As they were when a decision was asked for; null: before that was kept. */
export const findAsked = statement<{ workspaceId: number; request: number }>()(
  'additions.asked',
  (_db, bind) => sql<{ digest: string | null }>`
    select encode(additions, 'hex') as digest from transitions
    where workspace_id = ${bind('workspaceId')} and id = ${bind('request')}`,
);
