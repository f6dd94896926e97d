import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

/** People with a word of the name, or a handle, that begins so. */
export const findMentioned = statement<{ workspaceId: number; text: string; limit: number }>()(
  'mentioned.find',
  (_db, bind) => sql<{ name: string; handles: Record<string, string> }>`
    select name, handles from mentioned_people
    where workspace_id = ${bind('workspaceId', 'bigint')}
      and (strpos(' ' || key, ' ' || lower(${bind('text', 'text')})) > 0
        or exists (select from jsonb_each_text(handles) handle
          where starts_with(lower(handle.value), lower(${bind('text', 'text')}))))
    order by mentioned_at desc, key limit ${bind('limit', 'integer')}`,
);
