import { sql } from 'kysely';
import {
  EXCERPT,
  type Template,
  type TemplateSort,
  type TemplateSummary,
} from '#contract/content/templates.ts';
import { userRef } from '../../../database/fragments/user-ref.ts';
import { statement } from '../../../database/statement.ts';

type Workspace = { workspaceId: number };
type Key = Workspace & { id: number };

/** `parts`, `variables`: JSON. */
type Fields = Workspace & {
  name: string;
  parts: string;
  isThread: boolean;
  tags: string[];
  language: string | null;
  folder: number | null;
  set: number | null;
  channels: number[];
  /** JSON. */
  options: string;
  variables: string;
};

/** No template without all of the tags, and with the words in its name or text. */
export const listTemplates = statement<
  Workspace & { search: string | null; tags: string[]; sort: TemplateSort }
>()(
  'templates.list',
  (_db, bind) => sql<TemplateSummary>`
    select id, name, jsonb_array_length(parts) as parts,
      left(named_mentions(parts -> 0 ->> 'content'), ${sql.lit(EXCERPT)}) as excerpt,
      (select coalesce(json_agg(distinct network), '[]') from jsonb_array_elements(parts) part,
        jsonb_object_keys(part -> 'network_texts') network) as networks,
      (select coalesce(json_agg(variable ->> 'name'), '[]')
        from jsonb_array_elements(variables) variable) as variables,
      to_json(tags) as tags, folder_id as folder, uses, last_used_at, updated_at
    from templates
    where workspace_id = ${bind('workspaceId', 'bigint')}
      and tags @> ${bind('tags', 'text[]')}
      and (${bind('search', 'text')}::text is null
        or strpos(lower(name), lower(${bind('search', 'text')})) > 0
        or strpos(lower(parts::text), lower(${bind('search', 'text')})) > 0)
    order by
      case when ${bind('sort', 'text')} = 'used' then uses end desc nulls last,
      case when ${bind('sort', 'text')} = 'recent' then last_used_at end desc nulls last,
      lower(name), id`,
);

const shown = sql`template.id, template.name, is_thread, parts as items, to_json(tags) as tags, language,
  folder_id as folder, variables, set_id as channel_set, to_json(channels) as channels, options, version, uses, last_used_at, template.updated_at,
  ${userRef('users')} as author`;

export const findTemplate = statement<Key & { userId: number | null }>()(
  'templates.find',
  (_db, bind) => sql<Template>`
    select ${shown}, coalesce(filled, '{}') as last_values
    from templates template
    left join users on users.id = template.created_by
    left join template_values on template_id = template.id and user_id = ${bind('userId', 'bigint')}
    where template.workspace_id = ${bind('workspaceId')} and template.id = ${bind('id')}`,
);

export const lockTemplate = statement<Key>()(
  'templates.lock',
  (_db, bind) => sql<{ id: number }>`
    select id from templates
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} for update`,
);

/** No row where the workspace has so many already. */
export const insertTemplate = statement<Fields & { userId: number | null; max: number }>()(
  'templates.insert',
  (_db, bind) => sql<{ id: number }>`
    insert into templates (workspace_id, name, parts, is_thread, tags, language, folder_id, variables,
      set_id, channels, options, created_by, updated_at)
    select ${bind('workspaceId', 'bigint')}, ${bind('name', 'text')}, ${bind('parts', 'jsonb')},
      ${bind('isThread', 'boolean')}, ${bind('tags', 'text[]')}, ${bind('language', 'text')},
      ${bind('folder', 'bigint')}, ${bind('variables', 'jsonb')}, ${bind('set', 'bigint')},
      ${bind('channels', 'bigint[]')}, ${bind('options', 'jsonb')}, ${bind('userId', 'bigint')},
      now()
    where (select count(*) from templates where workspace_id = ${bind('workspaceId', 'bigint')})
      < ${bind('max', 'integer')}
    returning id`,
);

export const updateTemplate = statement<Fields & Key>()(
  'templates.update',
  (_db, bind) => sql<object>`
    update templates set name = ${bind('name')}, parts = ${bind('parts', 'jsonb')},
      is_thread = ${bind('isThread', 'boolean')}, tags = ${bind('tags', 'text[]')},
      language = ${bind('language')}, folder_id = ${bind('folder', 'bigint')},
      variables = ${bind('variables', 'jsonb')}, set_id = ${bind('set', 'bigint')},
      channels = ${bind('channels', 'bigint[]')}, options = ${bind('options', 'jsonb')}, version = version + 1,
      updated_at = clock_timestamp()
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** The ids of channels and sets that are not there. */
export const findUnknown = statement<Workspace & { channels: number[]; set: number | null }>()(
  'templates.unknown_places',
  (_db, bind) => sql<{ kind: 'channel' | 'set'; id: number }>`
    select 'channel' as kind, id from unnest(${bind('channels', 'bigint[]')}) given (id)
      where not exists (select from channels where channels.id = given.id
        and workspace_id = ${bind('workspaceId', 'bigint')})
    union all select 'set', ${bind('set', 'bigint')}
      where ${bind('set', 'bigint')} is not null and not exists (select from channel_sets
        where channel_sets.id = ${bind('set', 'bigint')}
          and workspace_id = ${bind('workspaceId', 'bigint')})`,
);

export const deleteTemplate = statement<Key>()(
  'templates.delete',
  (_db, bind) => sql<{ name: string }>`
    delete from templates
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} returning name`,
);

/** Counts a use, and remembers what the person filled in. */
/** What the draft of a template is proposed for, as the template is now. */
export const suggestChannels = statement<Key & { item: number }>()(
  'templates.suggest_channels',
  (_db, bind) => sql<object>`
    update posts set suggested = jsonb_build_object('channel_set', set_id,
      'channels', to_jsonb(templates.channels), 'options', templates.options)
    from templates
    where templates.workspace_id = ${bind('workspaceId')} and templates.id = ${bind('id')}
      and (set_id is not null or templates.channels <> '{}')
      and posts.workspace_id = ${bind('workspaceId')}
      and posts.id = (select post_id from items where items.id = ${bind('item')})`,
);

export const countUse = statement<Key & { userId: number; values: string }>()(
  'templates.count_use',
  (_db, bind) => sql<object>`
    with used as (
      update templates set uses = uses + 1, last_used_at = now()
      where workspace_id = ${bind('workspaceId', 'bigint')} and id = ${bind('id', 'bigint')}
      returning id
    )
    insert into template_values (template_id, user_id, filled)
    select id, ${bind('userId', 'bigint')}, ${bind('values', 'jsonb')} from used
    on conflict (template_id, user_id) do update set filled = excluded.filled`,
);
