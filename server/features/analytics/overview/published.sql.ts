import { sql } from 'kysely';
import type { Bind } from '../../../database/statement.ts';

/** Which publications figures are of, and what is computed of their metrics. */

/** Published from an instant on, and before another; null filters let all pass. */
export type Filters = {
  workspaceId: number;
  first: string;
  end: string;
  channels: number[] | null;
  networks: string[] | null;
  folders: number[] | null;
  tags: string[] | null;
  authors: number[] | null;
};

/**
 * Publications that match, with their channels. Filters that are not given cost nothing: their
 * subqueries do not run.
 */
export const publishedIn = (bind: Bind<Filters>) => sql`
  publications join channels on channels.id = publications.channel_id
  where publications.workspace_id = ${bind('workspaceId', 'bigint')}
    and publications.published_at >= ${bind('first', 'timestamptz')}
    and publications.published_at < ${bind('end', 'timestamptz')}
    and (${bind('channels', 'bigint[]')} is null
      or publications.channel_id = any(${bind('channels', 'bigint[]')}))
    and (${bind('networks', 'text[]')} is null
      or channels.network = any(${bind('networks', 'text[]')}))
    and (${bind('authors', 'bigint[]')} is null
      or publications.created_by = any(${bind('authors', 'bigint[]')}))
    and (${bind('folders', 'bigint[]')} is null or exists (select from posts
      where posts.id = publications.post_id and posts.workspace_id = publications.workspace_id
        and posts.folder_id = any(${bind('folders', 'bigint[]')})))
    and (${bind('tags', 'text[]')} is null or exists (
      select from posts join items on items.id = posts.root_id
        and items.workspace_id = posts.workspace_id
      where posts.id = publications.post_id and posts.workspace_id = publications.workspace_id
        and items.tags && ${bind('tags', 'text[]')}))`;

/** A rate of fewer views says nothing. */
export const MIN_VIEWS = 50;
/** Fewer posts say nothing of what is usual or typical. */
export const MIN_POSTS = 8;

/** The beginning of the text that was sent. */
export const excerpt = sql<string>`left(named_mentions(coalesce(publications.text -> 0 -> 'network_texts' ->> channels.network,
  publications.text -> 0 ->> 'content', '')), 160)`;
