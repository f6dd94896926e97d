import { sql } from 'kysely';
import type { PartText } from '#contract/content/items.ts';
import type {
  AttemptStep,
  Outcome,
  Publication,
  StopReason,
} from '#contract/publishing/publications.ts';
import { type Bind, builder, statement } from '../../../database/statement.ts';
import { userRef } from '../../../database/user-ref.ts';
import { WITHDRAWN } from './publisher.sql.ts';

type Key = { workspaceId: number; id: number };

/** Publications as the API returns them. */
const publications = builder
  .selectFrom('publications')
  .innerJoin('channels', 'channels.id', 'publications.channel_id')
  .leftJoin('posts', 'posts.id', 'publications.post_id')
  .leftJoin('users', 'users.id', 'publications.created_by')
  .leftJoin('users as enders', 'enders.id', 'publications.ended_by')
  .select([
    'publications.id',
    sql<number | null>`case when posts.size > 0 then posts.root_id end`.as('item'),
    sql<string>`left(coalesce(publications.text -> 0 -> 'network_texts' ->> channels.network,
      publications.text -> 0 ->> 'content', ''), 200)`.as('excerpt'),
    sql<Publication['channel']>`json_build_object('id', channels.id, 'network', channels.network,
      'handle', channels.handle, 'name', channels.name, 'url', channels.url)`.as('channel'),
    sql<Publication['state']>`publications.state`.as('state'),
    sql<Publication['reason']>`publications.reason`.as('reason'),
    'publications.detail',
    'publications.due_at',
    sql<string | null>`to_char(publications.local_time, 'YYYY-MM-DD"T"HH24:MI')`.as('local_time'),
    'publications.zone',
    'publications.queued',
    sql<boolean>`publications.queued and publications.state = 'scheduled'
      and channels.queue_paused_at is not null`.as('held'),
    sql<Record<string, string>>`publications.options`.as('options'),
    'publications.next_attempt_at',
    'publications.published_at',
    sql<number>`coalesce(nullif((select count(*) from publication_parts
      where publication_id = publications.id), 0), jsonb_array_length(publications.text))`.as(
      'parts',
    ),
    sql<number>`(select count(sent_at) from publication_parts
      where publication_id = publications.id)`.as('sent'),
    sql<string | null>`(select url from publication_parts
      where publication_id = publications.id and position = 0 and removed_at is null)`.as('url'),
    userRef('enders').as('ended_by'),
    'publications.ended_at',
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
    removed_at: string | null;
    attempts: {
      step: AttemptStep;
      began_at: string;
      ended_at: string | null;
      outcome: Outcome | null;
      code: string | null;
      detail: string | null;
      request_id: string | null;
      user: { id: number; name: string } | null;
    }[];
  }>`
    select part.position, part.content, part.url, part.sent_at, part.removed_at,
      coalesce((select json_agg(json_build_object('step', step, 'began_at', began_at,
          'ended_at', ended_at, 'outcome', outcome, 'code', code, 'detail', detail,
          'request_id', request_id, 'user', ${userRef('users')}) order by attempt.id)
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
    due_at: string;
    queued: boolean;
    moved_by: string | null;
    created_by: number | null;
  }>`
    select publications.id, post_id as post, channel_id as channel, publications.created_by,
      case when posts.size > 0 then posts.root_id end as root,
      publications.state, reason, publications.due_at, publications.queued,
      (select name from users where id = publications.moved_by) as moved_by
    from publications left join posts on posts.id = publications.post_id
    where publications.workspace_id = ${bind('workspaceId')} and publications.id = ${bind('id')}
    for update of publications`,
);

/** When a publication is due: an instant with the wall time that was chosen, or now. */
export type When = {
  at: string | null;
  local: string | null;
  zone: string | null;
  /** Whether it is a slot of the queue. */
  queued: boolean;
};

/**
 * Schedules a post, or proposes it; a post that is on its way to the channel already is not
 * scheduled again. With the text as it is now. Where a restored one was cancelled for it, the
 * original may have sent that.
 */
export const insertPublication = statement<
  When & {
    workspaceId: number;
    userId: number;
    post: number;
    channel: number;
    state: 'proposed' | 'scheduled';
    options: string;
    version: number;
  }
>()(
  'publications.insert',
  (_db, bind) => sql<{ id: number }>`
    insert into publications (workspace_id, post_id, channel_id, state, due_at, local_time, zone,
      queued, next_attempt_at, options, version, text, text_hash, approved, created_by, copied_at)
    select ${bind('workspaceId')}, ${bind('post', 'bigint')}, ${bind('channel')},
      ${bind('state', 'text')}, due, ${bind('local', 'timestamp')}, ${bind('zone', 'text')},
      ${bind('queued', 'boolean')}, case when ${bind('state', 'text')} = 'scheduled' then due end, ${bind('options', 'jsonb')},
      ${bind('version')}, post_parts(${bind('post', 'bigint')}),
      hash, coalesce(hash = (select approved_hash from posts
        where posts.id = ${bind('post', 'bigint')} and status in ('approved', 'published')
          and posts.workspace_id = ${bind('workspaceId')}), false), ${bind('userId')},
      (select max(former.copied_at) from publications former
        where former.post_id = ${bind('post', 'bigint')} and former.channel_id = ${bind('channel')}
          and former.workspace_id = ${bind('workspaceId')} and former.state = 'cancelled'
          and not exists (select from publication_parts
            where publication_id = former.id and sent_at is not null))
    from post_text_hash(${bind('post', 'bigint')}) hash, date_trunc('milliseconds', coalesce(${bind('at', 'timestamptz')}, now())) due
    on conflict (post_id, channel_id)
      where state in ('proposed', 'scheduled', 'publishing', 'stopped') do nothing
    returning id`,
);

export const move = statement<Key & When & { userId: number | null }>()(
  'publications.move',
  (_db, bind) => sql<object>`
    update publications set state = case when state = 'proposed' then state else 'scheduled' end,
      reason = null, detail = null, late_because = null, checked_at = null,
      due_at = date_trunc('milliseconds', coalesce(${bind('at', 'timestamptz')}, now())),
      local_time = ${bind('local', 'timestamp')}, zone = ${bind('zone', 'text')},
      queued = ${bind('queued', 'boolean')}, moved_by = ${bind('userId', 'bigint')},
      next_attempt_at = case when state <> 'proposed'
        then coalesce(${bind('at', 'timestamptz')}, now()) end,
      updated_at = now()
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/**
 * The channels of publications, locked: no step of them begins or ends meanwhile, and nobody takes
 * their slots. Locked before the content, as the publisher does.
 */
export const lockChannelsOf = statement<{ workspaceId: number; ids: number[] }>()(
  'publications.lock_channels',
  (_db, bind) => sql<{ id: number }>`
    select id from channels where workspace_id = ${bind('workspaceId')} and id in (
      select channel_id from publications
      where workspace_id = ${bind('workspaceId')} and id = any(${bind('ids', 'bigint[]')}))
    order by id for no key update`,
);

/** A row where the network is being called for a publication. */
export const isCalled = statement<Key>()(
  'publications.is_called',
  (_db, bind) => sql<object>`
    select from publications join channels on channels.id = channel_id
    where publications.workspace_id = ${bind('workspaceId')} and publications.id = ${bind('id')}
      and leased_until > now() and exists (select from publication_attempts
        where publication_id = publications.id and outcome is null)`,
);

export const cancel = statement<Key & { userId: number | null }>()(
  'publications.cancel',
  (_db, bind) => sql<object>`
    update publications set state = 'cancelled', reason = null, next_attempt_at = null,
      published_at = null, ended_by = ${bind('userId', 'bigint')}, ended_at = now(),
      updated_at = now()
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** How many posts a channel publishes in the hours before an instant, as far as it is known now. */
export const countPlanned = statement<{
  channel: number;
  post: number;
  at: string;
  hours: number;
  isJoined: boolean;
}>()(
  'publications.count_planned',
  (_db, bind) => sql<{ count: number }>`
    select (select count(*) from publication_parts where channel_id = ${bind('channel', 'bigint')}
        and sent_at > ${bind('at', 'timestamptz')}
          - make_interval(hours => ${bind('hours', 'integer')}))
      + (select coalesce(sum(case when ${bind('isJoined', 'boolean')} then 1
          else jsonb_array_length(text) end), 0) from publications
        where channel_id = ${bind('channel', 'bigint')} and state in ('scheduled', 'publishing')
          and post_id is distinct from ${bind('post', 'bigint')}
          and due_at > ${bind('at', 'timestamptz')}
            - make_interval(hours => ${bind('hours', 'integer')})
          and due_at <= ${bind('at', 'timestamptz')}) as count`,
);

/** When other posts of the channel are due, or were published, around an instant. */
export const listDueAround = statement<{ channel: number; post: number; at: string }>()(
  'publications.due_around',
  (_db, bind) => sql<{ due_at: string }>`
    select distinct due_at from publications
    where channel_id = ${bind('channel', 'bigint')}
      and state in ('proposed', 'scheduled', 'publishing', 'published')
      and post_id is distinct from ${bind('post', 'bigint')}
      and due_at > ${bind('at', 'timestamptz')} - interval '1 hour'
      and due_at < ${bind('at', 'timestamptz')} + interval '1 day'
    order by 1 limit 200`,
);

/**
 * When the channel has had the same text in the last 30 days, or will have it, the nearest time
 * first.
 */
export const findSameText = statement<{ channel: number; post: number; at: string }>()(
  'publications.same_text',
  (_db, bind) => sql<{ due_at: string }>`
    select due_at from publications
    where channel_id = ${bind('channel', 'bigint')}
      and (state not in ('cancelled', 'stopped') or exists (select from publication_parts
        where publication_id = publications.id and sent_at is not null and removed_at is null))
      and text_key = publication_text_key(post_parts(${bind('post', 'bigint')}), (
        select network from channels where id = ${bind('channel', 'bigint')}))
      and due_at > ${bind('at', 'timestamptz')} - interval '30 days'
      and due_at < ${bind('at', 'timestamptz')} + interval '30 days'
      and not (post_id = ${bind('post', 'bigint')} and state in ('proposed', 'scheduled'))
    order by abs(extract(epoch from due_at - ${bind('at', 'timestamptz')})) limit 1`,
);

/** The post of an item. */
export const findPostOf = statement<{ workspaceId: number; item: number }>()(
  'publications.post_of',
  (_db, bind) => sql<{ post: number }>`
    select post_id as post from items
    where workspace_id = ${bind('workspaceId')} and id = ${bind('item')} and not trashed`,
);

/** What the workspace of a channel wants of files, and its zone. */
export const findMediaSettings = statement<{ channel: number }>()(
  'publications.media_settings',
  (_db, bind) => sql<{ requiresAltTexts: boolean; zone: string }>`
    select requires_alt_texts as "requiresAltTexts", time_zone as zone from workspaces
    where id = (select workspace_id from channels where id = ${bind('channel', 'bigint')})`,
);

/** The publication of a post on a channel that has not ended. */
export const findOpen = statement<{ post: number; channel: number }>()(
  'publications.open',
  (_db, bind) => sql<{ state: Publication['state'] }>`
    select state from publications
    where post_id = ${bind('post', 'bigint')} and channel_id = ${bind('channel', 'bigint')}
      and state in ('proposed', 'scheduled', 'publishing', 'stopped')`,
);

/** The text of the post as it is now is the one to publish. */
export const setText = statement<Key & { version: number }>()(
  'publications.set_text',
  (_db, bind) => sql<object>`
    update publications set version = ${bind('version')}, withdrawn = false, text_hash = post_text_hash(post_id),
      text = post_parts(post_id), approved = coalesce(post_text_hash(post_id) = (
        select approved_hash from posts where posts.id = post_id
          and status in ('approved', 'published') and posts.workspace_id = ${bind('workspaceId')}), false)
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** Continues at once: a stopped publication with parts, or one that was never begun. */
export const resume = statement<Key>()(
  'publications.resume',
  (_db, bind) => sql<object>`
    update publications set state = case
        when exists (select from publication_parts where publication_id = publications.id)
        then 'publishing' else 'scheduled' end,
      reason = null, detail = null, next_attempt_at = now(), own_failures = 0, updated_at = now(),
      due_at = case when reason = 'late' then now() else due_at end, late_because = null,
      -- It is sent now: a paused queue does not hold it.
      queued = queued and reason is distinct from 'late'
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** The same for all of a channel that stopped because the access was revoked; returns their posts. */
export const resumeChannel = statement<{ workspaceId: number; channel: number }>()(
  'publications.resume_channel',
  (_db, bind) => sql<{ post: number | null }>`
    update publications set state = case
        when exists (select from publication_parts where publication_id = publications.id)
        then 'publishing' else 'scheduled' end,
      reason = null, detail = null, next_attempt_at = now(), updated_at = now()
    where workspace_id = ${bind('workspaceId')} and channel_id = ${bind('channel')}
      and state = 'stopped' and reason = 'reconnect'
      and exists (select from posts where id = post_id and not trashed and size > 0)
    returning post_id as post`,
);

/** Whether the text that was scheduled may be published: where only approved ones are, it was. */
export const isScheduledTextAllowed = statement<Key>()(
  'publications.is_scheduled_text_allowed',
  (_db, bind) => sql<object>`
    select from publications join workspaces on workspaces.id = publications.workspace_id
      join posts on posts.id = publications.post_id
    where publications.workspace_id = ${bind('workspaceId')} and publications.id = ${bind('id')}
      and text <> '[]' and not ${WITHDRAWN}
      and (not workspaces.prevent_self_approval and not workspaces.only_approved
        or publications.approved)`,
);

/** The text that was scheduled, part by part. */
export const findScheduled = statement<Key>()(
  null,
  (_db, bind) => sql<{ text: (PartText & { language: string | null })[] }>`
    select text from publications
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/**
 * Parts as they are sent; the price is in thousandths of a US dollar. Keys that networks order by are
 * new for all that are replaced.
 */
export const insertParts = statement<{ id: number; parts: string }>()(
  'publications.insert_parts',
  (_db, bind) => sql<object>`
    insert into publication_parts (publication_id, channel_id, position, content, language, media, price)
    select publications.id, channel_id, position, content, language, media, price
    from publications, jsonb_to_recordset(${bind('parts', 'jsonb')}) as part
      (position integer, content text, language text, media jsonb, price integer)
    where publications.id = ${bind('id', 'bigint')}
    on conflict (publication_id, position) do update set content = excluded.content,
      language = excluded.language, media = excluded.media, price = excluded.price,
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

/**
 * What a workspace has spent at a network in this month, in thousandths of a US dollar. The month is
 * that of the zone of the workspace.
 */
export const sumPrices = statement<{ workspaceId: number; network: string }>()(
  null,
  (_db, bind) => sql<{ spent: number }>`
    select coalesce(sum(price), 0)::integer as spent
    from publication_parts join channels on channels.id = publication_parts.channel_id
      join workspaces on workspaces.id = channels.workspace_id
    where channels.workspace_id = ${bind('workspaceId')} and channels.network = ${bind('network')}
      and price > 0
      and sent_at >= date_trunc('month', now(), workspaces.time_zone)`,
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

/** The parts that are at the network, the last one first. */
export const listSent = statement<{ id: number }>()(
  'publications.sent_parts',
  (_db, bind) => sql<{ position: number; id: string; url: string | null; extra: unknown }>`
    select position, remote_id as id, url, extra from publication_parts
    where publication_id = ${bind('id', 'bigint')} and sent_at is not null and removed_at is null
    order by position desc`,
);

/** Records that a part was deleted at the network, or why not. */
export const recordRemoval = statement<{
  id: number;
  position: number;
  userId: number;
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

/** What has stopped, by cause: what one deed mends is one thing. */
const THINGS = sql`
  select reason, channel_id, max(updated_at) as since, count(*) as count,
    (array_agg(id order by updated_at desc, id desc))[1:100] as ids
  from publications`;
const BY_CAUSE = sql`
  group by reason, channel_id,
    case when reason in ('reconnect', 'operator') then 0 else id end`;

type ThingFilters = { workspaceId: number; channel: number | null; reason: string | null };

export const listThings = statement<ThingFilters & { limit: number }>()(
  'publications.things',
  (_db, bind) => sql<{
    reason: StopReason;
    since: string;
    count: number;
    ids: number[];
    part: number;
    attempts: number;
  }>`
    select reason, since, count, to_json(ids) as ids, (select count(sent_at)::integer from publication_parts
        where publication_id = thing.ids[1]) as part,
      (select count(*)::integer from publication_attempts
        where publication_id = thing.ids[1] and step = 'send') as attempts
    from (
      ${THINGS}
      where workspace_id = ${bind('workspaceId')} and state = 'stopped'
        and (${bind('channel', 'bigint')} is null or channel_id = ${bind('channel', 'bigint')})
        and (${bind('reason', 'text')} is null or reason = ${bind('reason', 'text')})
      ${BY_CAUSE}
      order by since desc limit ${bind('limit', 'integer')}
    ) thing order by since desc`,
);

/** How many things there are to do, by reason. */
export const countThings = statement<{ workspaceId: number }>()(
  'publications.count_things',
  (_db, bind) => sql<{ reason: StopReason; count: number; publications: number }>`
    select reason, count(*)::integer as count, sum(count)::integer as publications from (
      ${THINGS}
      where workspace_id = ${bind('workspaceId')} and state = 'stopped'
      ${BY_CAUSE}
    ) thing group by reason order by reason`,
);

/** What an approval of posts lets go out: proposed, or scheduled before. In the order of the times. */
export const listProposals = statement<{ workspaceId: number; posts: number[] }>()(
  'publications.proposals',
  (_db, bind) =>
    publications
      .select('publications.post_id as post')
      .where('publications.workspace_id', '=', bind('workspaceId'))
      .where('publications.state', 'in', ['proposed', 'scheduled'])
      .where(sql<boolean>`publications.post_id = any(${bind('posts', 'bigint[]')})`)
      .orderBy('publications.due_at')
      .orderBy('publications.id'),
);

export const findPublications = statement<{ workspaceId: number; ids: number[] }>()(
  'publications.find_many',
  (_db, bind) =>
    publications
      .where('publications.workspace_id', '=', bind('workspaceId'))
      .where(sql<boolean>`publications.id = any(${bind('ids', 'bigint[]')})`),
);

/** The time of a draft. */
export const findDraftTime = statement<{ workspaceId: number; post: number }>()(
  'publications.draft_time',
  (_db, bind) => sql<{ local: string; zone: string }>`
    select to_char(local_time, 'YYYY-MM-DD"T"HH24:MI') as local, zone from draft_times
    where workspace_id = ${bind('workspaceId')} and post_id = ${bind('post', 'bigint')}`,
);

/** Scheduled publications with a wall time, page by page. */
export const listWallTimes = statement<{ after: number; limit: number }>()(
  'publications.wall_times',
  (_db, bind) => sql<{ id: number; local: string; zone: string; due_at: string }>`
    select id, to_char(local_time, 'YYYY-MM-DD"T"HH24:MI') as local, zone, due_at
    from publications where state in ('proposed', 'scheduled') and local_time is not null
      and due_at > now() and id > ${bind('after', 'bigint')}
    order by id limit ${bind('limit', 'integer')}`,
);

/** Corrects the instant of a wall time, where it was not changed meanwhile. */
export const correctInstant = statement<{ id: number; former: string; at: string }>()(
  'publications.correct_instant',
  (_db, bind) => sql<{ id: number }>`
    update publications set due_at = ${bind('at', 'timestamptz')},
      next_attempt_at = case when state = 'scheduled' then ${bind('at', 'timestamptz')} end
    where id = ${bind('id', 'bigint')} and due_at = ${bind('former', 'timestamptz')}
      and state in ('proposed', 'scheduled') returning id`,
);
