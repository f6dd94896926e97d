import { type RawBuilder, sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

/** What a limited key may name: the ids that are in its folders, or of its channels. */

type Given = { workspaceId: number; ids: number[]; only: readonly number[] };

const within = (name: string, table: string, folder: RawBuilder<unknown>) =>
  statement<Given>()(
    `key_limits.${name}`,
    (_db, bind) => sql<{ id: number }>`
      select id from ${sql.table(table)} named
      where named.workspace_id = ${bind('workspaceId', 'bigint')}
        and id = any(${bind('ids', 'bigint[]')})
        and ${folder} = any(${bind('only', 'bigint[]')})`,
  );

/** The folder of the post that something belongs to. */
const ofPost = sql`(select folder_id from posts where posts.workspace_id = named.workspace_id
  and posts.id = named.post_id)`;

export const foldersIn = within('folders', 'folders', sql`named.id`);
export const itemsIn = within('items', 'items', sql`named.folder_id`);
export const filesIn = within('files', 'media_files', sql`named.folder_id`);
export const commentsIn = within('comments', 'comments', ofPost);
export const transitionsIn = within('transitions', 'transitions', ofPost);
export const publicationsIn = within('publications', 'publications', ofPost);
export const channelsOf = within('channels', 'channels', sql`named.id`);
export const publicationsOf = within('publications_of', 'publications', sql`named.channel_id`);
