import { sql } from 'kysely';
import type { Outcome, Publication, StopReason } from '#contract/publications.ts';
import { type Bind, builder, statement } from '../../database/statement.ts';
import { userRef } from '../../database/user-ref.ts';

type Key = { workspaceId: number; id: number };

/** Publications as the API returns them. */
const publications = builder
  .selectFrom('publications')
  .innerJoin('channels', 'channels.id', 'publications.channel_id')
  .leftJoin('posts', 'posts.id', 'publications.post_id')
  .leftJoin('users', 'users.id', 'publications.created_by')
  .select([
    'publications.id',
    sql<number | null>`posts.root_id`.as('item'),
    sql<Publication['channel']>`json_build_object('id', channels.id, 'network', channels.network,
      'handle', channels.handle)`.as('channel'),
    sql<Publication['state']>`publications.state`.as('state'),
    sql<Publication['reason']>`publications.reason`.as('reason'),
    'publications.detail',
    'publications.due_at',
    'publications.next_attempt_at',
    'publications.published_at',
    sql<number>`(select count(*) from publication_parts
      where publication_id = publications.id)`.as('parts'),
    sql<number>`(select count(sent_at) from publication_parts
      where publication_id = publications.id)`.as('sent'),
    userRef('users').as('created_by'),
    'publications.created_at',
  ]);

export const findPublication = statement<Key>()('publications.find', (_db, bind) =>
  publications
    .where('publications.workspace_id', '=', bind('workspaceId'))
    .where('publications.id', '=', bind('id')),
);

export type ListFilters = {
  from: string | null;
  to: string | null;
  states: string[] | null;
  channel: number | null;
  item: number | null;
};

const filtered = (bind: Bind<ListFilters & { workspaceId: number }>) =>
  publications.where('publications.workspace_id', '=', bind('workspaceId')).where(
    sql<boolean>`(${bind('from', 'timestamptz')} is null
        or publications.due_at >= ${bind('from', 'timestamptz')})
      and (${bind('to', 'timestamptz')} is null
        or publications.due_at < ${bind('to', 'timestamptz')})
      and (${bind('states', 'text[]')} is null
        or publications.state = any(${bind('states', 'text[]')}))
      and (${bind('channel', 'bigint')} is null
        or publications.channel_id = ${bind('channel', 'bigint')})
      and (${bind('item', 'bigint')} is null or publications.post_id = (
        select post_id from items where id = ${bind('item', 'bigint')}
          and items.workspace_id = ${bind('workspaceId')}))`,
  );

type Walk = ListFilters & { workspaceId: number; time: number; id: number; limit: number };

/** The publications before a key, the latest first. `time`: milliseconds since 1970. */
export const listBefore = statement<Walk>()(null, (_db, bind) =>
  filtered(bind as unknown as Bind<Walk>)
    .where(
      sql<boolean>`(publications.due_at, publications.id)
        < (to_timestamp(${bind('time', 'float8')} / 1000), ${bind('id', 'bigint')})`,
    )
    .orderBy('publications.due_at', 'desc')
    .orderBy('publications.id', 'desc')
    .limit(bind('limit')),
);

/** The publications after a key, the nearest first. */
export const listAfter = statement<Walk>()(null, (_db, bind) =>
  filtered(bind as unknown as Bind<Walk>)
    .where(
      sql<boolean>`(publications.due_at, publications.id)
        > (to_timestamp(${bind('time', 'float8')} / 1000), ${bind('id', 'bigint')})`,
    )
    .orderBy('publications.due_at')
    .orderBy('publications.id')
    .limit(bind('limit')),
);

export const countPublications = statement<ListFilters & { workspaceId: number }>()(
  null,
  (_db, bind) =>
    builder
      .selectFrom(filtered(bind as unknown as Bind<Walk>).as('found'))
      .select(({ fn }) => fn.countAll<number>().as('count')),
);

/** The parts of a publication with their attempts. */
export const listParts = statement<Key>()(
  'publications.parts',
  (_db, bind) => sql<{
    position: number;
    content: string;
    url: string | null;
    sent_at: string | null;
    attempts: {
      step: 'send' | 'find';
      began_at: string;
      ended_at: string | null;
      outcome: Outcome | null;
      code: string | null;
      detail: string | null;
      user: { id: number; name: string } | null;
    }[];
  }>`
    select part.position, part.content, part.url, part.sent_at,
      coalesce((select json_agg(json_build_object('step', step, 'began_at', began_at,
          'ended_at', ended_at, 'outcome', outcome, 'code', code, 'detail', detail,
          'user', ${userRef('users')}) order by attempt.id)
        from publication_attempts attempt left join users on users.id = attempt.user_id
        where attempt.publication_id = part.publication_id and attempt.position = part.position),
        '[]') as attempts
    from publication_parts part join publications on publications.id = part.publication_id
    where publications.workspace_id = ${bind('workspaceId')} and publications.id = ${bind('id')}
    order by part.position`,
);

/** A publication, locked. */
export const lockPublication = statement<Key>()(
  'publications.lock',
  (_db, bind) => sql<{
    id: number;
    post: number | null;
    root: number | null;
    channel: number;
    state: Publication['state'];
    reason: StopReason | null;
  }>`
    select publications.id, post_id as post, posts.root_id as root, channel_id as channel,
      publications.state, reason
    from publications left join posts on posts.id = publications.post_id
    where publications.workspace_id = ${bind('workspaceId')} and publications.id = ${bind('id')}
    for update of publications`,
);

/** Schedules a post; a post that is on its way to the channel already is not scheduled again. */
export const insertPublication = statement<{
  workspaceId: number;
  userId: number;
  post: number;
  channel: number;
  at: string | null;
  version: number;
}>()(
  'publications.insert',
  (_db, bind) => sql<{ id: number }>`
    insert into publications (workspace_id, post_id, channel_id, state, due_at, next_attempt_at,
      version, text_hash, created_by)
    select ${bind('workspaceId')}, ${bind('post', 'bigint')}, ${bind('channel')}, 'scheduled',
      due, due, ${bind('version')}, post_text_hash(${bind('post', 'bigint')}), ${bind('userId')}
    from coalesce(${bind('at', 'timestamptz')}, now()) due
    on conflict do nothing
    returning id`,
);

export const move = statement<Key & { at: string | null }>()(
  'publications.move',
  (_db, bind) => sql<object>`
    update publications set state = 'scheduled', reason = null, detail = null,
      due_at = coalesce(${bind('at', 'timestamptz')}, now()),
      next_attempt_at = coalesce(${bind('at', 'timestamptz')}, now()), updated_at = now()
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

export const cancel = statement<Key>()(
  'publications.cancel',
  (_db, bind) => sql<object>`
    update publications set state = 'cancelled', reason = null, next_attempt_at = null,
      updated_at = now()
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** The text of the post as it is now is the one to publish. */
export const setText = statement<Key & { version: number }>()(
  'publications.set_text',
  (_db, bind) => sql<object>`
    update publications set version = ${bind('version')}, text_hash = post_text_hash(post_id)
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** Continues at once: a stopped publication with parts, or one that was never begun. */
export const resume = statement<Key>()(
  'publications.resume',
  (_db, bind) => sql<object>`
    update publications set state = case
        when exists (select from publication_parts where publication_id = publications.id)
        then 'publishing' else 'scheduled' end,
      reason = null, detail = null, next_attempt_at = now(), updated_at = now(),
      due_at = case when reason = 'late' then now() else due_at end
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/**
 * Replaces the parts that are not published with the present text, from the first of them on.
 * `keep`: that one stays as it is, because it may be published.
 */
export const refreeze = statement<Key & { keep: boolean }>()(
  null,
  (_db, bind) => sql<object>`
    with first as (
      select publication_parts.publication_id,
        count(sent_at) + case when ${bind('keep', 'boolean')} then 1 else 0 end as position
      from publication_parts join publications on publications.id = publication_id
      where publication_id = ${bind('id', 'bigint')}
        and publications.workspace_id = ${bind('workspaceId')}
      group by publication_id
    ), removed as (
      delete from publication_parts using first
      where publication_parts.publication_id = first.publication_id
        and publication_parts.position >= first.position
        and not exists (select from items join publications on publications.post_id = items.post_id
          where publications.id = first.publication_id
            and items.workspace_id = ${bind('workspaceId')} and not items.trashed
            and items.position = publication_parts.position)
    )
    insert into publication_parts (publication_id, position, content, language)
    select first.publication_id, items.position, items.content, items.language
    from first join publications on publications.id = first.publication_id
      join items on items.post_id = publications.post_id
    where items.workspace_id = ${bind('workspaceId')} and not items.trashed
      and items.position >= first.position
    on conflict (publication_id, position) do update set content = excluded.content,
      language = excluded.language, key = excluded.key
      where publication_parts.content <> excluded.content`,
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
}>()(
  'publications.mark_sent',
  (_db, bind) => sql<object>`
    update publication_parts set remote_id = ${bind('remoteId')}, url = ${bind('url')},
      sent_at = now()
    where publication_id = ${bind('id')} and position = ${bind('position')}`,
);

/** The response of a request with this key, if there was one. */
export const findResponse = statement<{ workspaceId: number; userId: number; key: string }>()(
  'idempotency.find',
  (_db, bind) => sql<{ request_hash: Buffer; response: { ids: number[] } }>`
    select request_hash, response from idempotency_keys
    where workspace_id = ${bind('workspaceId')} and user_id = ${bind('userId')}
      and key = ${bind('key')} and created_at > now() - interval '24 hours'`,
);

export const keepResponse = statement<{
  workspaceId: number;
  userId: number;
  key: string;
  hash: Buffer;
  response: string;
}>()(
  'idempotency.keep',
  (_db, bind) => sql<object>`
    insert into idempotency_keys (workspace_id, user_id, key, request_hash, response)
    values (${bind('workspaceId')}, ${bind('userId')}, ${bind('key')}, ${bind('hash', 'bytea')},
      ${bind('response', 'jsonb')})
    on conflict (workspace_id, user_id, key) do update set request_hash = excluded.request_hash,
      response = excluded.response, created_at = now()
      where idempotency_keys.created_at <= now() - interval '24 hours'`,
);
