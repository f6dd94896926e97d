import { sql } from 'kysely';
import type { Outcome } from '#contract/publishing/publications.ts';
import { statement } from '../../../database/statement.ts';

/** The parts of publications, and what became of them. */

type Key = { workspaceId: number; id: number };

/**
 * Parts as they are sent; the price is in thousandths of a US dollar. Keys that networks order by are
 * new for all that are replaced.
 */
export const insertParts = statement<{ id: number; parts: string }>()(
  'publications.insert_parts',
  (_db, bind) => sql<object>`
    insert into publication_parts (publication_id, channel_id, position, content, language, media, links,
      price)
    select publications.id, channel_id, position, content, language, media, links, price
    from publications, jsonb_to_recordset(${bind('parts', 'jsonb')}) as part
      (position integer, content text, language text, media jsonb, links jsonb, price integer)
    where publications.id = ${bind('id', 'bigint')}
    on conflict (publication_id, position) do update set content = excluded.content,
      language = excluded.language, media = excluded.media, links = excluded.links, price = excluded.price,
      key = excluded.key, made_at = now(), prepared = null, prepared_until = null`,
);

/**
 * Forgets the parts from a position on: what replaces them is another text. `count`: how many it has.
 */
export const forgetParts = statement<Key & { from: number; count: number }>()(
  null,
  (_db, bind) => sql<object>`
    with publication as (
      select id from publications
      where id = ${bind('id', 'bigint')} and workspace_id = ${bind('workspaceId')}
    ), forgotten as (
      delete from publication_uploads using publication
      where publication_id = publication.id and position >= ${bind('from', 'integer')}
    )
    delete from publication_parts using publication
    where publication_id = publication.id and position >= ${bind('from', 'integer')}
      and position >= ${bind('count', 'integer')}`,
);

/** Stores what a person saw at the network, for the first part that is not published. */
export const report = statement<Key & { userId: number; outcome: Outcome }>()(
  'publications.report',
  (_db, bind) => sql<{ position: number }>`
    insert into publication_attempts (publication_id, position, step, ended_at, outcome, user_id)
    select publication_id, min(position), 'find', now(), ${bind('outcome')}, ${bind('userId')}
    from publication_parts join publications on publications.id = publication_id
    where publications.workspace_id = ${bind('workspaceId')} and publication_id = ${bind('id')}
      and sent_at is null
    group by publication_id
    returning position`,
);

export const markSent = statement<{
  id: number;
  position: number;
  remoteId: string;
  url: string | null;
  extra: string | null;
}>()(
  'publications.mark_sent',
  (_db, bind) => sql<object>`
    update publication_parts set remote_id = ${bind('remoteId')}, url = ${bind('url')},
      extra = ${bind('extra', 'jsonb')}, sent_at = now()
    where publication_id = ${bind('id')} and position = ${bind('position')}`,
);

/** Whether all parts of a publication are sent. */
export const isComplete = statement<{ id: number }>()(
  'publisher.is_complete',
  (_db, bind) => sql<{ is_complete: boolean }>`
    select count(*) > 0 and count(*) = count(sent_at) as is_complete
    from publication_parts where publication_id = ${bind('id', 'bigint')}`,
);
