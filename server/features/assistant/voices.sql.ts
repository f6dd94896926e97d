import { sql } from 'kysely';
import type { Voice } from '#contract/assistant/voices.ts';
import { statement } from '../../database/statement.ts';

type Workspace = { workspaceId: number };
type Key = Workspace & { id: number };

/** `examples`: JSON. */
type Fields = Workspace & {
  name: string;
  description: string | null;
  dos: string | null;
  donts: string | null;
  never: string[];
  spelling: string | null;
  emoji: string | null;
  hashtags: string | null;
  examples: string;
  isDefault: boolean;
};

const shown = sql`voice.id, voice.name, description, dos as "do", donts as dont, never, spelling,
  emoji, hashtags, examples, is_default, updated_at,
  coalesce((select json_agg(folder_id order by folder_id) from assistant_voice_folders
    where voice_id = voice.id), '[]') as folders`;

export const listVoices = statement<Workspace>()(
  'voices.list',
  (_db, bind) => sql<Voice>`
    select ${shown} from assistant_voices voice where workspace_id = ${bind('workspaceId')}
    order by lower(name)`,
);

export const findVoice = statement<Key>()(
  'voices.find',
  (_db, bind) => sql<Voice>`
    select ${shown} from assistant_voices voice
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** No row where the workspace has so many already. */
export const insertVoice = statement<Fields & { max: number }>()(
  'voices.insert',
  (_db, bind) => sql<{ id: number }>`
    insert into assistant_voices (workspace_id, name, description, dos, donts, never, spelling,
      emoji, hashtags, examples, is_default, updated_at)
    select ${bind('workspaceId', 'bigint')}, ${bind('name', 'text')},
      ${bind('description', 'text')}, ${bind('dos', 'text')}, ${bind('donts', 'text')},
      ${bind('never', 'text[]')}, ${bind('spelling', 'text')}, ${bind('emoji', 'text')},
      ${bind('hashtags', 'text')}, ${bind('examples', 'jsonb')}, ${bind('isDefault', 'boolean')},
      now()
    where (select count(*) from assistant_voices
      where workspace_id = ${bind('workspaceId', 'bigint')}) < ${bind('max', 'integer')}
    returning id`,
);

export const updateVoice = statement<Fields & Key>()(
  'voices.update',
  (_db, bind) => sql<{ id: number }>`
    update assistant_voices set name = ${bind('name')}, description = ${bind('description')},
      dos = ${bind('dos')}, donts = ${bind('donts')}, never = ${bind('never', 'text[]')},
      spelling = ${bind('spelling')}, emoji = ${bind('emoji')}, hashtags = ${bind('hashtags')},
      examples = ${bind('examples', 'jsonb')}, is_default = ${bind('isDefault', 'boolean')},
      updated_at = now()
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
    returning id`,
);

export const deleteVoice = statement<Key>()(
  'voices.delete',
  (_db, bind) => sql<{ name: string }>`
    delete from assistant_voices
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} returning name`,
);

/** A workspace has one default. */
export const clearDefault = statement<Workspace>()(
  'voices.clear_default',
  (_db, bind) => sql<object>`
    update assistant_voices set is_default = false
    where workspace_id = ${bind('workspaceId')} and is_default`,
);

/** The folders of a voice, which are those of no other. Returns those that are there. */
export const setFolders = statement<Key & { folders: number[] }>()(
  'voices.set_folders',
  (_db, bind) => sql<{ folder: number }>`
    with removed as (
      delete from assistant_voice_folders
      where voice_id = ${bind('id', 'bigint')} and folder_id <> all(${bind('folders', 'bigint[]')})
    )
    insert into assistant_voice_folders (folder_id, voice_id)
    select id, ${bind('id', 'bigint')} from folders
    where workspace_id = ${bind('workspaceId', 'bigint')} and id = any(${bind('folders', 'bigint[]')})
    on conflict (folder_id) do update set voice_id = excluded.voice_id
    returning folder_id as folder`,
);

/** The voice of a folder, else of the nearest folder that it is in, else that of all others. */
export const findDefault = statement<Workspace & { folder: number | null }>()(
  'voices.find_default',
  (_db, bind) => sql<Voice>`
    with recursive above as (
      select id, parent_id, 0 as depth from folders
      where id = ${bind('folder', 'bigint')} and workspace_id = ${bind('workspaceId', 'bigint')}
      union all
      select folders.id, folders.parent_id, depth + 1 from folders
      join above on folders.id = above.parent_id where depth < 100
    )
    select ${shown} from assistant_voices voice
    left join lateral (
      select min(depth) as depth from above
      join assistant_voice_folders chosen on chosen.folder_id = above.id
      where chosen.voice_id = voice.id
    ) nearest on true
    where workspace_id = ${bind('workspaceId', 'bigint')} and (nearest.depth is not null or is_default)
    order by nearest.depth nulls last limit 1`,
);
