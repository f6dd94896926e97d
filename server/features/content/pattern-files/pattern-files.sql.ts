import { sql } from 'kysely';
import type { Template } from '#contract/content/templates.ts';
import { statement } from '../../../database/statement.ts';

type Chosen = { workspaceId: number; ids: number[] | null };

/** The size of templates in bytes, and how many there are. */
export const measure = statement<Chosen>()(
  'pattern_files.measure',
  (_db, bind) => sql<{ bytes: number; count: number }>`
    select coalesce(sum(octet_length(parts::text) + octet_length(variables::text)), 0)::bigint as bytes,
      count(*)::integer as count
    from templates where workspace_id = ${bind('workspaceId', 'bigint')}
      and (${bind('ids', 'bigint[]')} is null or id = any(${bind('ids', 'bigint[]')}))`,
);

export const listWhole = statement<Chosen>()(
  'pattern_files.list',
  (_db, bind) => sql<
    Pick<Template, 'name' | 'is_thread' | 'tags' | 'language' | 'items' | 'variables'>
  >`
    select name, is_thread, to_json(tags) as tags, language, parts as items, variables
    from templates where workspace_id = ${bind('workspaceId', 'bigint')}
      and (${bind('ids', 'bigint[]')} is null or id = any(${bind('ids', 'bigint[]')}))
    order by lower(name), id`,
);

export const listNames = statement<{ workspaceId: number }>()(
  'pattern_files.names',
  (_db, bind) => sql<{ kind: 'template' | 'snippet' | 'short'; name: string }>`
    select 'template' as kind, name from templates
      where workspace_id = ${bind('workspaceId', 'bigint')}
    union all select 'snippet', name from snippets
      where workspace_id = ${bind('workspaceId', 'bigint')}
    union all select 'short', short_name from snippets
      where workspace_id = ${bind('workspaceId', 'bigint')} and short_name is not null`,
);
