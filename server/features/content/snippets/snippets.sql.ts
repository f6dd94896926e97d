import { sql } from 'kysely';
import type { Snippet, SnippetKind } from '#contract/content/snippets.ts';
import { statement } from '../../../database/statement.ts';

type Workspace = { workspaceId: number };
type Key = Workspace & { id: number };

/** `hashtags`: JSON. */
type Fields = Workspace & {
  name: string;
  shortName: string | null;
  kind: SnippetKind;
  text: string;
  hashtags: string;
  take: number | null;
};

const shown = sql`id, name, short_name, kind, text, hashtags, take, version, uses, last_used_at, updated_at`;

/** Those with the words in a name, the text or a hashtag. */
export const listSnippets = statement<Workspace & { search: string | null }>()(
  'snippets.list',
  (_db, bind) => sql<Snippet>`
    select ${shown} from snippets
    where workspace_id = ${bind('workspaceId', 'bigint')}
      and (${bind('search', 'text')}::text is null
        or strpos(lower(name), lower(${bind('search', 'text')})) > 0
        or strpos(coalesce(short_name, ''), lower(${bind('search', 'text')})) > 0
        or strpos(lower(text), lower(${bind('search', 'text')})) > 0
        or exists (select from jsonb_array_elements(hashtags) hashtag
          where strpos('#' || lower(hashtag ->> 'tag'), lower(${bind('search', 'text')})) > 0))
    order by lower(name), id`,
);

export const findSnippet = statement<Key>()(
  'snippets.find',
  (_db, bind) => sql<Snippet>`
    select ${shown} from snippets
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

export const lockSnippet = statement<Key>()(
  'snippets.lock',
  (_db, bind) => sql<Snippet>`
    select ${shown} from snippets
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} for update`,
);

/** No row where the workspace has so many already. */
export const insertSnippet = statement<Fields & { userId: number | null; max: number }>()(
  'snippets.insert',
  (_db, bind) => sql<Snippet>`
    insert into snippets (workspace_id, name, short_name, kind, text, hashtags, take, created_by,
      updated_at)
    select ${bind('workspaceId', 'bigint')}, ${bind('name', 'text')}, ${bind('shortName', 'text')},
      ${bind('kind', 'text')}, ${bind('text', 'text')}, ${bind('hashtags', 'jsonb')},
      ${bind('take', 'integer')}, ${bind('userId', 'bigint')}, clock_timestamp()
    where (select count(*) from snippets where workspace_id = ${bind('workspaceId', 'bigint')})
      < ${bind('max', 'integer')}
    returning ${shown}`,
);

export const updateSnippet = statement<Fields & Key>()(
  'snippets.update',
  (_db, bind) => sql<Snippet>`
    update snippets set name = ${bind('name')}, short_name = ${bind('shortName')},
      kind = ${bind('kind')}, text = ${bind('text')}, hashtags = ${bind('hashtags', 'jsonb')},
      take = ${bind('take', 'integer')}, version = version + 1,
      updated_at = clock_timestamp()
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
    returning ${shown}`,
);

export const deleteSnippet = statement<Key>()(
  'snippets.delete',
  (_db, bind) => sql<{ name: string }>`
    delete from snippets
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} returning name`,
);

export const countUse = statement<Key>()(
  'snippets.count_use',
  (_db, bind) => sql<Snippet>`
    update snippets set uses = uses + 1, last_used_at = now()
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
    returning ${shown}`,
);
