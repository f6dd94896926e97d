import { sql } from 'kysely';
import type { Outcome } from '#contract/publishing/publications.ts';
import { statement } from '../../../database/statement.ts';

/** What of a publication is deleted at the network. */

/** Why the last deletion of a part of a row of `publications` failed; null where it did not. */
export const REMOVAL_FAILURE = sql<string | null>`(
  select case when outcome <> 'removed' then detail end from publication_attempts
  where publication_id = publications.id and step = 'remove' order by id desc limit 1)`;

/** What is deleted next: the replies below it, the latest first, and then its parts, the last one first. */
export const nextToRemove = statement<{ id: number }>()(
  'removal.next',
  (_db, bind) => sql<{
    reply: number | null;
    position: number;
    id: string;
    url: string | null;
    extra: unknown;
  }>`
    select * from (
      select id as reply, 0 as position, remote_id as id, url, extra from afterwards
      where publication_id = ${bind('id', 'bigint')} and kind = 'reply' and state = 'done'
        and remote_id is not null and removed_at is null
      union all
      select null, position, remote_id, url, extra from publication_parts
      where publication_id = ${bind('id', 'bigint')} and sent_at is not null and removed_at is null
    ) present
    order by reply desc nulls last, position desc limit 1`,
);

/** Records that a part was deleted at the network, or why not. */
export const recordRemoval = statement<{
  id: number;
  position: number;
  userId: number | null;
  outcome: Outcome;
  code: string | null;
  detail: string | null;
}>()(
  'publications.record_removal',
  (_db, bind) => sql<object>`
    with part as (
      update publication_parts set removed_at = case when ${bind('outcome', 'text')} = 'removed'
        then now() end
      where publication_id = ${bind('id', 'bigint')} and position = ${bind('position', 'integer')}
      returning publication_id, position
    )
    insert into publication_attempts (publication_id, position, step, ended_at, outcome, code,
      detail, user_id)
    select publication_id, position, 'remove', now(), ${bind('outcome', 'text')},
      ${bind('code', 'text')}, ${bind('detail', 'text')}, ${bind('userId', 'bigint')}
    from part`,
);

/** The same of a reply. */
export const recordReplyRemoval = statement<{
  id: number;
  outcome: Outcome;
  code: string | null;
  detail: string | null;
}>()(
  'removal.record_reply',
  (_db, bind) => sql<object>`
    with reply as (
      update afterwards set removed_at = case when ${bind('outcome', 'text')} = 'removed'
        then now() end
      where id = ${bind('id', 'bigint')} returning id
    )
    insert into afterward_attempts (afterward_id, step, ended_at, outcome, code, detail)
    select id, 'remove', now(), ${bind('outcome', 'text')}, ${bind('code', 'text')},
      ${bind('detail', 'text')}
    from reply`,
);

/** A reply that was found once all of its publication was deleted is deleted, too. */
export const removeBelated = statement<{ publication: number }>()(
  'removal.belated',
  (_db, bind) => sql<object>`
    insert into afterwards (workspace_id, publication_id, channel_id, kind, hours, state, due_at,
      next_attempt_at)
    select workspace_id, id, channel_id, 'remove', 0, 'waiting', now(), now() from publications
    where id = ${bind('publication', 'bigint')} and state = 'cancelled'
      and exists (select from publication_parts
        where publication_id = publications.id and removed_at is not null)`,
);
