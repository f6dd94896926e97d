import { sql } from 'kysely';
import type { PartText } from '#contract/content/items.ts';
import type { Status } from '#contract/content/workflow.ts';
import type { Publication } from '#contract/publishing/publications.ts';
import { isLive } from '../../../database/live-posts.ts';
import { statement } from '../../../database/statement.ts';

/** Whether the text of a publication is the approved one. */

type Key = { workspaceId: number; id: number };

/** Whether the workspace of a publication demands an approval. */
const DEMANDS = sql<boolean>`(workspaces.prevent_self_approval or workspaces.only_approved)`;

/**
 * Whether the text of a publication is approved, the very text and not another one of its post: also
 * while the post is in review again for another account (0106).
 */
const STANDS = sql<boolean>`(publications.text_hash is not distinct from posts.approved_hash
  or posts.status = 'review' and publications.approval_kept)`;

/**
 * Whether the approval of the text of a publication was taken back since (migration 0036), and not
 * given again: whatever is approved in its place. A text that was only changed is judged by who
 * changed it.
 */
const TAKEN_BACK = sql<boolean>`(publications.approved and not ${STANDS}
  and (publications.withdrawn or posts.status in ('review', 'archived')))`;

/** The same of what waits for its time: an approved text that was changed and changed back, too. */
const WITHDRAWN = sql<boolean>`(${TAKEN_BACK} or publications.approved and not ${STANDS}
  and posts.status <> 'published' and publications.text_hash = post_text_hash(posts.id))`;

/** Whether another text is the approved one of the post, as it is now. */
const REPLACED = sql<boolean>`(posts.approved_hash is not null
  and posts.approved_hash <> publications.text_hash
  and posts.approved_hash = post_text_hash(posts.id))`;

/** Whether the text that is being sent may not go on: its approval was taken back, or is of another. */
export const IS_WITHDRAWN = sql<boolean>`coalesce(${TAKEN_BACK} or ${REPLACED}, false)`;

/**
 * What the source of a copy has lost since the copy was approved by its approval (migration 0125);
 * null where it stands, and where something of the copy is out or may be. Without a policy a source
 * may change, until another text of it is approved.
 */
const SOURCE_LOSS = sql<'deleted' | 'trashed' | 'taken back' | 'changed' | null>`(
  case when publications.source_hash is not null and whereabouts(publications.id) = 'nowhere'
    then (select case when source.id is null then 'deleted'
        when not ${isLive('source')} then 'trashed'
        when publications.source_withdrawn then 'taken back'
        when source.status not in ('approved', 'published') and ${DEMANDS} then 'changed'
        when publications.source_hash <> post_text_hash(source.id)
          and (${DEMANDS} or source.approved_hash = post_text_hash(source.id)) then 'changed' end
      from workspaces left join posts source on source.id = publications.source_id
        and source.workspace_id = workspaces.id
      where workspaces.id = publications.workspace_id) end)`;

/** Whether a publication was begun, is nowhere, and its source is lost since. */
export const LOST_ITS_SOURCE = sql<boolean>`(publications.state = 'publishing'
  and ${SOURCE_LOSS} is not null)`;

/**
 * Whether the present text is approved. Where that is not demanded: whether it is the one that was
 * scheduled, or was changed since only by those who could publish on this channel then and are still
 * members, with all by whom they act, and no approval of it was taken back. A copy needs its source.
 */
const AUTHORIZED = sql<boolean>`((hash is not distinct from posts.approved_hash
    or hash = publications.text_hash and ${STANDS}
    or not ${DEMANDS} and not ${WITHDRAWN}
      and (publications.text_hash = hash or not exists (
        select from item_versions join items on items.id = item_versions.item_id
          -- What was replaced before it was covered, and is restored, has words that nobody covered.
          cross join lateral unnest(
            principal_id || case when restored < publications.version then carried end) author
          cross join lateral rights_of(author) rights
        where items.post_id = posts.id and item_versions.version > publications.version
          and (publications.channel_id <> all(rights.publishes)
            or not is_still_there(author)))))
  and not (hash = publications.text_hash and ${SOURCE_LOSS} is not null))`;

/** The same by approvals as rows (migration 0147), which will decide it. */
const COVERED = sql<boolean>`(covers(publications.id, hash, ${DEMANDS})
  and not (hash = publications.text_hash and ${SOURCE_LOSS} is not null))`;

const ofPublications = sql`publications join posts on posts.id = publications.post_id
    and posts.workspace_id = publications.workspace_id
  join workspaces on workspaces.id = publications.workspace_id
  cross join lateral post_text_hash(posts.id) hash`;

export const isAuthorized = statement<{ id: number }>()(
  'publisher.is_authorized',
  (_db, bind) => sql<{ authorized: boolean; covered: boolean }>`
    select ${AUTHORIZED} as authorized, ${COVERED} as covered
    from ${ofPublications} where publications.id = ${bind('id', 'bigint')}`,
);

/** What is due next, and would be decided about otherwise by approvals as rows. */
export const findDifferences = statement<{ limit: number }>()(
  'publications.differences',
  (_db, bind) => sql<{ id: number; covered: boolean }>`
    select publications.id, ${COVERED} as covered from ${ofPublications}
    where publications.id in (select due.id from publications due where due.state = 'scheduled'
        order by due.next_attempt_at limit 5000)
      and ${AUTHORIZED} is distinct from ${COVERED}
    order by publications.id limit ${bind('limit', 'integer')}`,
);

/** Who took the approval of a publication back, and what the post became; no row where it stands. */
export const findWithdrawal = statement<{ id: number }>()(
  'publisher.find_withdrawal',
  (_db, bind) => sql<{
    name: string | null;
    status: Status;
    rejected: boolean;
    comment: string | null;
  }>`
    select posts.status, coalesce(last.rejected, false) as rejected, last.name, last.comment
    from publications join posts on posts.id = publications.post_id
        and posts.workspace_id = publications.workspace_id
      join workspaces on workspaces.id = publications.workspace_id
      left join lateral (
        select transitions.state = 'rejected' as rejected, coalesce(deciders.name, users.name) as name,
          case when transitions.state = 'done' and transitions.target_state = 'draft'
            then left(transitions.comment, 200) end as comment
        from transitions left join users on users.id = transitions.user_id
          left join users deciders on deciders.id = transitions.decided_by
        where transitions.workspace_id = posts.workspace_id and transitions.post_id = posts.id
          and (transitions.target_state = posts.status or transitions.state = 'rejected')
        order by coalesce(transitions.decided_at, transitions.created_at) desc, transitions.id desc
        limit 1
      ) last on true
    where publications.id = ${bind('id', 'bigint')}
      and (${WITHDRAWN} or ${REPLACED} or ${DEMANDS} and not ${STANDS}
        and publications.text_hash = post_text_hash(posts.id))`,
);

/** What a copy has lost of its source, and who took that back; no row where it stands. */
export const findSourceLoss = statement<{ id: number }>()(
  'publisher.find_source_loss',
  (_db, bind) => sql<{
    loss: 'deleted' | 'trashed' | 'taken back' | 'changed';
    name: string | null;
    comment: string | null;
  }>`
    select lost.loss, last.name, last.comment
    from publications join posts on posts.id = publications.post_id
        and posts.workspace_id = publications.workspace_id
      cross join lateral (select ${SOURCE_LOSS} as loss) lost
      left join lateral (
        select coalesce(deciders.name, users.name) as name,
          case when transitions.state = 'done' and transitions.target_state = 'draft'
            then left(transitions.comment, 200) end as comment
        from transitions left join users on users.id = transitions.user_id
          left join users deciders on deciders.id = transitions.decided_by
        where transitions.workspace_id = publications.workspace_id
          and transitions.post_id = publications.source_id
          and (transitions.state = 'rejected'
            or transitions.target_state not in ('approved', 'published'))
        order by coalesce(transitions.decided_at, transitions.created_at) desc, transitions.id desc
        limit 1
      ) last on true
    where publications.id = ${bind('id', 'bigint')} and lost.loss is not null
      and (publications.as_scheduled or publications.text_hash = post_text_hash(posts.id))`,
);

/** Who changed which item after the post was scheduled, lately. */
export const findChange = statement<{ id: number }>()(
  'publisher.find_change',
  (_db, bind) => sql<{ name: string | null; position: number }>`
    select users.name, items.position
    from publications join items on items.post_id = publications.post_id
        and items.workspace_id = publications.workspace_id
      join item_versions on item_versions.item_id = items.id
        and item_versions.version > publications.version
      left join users on users.id = item_versions.user_id
    where publications.id = ${bind('id', 'bigint')}
    order by item_versions.created_at desc limit 1`,
);

/** Why the text that was scheduled may not be published; null where it may. */
const SCHEDULED_REFUSAL = sql<'replaced' | 'withdrawn' | 'source' | 'never approved' | null>`case
  when ${REPLACED} then 'replaced'
  when ${WITHDRAWN} then 'withdrawn'
  when ${SOURCE_LOSS} is not null then 'source'
  when publications.text = '[]' or ${DEMANDS} and not publications.approved then 'never approved'
  end`;

/** Whether the text of the post may be published now. Without a post, what was begun goes on. */
const ALLOWS_PRESENT = sql<boolean>`(posts.id is null or not ${DEMANDS}
  or posts.status in ('approved', 'published') and posts.approved_hash = post_text_hash(posts.id)
    and ${SOURCE_LOSS} is null)`;

/**
 * Whether another text of the source of a copy is approved by now, which the copy can take: its own
 * text is still the one that it was made with, and nothing of it is out. Where nobody approves their
 * own text, the approval of the source is none of a copy that a person changes.
 */
const OFFERS_SOURCE = sql<boolean>`(publications.source_id is not null
  and (publications.state = 'scheduled'
    or publications.state = 'stopped' and publications.reason = 'changed')
  and not workspaces.prevent_self_approval
  and publications.text_hash = post_text_hash(posts.id)
  and whereabouts(publications.id) = 'nowhere'
  and not exists (select from publications other where other.post_id = publications.post_id
    and other.workspace_id = publications.workspace_id and other.id <> publications.id
    and (other.state in ('publishing', 'published') or whereabouts(other.id) <> 'nowhere'))
  and exists (select from posts source where source.id = publications.source_id
    and source.workspace_id = publications.workspace_id and ${isLive('source')}
    and source.status in ('approved', 'published')
    and source.approved_hash = post_text_hash(source.id)
    and source.approved_hash <> publications.source_hash))`;

/** Which texts of a stopped publication may be published; of a copy that waits, that of its source. */
export const SENDABLE = sql<Publication['sendable']>`(case when publications.state = 'stopped'
    or publications.state = 'scheduled' and publications.source_id is not null then (
    select coalesce(json_agg(which), '[]') from workspaces cross join lateral
      (values ('scheduled', publications.state = 'stopped' and posts.id is not null
          and (${SCHEDULED_REFUSAL}) is null),
        ('present', publications.state = 'stopped' and ${ALLOWS_PRESENT}),
        ('source', ${OFFERS_SOURCE})) texts (which, allowed)
    where workspaces.id = publications.workspace_id and allowed)
  else '[]' end)`;

/** The publications of a copy that can take the present text of its source, and that source. */
export const findOffers = statement<{ workspaceId: number; post: number }>()(
  'publications.offers_of_source',
  (_db, bind) => sql<{ id: number; source: number; is_stopped: boolean }>`
    select publications.id, sources.root_id as source, publications.state = 'stopped' as is_stopped
    from publications join workspaces on workspaces.id = publications.workspace_id
      join posts on posts.id = publications.post_id
      join posts sources on sources.id = publications.source_id
        and sources.workspace_id = publications.workspace_id
    where publications.workspace_id = ${bind('workspaceId')}
      and publications.post_id = ${bind('post', 'bigint')} and ${OFFERS_SOURCE}
    order by publications.id`,
);

/** The approval of a copy is that of its source: the publications that it is scheduled by need both. */
export const tieToSource = statement<{ workspaceId: number; post: number; source: number }>()(
  'publications.tie_to_source',
  (_db, bind) => sql<object>`
    update publications set source_id = ${bind('source', 'bigint')},
      source_hash = post_text_hash(${bind('source', 'bigint')})
    where workspace_id = ${bind('workspaceId')} and post_id = ${bind('post', 'bigint')}
      and state in ('scheduled', 'stopped') and approved
      and text_hash = post_text_hash(post_id)`,
);

export const judgeScheduled = statement<Key>()(
  'publications.judge_scheduled',
  (_db, bind) => sql<{
    refusal: 'replaced' | 'withdrawn' | 'source' | 'never approved' | null;
    covered: boolean;
  }>`
    select ${SCHEDULED_REFUSAL} as refusal,
      covers(publications.id, publications.text_hash, ${DEMANDS}) and ${SOURCE_LOSS} is null as covered
    from publications join workspaces on workspaces.id = publications.workspace_id
      join posts on posts.id = publications.post_id
    where publications.workspace_id = ${bind('workspaceId')} and publications.id = ${bind('id')}`,
);

/** A row where an approved copy may not be published as it is: its source is lost. */
export const findLostSource = statement<Key>()(
  'publications.lost_source',
  (_db, bind) => sql<object>`
    select from publications join workspaces on workspaces.id = publications.workspace_id
    where publications.workspace_id = ${bind('workspaceId')} and publications.id = ${bind('id')}
      and ${DEMANDS} and ${SOURCE_LOSS} is not null
      and publications.text_hash = post_text_hash(publications.post_id)`,
);

/** The text that was scheduled, part by part. */
export const findScheduled = statement<Key>()(
  null,
  (_db, bind) => sql<{ text: (PartText & { language: string | null })[] }>`
    select text from publications
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);
