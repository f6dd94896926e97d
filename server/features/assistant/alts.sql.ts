import { sql } from 'kysely';
import type { ProposedAlt } from '#contract/assistant/sources.ts';
import { statement } from '../../database/statement.ts';

/** Alt texts that wait to be confirmed. Those of files in the trash are neither shown nor written. */

type Workspace = { workspaceId: number };

export const listAlts = statement<Workspace & { limit: number }>()(
  'alts.list',
  (_db, bind) => sql<ProposedAlt>`
    select alts.id, file_id as file, text, language, host, model, alts.created_at
    from assistant_alts alts
    join media_files on media_files.id = file_id and media_files.trashed_at is null
    where alts.workspace_id = ${bind('workspaceId')} order by alts.id limit ${bind('limit', 'integer')}`,
);

export const proposeAlt = statement<
  Workspace & {
    file: number;
    text: string;
    language: string | null;
    host: string;
    model: string;
  }
>()(
  'alts.propose',
  (_db, bind) => sql<{ id: number }>`
    insert into assistant_alts (workspace_id, file_id, text, language, host, model, created_at)
    select ${bind('workspaceId', 'bigint')}, id, ${bind('text', 'text')}, ${bind('language', 'text')},
      ${bind('host', 'text')}, ${bind('model', 'text')}, now()
    from media_files where id = ${bind('file', 'bigint')}
      and workspace_id = ${bind('workspaceId', 'bigint')} and trashed_at is null
    on conflict (file_id) do update set text = excluded.text, language = excluded.language,
      host = excluded.host, model = excluded.model, created_at = excluded.created_at
    returning id`,
);

export const discardAlt = statement<Workspace & { id: number }>()(
  'alts.discard',
  (_db, bind) => sql<{ id: number }>`
    delete from assistant_alts
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} returning id`,
);

export const discardAlts = statement<Workspace>()(
  'alts.discard_all',
  (_db, bind) => sql<object>`
    delete from assistant_alts where workspace_id = ${bind('workspaceId')}`,
);
