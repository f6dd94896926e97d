import { sql } from 'kysely';
import { steeredPost } from '../../../database/fragments/steered-post.ts';
import { statement } from '../../../database/statement.ts';

/** A row where a limited key has changed a post since a person has approved it. */
export const findSteered = statement<{ workspaceId: number; post: number }>()(
  'evergreen.steered',
  (_db, bind) => sql<object>`
    select from posts where workspace_id = ${bind('workspaceId', 'bigint')}
      and id = ${bind('post', 'bigint')} and ${steeredPost}`,
);
