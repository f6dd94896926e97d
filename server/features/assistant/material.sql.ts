import { sql } from 'kysely';
import { isLive } from '../../database/fragments/live-posts.ts';
import { statement } from '../../database/statement.ts';

/** What the workspace has that tasks are made of. */

/** Of so many of the latest posts hashtags are counted, and of the beginning of each. */
const LATEST = 500;
const MAX_READ = 5000;

/** Hashtags in lower case, and how many posts have them. */
export const countHashtags = statement<{ workspaceId: number; limit: number }>()(
  'assistant.count_hashtags',
  (_db, bind) => sql<{ tag: string; uses: number }>`
    select lower(found[1]) as tag, count(distinct id)::integer as uses
    from (
      select id, left(content, ${sql.lit(MAX_READ)}) as content from items
      where workspace_id = ${bind('workspaceId', 'bigint')} and ${isLive()}
      order by id desc limit ${sql.lit(LATEST)}
    ) latest cross join lateral regexp_matches(content, '#([[:alpha:]_][[:alnum:]_]{1,60})', 'g') found
    group by 1 order by uses desc, tag limit ${bind('limit', 'integer')}`,
);
