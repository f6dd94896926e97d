import { type RawBuilder, sql } from 'kysely';
import type { Known } from '#contract/authority/missing.ts';
import { DEMANDS } from '../../../database/fragments/demands-approval.ts';
import { type ActsAs, principalOf } from '../../../database/fragments/principal.ts';
import { type Bind, statement } from '../../../database/statement.ts';

/** Approvals of texts (migrations 0147 and 0149): rows are added and ended, and not rewritten. */

type Acting = { workspaceId: number } & ActsAs;
type OfPosts = Acting & { posts: readonly number[] };

const IS_OPEN = sql`publications.state in ('proposed', 'scheduled', 'publishing', 'stopped')`;

/**
 * The approvals that lean on one of `begun`, these included. What a copy has begun, and may be out,
 * goes on as it was.
 */
const leaning = sql`leaning as (
  select id, post_id as source from begun
  union select approvals.id, source from leaning
    join approvals on from_approval = leaning.id and ended_at is null
      and (approvals.post_id = source or publication_id is null
        or whereabouts(publication_id) = 'nowhere'))`;

/** Ends approvals of posts, and what leans on them. @param which of their approvals */
const ending = (name: string, because: 'taken back' | 'replaced', which: RawBuilder<boolean>) =>
  statement<OfPosts>()(
    name,
    (_db, bind) => sql<object>`
      with recursive begun as (
        select id, post_id from approvals
        where workspace_id = ${bind('workspaceId', 'bigint')}
          and post_id = any(${bind('posts', 'bigint[]')}) and ended_at is null and ${which}),
      ${leaning}
      update approvals set ended_at = now(),
        ended_by = ${principalOf(bind as unknown as Bind<Acting>)},
        ended_because = ${sql.lit(because)}
      where id in (select id from leaning)`,
  );

/** Ends the approvals of the texts of these posts. What was scheduled without one stays. */
export const takeBack = ending('approvals.take_back', 'taken back', sql`publication_id is null`);

/** Ends all approvals of these posts, in whose place others come. */
export const replaceApprovals = ending('approvals.replace', 'replaced', sql`true`);

/**
 * Approves the texts of these posts, and by that what is scheduled or proposed of them, has begun with
 * this text, or repeats it.
 */
export const approveTexts = statement<OfPosts>()(
  'approvals.of_texts',
  (_db, bind) => sql<object>`
    with present as materialized (
      select current_endings(${bind('workspaceId', 'bigint')}) as endings
    ), approved as (
      insert into approvals (workspace_id, post_id, principal_id, because, text_hash, endings, names)
      select workspace_id, id, ${principalOf(bind as unknown as Bind<Acting>)}, 'review',
        post_text_hash(id), present.endings, current_names(workspace_id, created_by, folder_id)
      from posts cross join present
      where workspace_id = ${bind('workspaceId', 'bigint')} and id = any(${bind('posts', 'bigint[]')})
      returning id, post_id, principal_id, text_hash as hash
    ), concerned as (
      select approved.*, publications.id as publication, publications.post_id as of_post, approved.hash as text
      from approved join publications on publications.post_id = approved.post_id
      where state in ('proposed', 'scheduled') or ${IS_OPEN} and text_hash = hash
      union all
      select approved.*, publications.id, publications.post_id, text_hash
      from approved join publications on source_id = approved.post_id and source_hash = hash
      where ${IS_OPEN} and publications.workspace_id = ${bind('workspaceId', 'bigint')}
    )
    insert into approvals (workspace_id, post_id, publication_id, principal_id, because, text_hash, from_approval)
    select ${bind('workspaceId', 'bigint')}, of_post, publication, principal_id,
      case when of_post = post_id then 'review' else 'copy' end, text, id
    from concerned`,
);

/**
 * What is known of a post that is about to be scheduled, for `contract/authority/missing.ts`: of the
 * approvals of its text the latest of each kind.
 */
export const findKnownOfPost = statement<{ workspaceId: number; id: number }>()(
  'approvals.known',
  (_db, bind) => sql<{ known: Known }>`
    select json_build_object('isDemanded', ${DEMANDS}, 'isSame', true,
      'isBegun', false, 'source', null, 'approvals', coalesce((
        select json_agg(json_build_object('id', id, 'isOfPresent', true, 'isOfCovered', false,
          'isReviewed', true, 'ended', why) order by id)
        from (select max(id) as id, ended_because as why from approvals
          where post_id = posts.id and publication_id is null and text_hash = post_text_hash(posts.id)
          group by ended_because) kinds), '[]')) as known
    from posts join workspaces on workspaces.id = posts.workspace_id
    where posts.workspace_id = ${bind('workspaceId', 'bigint')} and posts.id = ${bind('id', 'bigint')}`,
);

/** Covers publications with the texts that they have; they lean on the approval of that text, where there is one. */
export const coverScheduled = statement<Acting & { ids: readonly number[] }>()(
  'approvals.of_scheduled',
  (_db, bind) => sql<object>`
    insert into approvals (workspace_id, post_id, publication_id, principal_id, because, text_hash, from_approval)
    select workspace_id, post_id, id, ${principalOf(bind as unknown as Bind<Acting>)}, 'schedule', text_hash,
      (select max(known.id) from approvals known where known.post_id = publications.post_id
        and known.publication_id is null and known.ended_at is null
        and known.text_hash = publications.text_hash)
    from publications
    where workspace_id = ${bind('workspaceId', 'bigint')} and id = any(${bind('ids', 'bigint[]')})`,
);

export type Covered = { id: number; channel: number; approval: number };

/**
 * What is open of these posts, on channels where the actor may publish, and covered as they are; the
 * approval on which that leans, or 0.
 */
export const findCovered = statement<OfPosts>()(
  'approvals.covered',
  (_db, bind) => sql<Covered>`
    select publications.id, channel_id as channel,
      coalesce(max(coalesce(from_approval, case when publication_id is null then approvals.id end)), 0) as approval
    from posts join publications on publications.post_id = posts.id
        and publications.workspace_id = posts.workspace_id
      join approvals on approvals.ended_at is null and approvals.post_id = posts.id
        and (publication_id is null or publication_id = publications.id)
        and approvals.text_hash = post_text_hash(posts.id)
        and (because <> 'edit' or is_still_there(approvals.principal_id))
      cross join lateral rights_of(${principalOf(bind as unknown as Bind<Acting>)}) rights
    where posts.workspace_id = ${bind('workspaceId', 'bigint')} and posts.id = any(${bind('posts', 'bigint[]')})
      and publications.state in ('scheduled', 'publishing', 'stopped')
      and (rights.publishes is null or channel_id = any(rights.publishes))
    group by publications.id`,
);

/** Covers publications with the texts that their posts have now; what they lean on stays. */
export const coverEdited = statement<
  Acting & { ids: readonly number[]; from: readonly number[] }
>()(
  'approvals.of_edits',
  (_db, bind) => sql<object>`
    insert into approvals (workspace_id, post_id, publication_id, principal_id, because, text_hash, from_approval)
    select workspace_id, post_id, publications.id, ${principalOf(bind as unknown as Bind<Acting>)}, 'edit',
      post_text_hash(post_id), nullif(leans, 0)
    from unnest(${bind('ids', 'bigint[]')}, ${bind('from', 'bigint[]')}) given(id, leans)
      join publications on publications.id = given.id
    where workspace_id = ${bind('workspaceId', 'bigint')}
      -- What was replaced before it was covered, and is restored, has words that nobody covered.
      and not exists (select from items
        join item_versions on item_id = items.id and item_versions.version = items.version
          and restored < publications.version
        cross join lateral unnest(carried) author cross join lateral rights_of(author) rights
        where items.post_id = publications.post_id
          and publications.channel_id <> all(rights.publishes))`,
);

/**
 * The approval of a copy is that of its source: it ends with that, and has its names and endings.
 * Where the source was published unapproved, those that it was published with.
 */
export const leanOnSource = statement<{ workspaceId: number; post: number; source: number }>()(
  'approvals.lean_on_source',
  (_db, bind) => sql<object>`
    update approvals set because = 'copy', from_approval = source.id,
      endings = case when source.id is not null then source.endings else (
        select jsonb_object_agg(channel_id::text, ending) from (
          select distinct on (channel_id) channel_id, ending from publications
          where post_id = ${bind('source', 'bigint')} and state = 'published'
          order by channel_id, published_at desc) sent
        where ending is not null) end,
      names = case when source.id is not null then source.names else coalesce((
        select names from publications
        where post_id = ${bind('source', 'bigint')} and state = 'published' and names is not null
        order by published_at desc limit 1), approvals.names) end
    from (select approval_of(${bind('source', 'bigint')}) as id) standing
      left join approvals source on source.id = standing.id
    where approvals.workspace_id = ${bind('workspaceId', 'bigint')}
      and approvals.post_id = ${bind('post', 'bigint')}
      and approvals.publication_id is null and approvals.ended_at is null`,
);
