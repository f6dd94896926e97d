import { sql } from 'kysely';
import type { Evergreen } from '#contract/automation/evergreen.ts';
import type { Use } from '#contract/automation/evergreen-turns.ts';
import type { Role } from '#contract/roles.ts';
import { engagementsIn, metricIn } from '../../../database/fragments/engagements.ts';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { userRef } from '../../../database/fragments/user-ref.ts';
import { givingBack, takingDue } from '../../../database/lease.ts';
import { statement } from '../../../database/statement.ts';

type Key = { workspaceId: number; folder: number };

const shown = sql`set_id as channel_set, gap_days, max_uses, season_from, season_to,
  to_char(ends_on, 'YYYY-MM-DD') as ends_on, without_asking, error, evergreen_folders.updated_at,
  (select ${userRef('users')} from users where users.id = evergreen_folders.user_id) as by`;

export const findEvergreen = statement<Key>()(
  'evergreen.find',
  (_db, bind) => sql<Evergreen>`
    select ${shown} from evergreen_folders
    where workspace_id = ${bind('workspaceId')} and folder_id = ${bind('folder')}`,
);

/** All folders of a workspace whose posts are published again. */
export const listRepeated = statement<{ workspaceId: number }>()(
  'evergreen.list_folders',
  (_db, bind) => sql<{ folder: number }>`
    select folder_id as folder from evergreen_folders where workspace_id = ${bind('workspaceId')}`,
);

export type Row = Key & {
  userId: number;
  channelSet: number;
  gapDays: number;
  maxUses: number;
  seasonFrom: number | null;
  seasonTo: number | null;
  endsOn: string | null;
  withoutAsking: boolean;
};

/** It is looked at by the next run. */
export const saveEvergreen = statement<Row>()(
  'evergreen.save',
  (_db, bind) => sql<object>`
    insert into evergreen_folders (workspace_id, folder_id, user_id, set_id, gap_days, max_uses,
      season_from, season_to, ends_on, without_asking, updated_at, next_at)
    values (${bind('workspaceId')}, ${bind('folder')}, ${bind('userId')}, ${bind('channelSet')},
      ${bind('gapDays')}, ${bind('maxUses')}, ${bind('seasonFrom')}, ${bind('seasonTo')},
      ${bind('endsOn', 'date')}, ${bind('withoutAsking')}, now(), now())
    on conflict (folder_id) do update set user_id = excluded.user_id, set_id = excluded.set_id,
      gap_days = excluded.gap_days, max_uses = excluded.max_uses,
      season_from = excluded.season_from, season_to = excluded.season_to,
      ends_on = excluded.ends_on, without_asking = excluded.without_asking, error = null,
      updated_at = excluded.updated_at, next_at = excluded.next_at`,
);

export const deleteEvergreen = statement<Key>()(
  'evergreen.delete',
  (_db, bind) => sql<{ folder: number }>`
    delete from evergreen_folders
    where workspace_id = ${bind('workspaceId')} and folder_id = ${bind('folder')}
    returning folder_id as folder`,
);

const QUEUE = { table: 'evergreen_folders', key: 'folder_id', time: 'next_at' };

/** Takes folders whose time has come, so that no other process looks at them for so long. */
export const takeDue = statement<{ seconds: number; limit: number }>()(
  'evergreen.take_due',
  (_db, bind) =>
    takingDue<{ workspaceId: number; folder: number }>(
      QUEUE,
      sql`workspace_id as "workspaceId", folder_id as folder`,
      { seconds: bind('seconds', 'float8'), limit: bind('limit', 'integer') },
    ),
);

/** Those that were taken `until` then, and not looked at. */
export const giveBack = statement<{ folders: number[]; until: string }>()(
  'evergreen.give_back',
  (_db, bind) =>
    givingBack(QUEUE, { keys: bind('folders', 'bigint[]'), until: bind('until', 'timestamptz') }),
);

export type Locked = Omit<Evergreen, 'by'> & {
  userId: number | null;
  name: string | null;
  role: Role | null;
};

/** Those who would take a turn at the same time come one after the other. */
export const lockEvergreen = statement<Key>()(
  'evergreen.lock',
  (_db, bind) => sql<Locked>`
    select ${shown}, evergreen_folders.user_id as "userId", users.name,
      memberships.role
    from evergreen_folders
    left join users on users.id = evergreen_folders.user_id
    left join memberships on memberships.user_id = users.id
      and memberships.workspace_id = evergreen_folders.workspace_id
    where evergreen_folders.workspace_id = ${bind('workspaceId')} and folder_id = ${bind('folder')}
    for update of evergreen_folders`,
);

/** Null: it goes on. */
export const setError = statement<Key & { error: string | null }>()(
  'evergreen.set_error',
  (_db, bind) => sql<object>`
    update evergreen_folders set error = ${bind('error')}
    where workspace_id = ${bind('workspaceId')} and folder_id = ${bind('folder')}
      and error is distinct from ${bind('error')}`,
);

export type Source = {
  post: number;
  item: number;
  title: string;
  texts: string[];
  uses: Use[];
  refused: string | null;
};

/** The digests of the texts of the posts `chosen`: their own, and those of their variations. */
const TEXTS = sql`cross join lateral (
      select md5(string_agg(content || network_texts::text || media::text, '' order by position))::uuid::text as text
      from items where items.post_id = chosen.id
    ) own_text
    cross join lateral (
      -- A thread has none: its parts would stay the same.
      select jsonb_build_array(own_text.text) || coalesce((
        select jsonb_agg(md5(variation || '{}' || media::text)::uuid::text order by place)
        from items cross join jsonb_array_elements_text(variations) with ordinality given (variation, place)
        where items.post_id = chosen.id and not items.is_thread), '[]') as texts
    ) texts`;

/**
 * The texts of a source by now, and of one of its uses: which it has, and those that its channel has
 * of the others.
 */
export const findTexts = statement<{
  workspaceId: number;
  source: number;
  post: number;
  channel: number;
}>()(
  'evergreen.texts',
  (_db, bind) => sql<{ texts: string[]; used: string | null; others: string[] }>`
    select texts.texts, (select evergreen_uses.text::text from evergreen_uses
        where evergreen_uses.post_id = ${bind('post', 'bigint')} limit 1) as used,
      coalesce((select json_agg(evergreen_uses.text::text) from evergreen_uses
        where source_id = chosen.id and evergreen_uses.post_id <> ${bind('post', 'bigint')}
          and state <> 'refused' and ${bind('channel', 'bigint')} = any(channels)), '[]') as others
    from posts chosen ${TEXTS}
    where chosen.workspace_id = ${bind('workspaceId')} and chosen.id = ${bind('source', 'bigint')}`,
);

/** A use has another text of its source by now. */
export const setUsedText = statement<{ workspaceId: number; post: number; text: string }>()(
  'evergreen.set_used_text',
  (_db, bind) => sql<object>`
    update evergreen_uses set text = ${bind('text', 'uuid')}
    where workspace_id = ${bind('workspaceId')} and post_id = ${bind('post', 'bigint')}`,
);

/**
 * The approved and published posts of a folder that are no uses of others, the longest unused first.
 * Where a post was published itself counts as a use.
 */
export const listSources = statement<Key & { limit: number }>()(
  'evergreen.sources',
  (_db, bind) => sql<Source>`
    with chosen as materialized (
      select posts.id, posts.root_id, used.last
      from posts cross join lateral (
        select max(at) as last from evergreen_uses where source_id = posts.id
      ) used
      where posts.workspace_id = ${bind('workspaceId')} and posts.folder_id = ${bind('folder')}
        and posts.status in ('approved', 'published') and ${isLive('posts')}
        and not exists (select from evergreen_uses where evergreen_uses.post_id = posts.id)
      order by used.last nulls first, posts.id limit ${bind('limit', 'integer')}
    )
    select chosen.id as post, root_id as item,
      (select named_mentions(title) from items where items.id = chosen.root_id) as title, texts.texts,
      coalesce(own.uses, '[]') || coalesce(used.uses, '[]') as uses,
      (select refusal from evergreen_uses where source_id = chosen.id
        order by at desc, id desc limit 1) as refused
    from chosen
    ${TEXTS}
    cross join lateral (
      select jsonb_agg(jsonb_build_object('at', extract(epoch from due_at) * 1000,
        'channels', jsonb_build_array(channel_id), 'text', own_text.text)) as uses
      from publications where publications.post_id = chosen.id
        and state in ('scheduled', 'publishing', 'published', 'proposed')
    ) own
    cross join lateral (
      select jsonb_agg(jsonb_build_object('at', extract(epoch from at) * 1000,
        'channels', case when state = 'refused' then '[]' else to_jsonb(channels) end,
        'text', evergreen_uses.text)) as uses
      from evergreen_uses where source_id = chosen.id
    ) used
    order by chosen.last nulls first, chosen.id`,
);

/**
 * Nothing in this transaction starts a rule (migration 0075): a copy is no new post, and that the
 * server approves it is no decision of a person.
 */
export const startNoRules = statement()(
  'evergreen.start_no_rules',
  () => sql<object>`select set_config('postfolio.rules', '0,0,0', true)`,
);

/** A copy follows from the rules that its source follows from: none of them goes round by it. */
export const keepCauses = statement<{ source: number; post: number }>()(
  'evergreen.keep_causes',
  (_db, bind) => sql<object>`
    insert into rule_posts (post_id, rules)
    select ${bind('post', 'bigint')}, rules from rule_posts
    where post_id = ${bind('source', 'bigint')}`,
);

/** Earlier refusals go: a text that never fits is refused every day. */
export const insertUse = statement<{
  workspaceId: number;
  source: number;
  /** Null where it was refused. */
  post: number | null;
  text: string;
  channels: readonly number[];
  state: 'placed' | 'refused';
  refusal: string | null;
  at: string;
}>()(
  'evergreen.insert_use',
  (_db, bind) => sql<object>`
    with former as (
      delete from evergreen_uses where source_id = ${bind('source', 'bigint')} and state = 'refused'
    )
    insert into evergreen_uses (workspace_id, source_id, post_id, text, channels, state, refusal, at)
    values (${bind('workspaceId')}, ${bind('source')}, ${bind('post', 'bigint')}, ${bind('text', 'uuid')},
      ${bind('channels', 'bigint[]')}, ${bind('state')}, left(${bind('refusal', 'text')}, 500),
      ${bind('at', 'timestamptz')})`,
);

export const findUse = statement<{ workspaceId: number; item: number }>()(
  'evergreen.use',
  (_db, bind) => sql<{
    item: number | null;
    /** Of the post that it is a use of. */
    folder: number | null;
    title: string | null;
    number: number;
    max_uses: number | null;
  }>`
    select source.root_id as item, source.folder_id as folder, named_mentions(root.title) as title,
      (select count(*) from evergreen_uses earlier where earlier.source_id = uses.source_id
        and earlier.state <> 'refused' and earlier.id <= uses.id)::integer as number, max_uses
    from items join evergreen_uses uses on uses.post_id = items.post_id
    left join posts source on source.id = uses.source_id and ${isLive('source')}
    left join items root on root.id = source.root_id
    left join evergreen_folders on evergreen_folders.folder_id = source.folder_id
    where items.workspace_id = ${bind('workspaceId')} and items.id = ${bind('item')}`,
);

/**
 * How many copies are scheduled by the approval of the posts of these first items, or of the posts
 * in a folder and below it.
 */
export const countCopies = statement<{
  workspaceId: number;
  items: number[] | null;
  folder: number | null;
}>()(
  'evergreen.copies',
  (_db, bind) => sql<{ copies: number; known: number }>`
    with recursive below (id, depth) as (
      select id, 0 from folders
      where workspace_id = ${bind('workspaceId', 'bigint')} and id = ${bind('folder', 'bigint')}
      union all select folders.id, depth + 1
      from below join folders on folders.parent_id = below.id where depth < 100
    ), sources as (
      select post_id as id from items
      where workspace_id = ${bind('workspaceId', 'bigint')}
        and id = any(${bind('items', 'bigint[]')}) and position = 0
      union select posts.id from below join posts on posts.folder_id = below.id
      where ${isLive('posts')})
    select count(distinct publications.post_id)::integer as copies,
      ((select count(*) from items where workspace_id = ${bind('workspaceId', 'bigint')}
          and id = any(${bind('items', 'bigint[]')}))
        + (select count(*) from below where depth = 0))::integer as known
    from sources join publications on publications.source_id = sources.id
    where publications.workspace_id = ${bind('workspaceId', 'bigint')}
      and publications.state = 'scheduled' and publications.source_hash is not null`,
);

/** The figures of a post and of its uses; the post itself has no time. */
export const listUses = statement<{ workspaceId: number; item: number; limit: number }>()(
  'evergreen.uses',
  (_db, bind) => sql<{
    item: number | null;
    folder: number | null;
    title: string | null;
    at: string | null;
    published: number;
    views: number | null;
    engagements: number | null;
  }>`
    with source as (
      select post_id as id from items
      where workspace_id = ${bind('workspaceId', 'bigint')} and id = ${bind('item', 'bigint')}
    ), shown as (
      select id as post, null::timestamptz as at, 0::bigint as use from source
      union all (
        select evergreen_uses.post_id, at, evergreen_uses.id
        from source join evergreen_uses on source_id = source.id
        where state = 'placed' order by at desc limit ${bind('limit', 'integer')})
    )
    select case when ${isLive('posts')} then posts.root_id end as item, posts.folder_id as folder,
      root.title, at,
      coalesce(figures.published, 0)::integer as published, figures.views, figures.engagements
    from shown left join posts on posts.id = shown.post
    left join items root on root.id = posts.root_id
    left join lateral (
      select count(*) as published, sum(${metricIn('latest', 'views')})::bigint as views,
        sum(${engagementsIn('latest')})::bigint as engagements
      from publications left join publication_figures on publication_id = publications.id
      where publications.post_id = shown.post and publications.state = 'published'
    ) figures on true
    order by at nulls first, use`,
);

export const findSet = statement<{ workspaceId: number; id: number }>()(
  'evergreen.set',
  (_db, bind) => sql<{ channels: number[] }>`
    select channels from channel_sets
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);
