import { sql } from 'kysely';
import type { Asked, Known } from '#contract/authority/missing.ts';
import type { PartText } from '#contract/content/items.ts';
import type { Status } from '#contract/content/workflow.ts';
import { DEMANDS } from '../../../../database/fragments/demands-approval.ts';
import { isLive } from '../../../../database/fragments/live-posts.ts';
import { statement } from '../../../../database/statement.ts';
import { STATE } from '../holds.sql.ts';

/** What is known of the approvals of a publication, for `contract/authority/missing.ts`. */

type Key = { workspaceId: number; id: number };

/**
 * What became of the post that a copy repeats by its approval. Without a policy that may change, until
 * another text of it is approved. That its approval was taken back ends that of the copy.
 */
const sourceWhere = (demands: typeof DEMANDS) => sql<
  Known['source']
>`case when publications.source_hash is not null
    and whereabouts(publications.id) = 'nowhere'
  then (select case when source.id is null then 'deleted'
      when not ${isLive('source')} then 'trashed'
      when publications.source_hash <> post_text_hash(source.id)
        and (${demands} or approval_of(source.id) is not null) then 'changed' end
    from (select) one left join posts source on source.id = publications.source_id
      and source.workspace_id = publications.workspace_id) end`;

/** Of a row of `publications`; null without its workspace. Of approvals of one kind the latest. */
export const KNOWN = sql<Known>`(
  select json_build_object('isDemanded', ${DEMANDS},
    'isSame', publications.text_hash is not distinct from present,
    'isBegun', whereabouts(publications.id) <> 'nowhere', 'source', ${sourceWhere(DEMANDS)},
    'approvals', coalesce((select json_agg(kind order by (kind ->> 'id')::bigint) from (
      select json_build_object('id', max(id), 'isOfPresent', of_present, 'isOfCovered', of_covered,
        'isReviewed', reviewed, 'ended', why) as kind
      from (select id, text_hash = present as of_present,
          coalesce(text_hash = publications.text_hash, false) as of_covered,
          publication_id is null or from_approval is not null and because <> 'edit' as reviewed,
          coalesce(ended_because, case when because = 'edit' and not is_still_there(principal_id)
            then 'left' end) as why
        from approvals where approvals.workspace_id = publications.workspace_id
          and (publication_id = publications.id
            or publication_id is null and post_id = publications.post_id)
          and text_hash in (present, publications.text_hash)) given
      group by of_present, of_covered, reviewed, why) kinds), '[]'))
  from workspaces cross join lateral post_text_hash(publications.post_id) present
  where workspaces.id = publications.workspace_id)`;

/** What was begun has another text by now, and nothing of it is out: it is frozen anew before it is sent. */
export const IS_OUTDATED = sql<boolean>`coalesce(publications.state = 'publishing' and not as_scheduled
  and publications.text_hash <> post_text_hash(publications.post_id)
  and whereabouts(publications.id) = 'nowhere', false)`;

/** What the publisher asks at the next turn of a publication. */
const ASKED = sql<Asked>`case when publications.state = 'publishing' and not ${IS_OUTDATED}
  then 'part' else 'due' end`;

export const findKnown = statement<{ id: number }>()(
  'publications.known',
  (_db, bind) => sql<{ known: Known }>`
    select ${KNOWN} as known from publications where id = ${bind('id', 'bigint')}`,
);

/** The same of what is due next, with what is asked then. */
export const listKnown = statement<{ limit: number }>()(
  'publications.known_of_scheduled',
  (_db, bind) => sql<{ id: number; asked: Asked; known: Known }>`
    select id, ${ASKED} as asked, ${KNOWN} as known from publications
    where id in (select due.id from publications due where due.state in ('scheduled', 'publishing')
        and due.next_attempt_at is not null and due.post_id is not null
      order by due.next_attempt_at limit ${bind('limit', 'integer')})
    order by id`,
);

/** The same of some that wait. */
export const listKnownOf = statement<{ workspaceId: number; ids: number[] }>()(
  'publications.known_of_held',
  (_db, bind) => sql<{ id: number; asked: Asked; known: Known }>`
    select id, ${ASKED} as asked, ${KNOWN} as known from publications
    where workspace_id = ${bind('workspaceId')}
      and id = any(${bind('ids', 'bigint[]')}) and post_id is not null`,
);

/**
 * The same of what is open in a workspace and due next, with what became of the source of a copy
 * where an approval is demanded. In the order of their times.
 */
export const listOpen = statement<{ workspaceId: number; limit: number }>()(
  'publications.known_of_open',
  (_db, bind) => sql<{
    id: number;
    asked: Asked;
    known: Known;
    demandedSource: Known['source'];
  }>`
    select id, ${ASKED} as asked, ${KNOWN} as known,
      ${sourceWhere(sql<boolean>`true`)} as "demandedSource"
    from publications
    where publications.workspace_id = ${bind('workspaceId')} and id in (
      select publications.id from channels
        join publications on publications.channel_id = channels.id
          and publications.next_attempt_at is not null
      where channels.workspace_id = ${bind('workspaceId')} and publications.post_id is not null
        and ${STATE} in ('scheduled', 'publishing')
      order by publications.next_attempt_at, publications.id limit ${bind('limit', 'integer')})
    order by due_at, id`,
);

/**
 * Who ended an approval, and how: that of the post itself, or of the one that it repeats, on which it
 * leans. What was done is the transition of the same instant. Who gave one that stands.
 */
export const findEnding = statement<{ approval: number }>()(
  'approvals.ending',
  (_db, bind) => sql<{
    name: string | null;
    isOfSource: boolean;
    became: Status | null;
    isRejected: boolean;
    comment: string | null;
  }>`
    with recursive leans as (
      select 0 as depth, approvals.* from approvals where id = ${bind('approval', 'bigint')}
      union all select depth + 1, approvals.* from leans
        join approvals on approvals.id = leans.from_approval and approvals.ended_at = leans.ended_at
      where depth < 10
    ), begun as (select * from leans order by depth desc limit 1)
    select coalesce(deciders.name, users.name, people.name) as name,
      begun.post_id is distinct from given.post_id as "isOfSource",
      done.target_state as became, coalesce(done.state = 'rejected', false) as "isRejected",
      case when done.state = 'done' and done.target_state = 'draft'
        then left(done.comment, 200) end as comment
    from begun join leans given on given.depth = 0
      left join lateral (select * from transitions
        where transitions.workspace_id = begun.workspace_id and transitions.post_id = begun.post_id
          and begun.ended_at in (created_at, decided_at)
        order by id desc limit 1) done on true
      left join users on users.id = done.user_id left join users deciders on deciders.id = done.decided_by
      left join principals on principals.id
        = case when begun.ended_at is null then begun.principal_id else begun.ended_by end
      left join users people on people.id = principals.person_id`,
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

/**
 * Whether another text of the source of a copy is approved by now, which the copy can take: its own
 * text is still the one that it was made with, and nothing of it is out. Where nobody approves their
 * own text, the approval of the source is none of a copy that a person changes.
 */
export const OFFERS_SOURCE = sql<boolean>`(publications.source_id is not null
  and (publications.state = 'scheduled'
    or publications.state = 'stopped' and publications.reason = 'changed')
  and not exists (select from workspaces
    where workspaces.id = publications.workspace_id and prevent_self_approval)
  and publications.text_hash = post_text_hash(publications.post_id)
  and whereabouts(publications.id) = 'nowhere'
  and not exists (select from publications other where other.post_id = publications.post_id
    and other.workspace_id = publications.workspace_id and other.id <> publications.id
    and (other.state in ('publishing', 'published') or whereabouts(other.id) <> 'nowhere'))
  and exists (select from posts source where source.id = publications.source_id
    and source.workspace_id = publications.workspace_id and ${isLive('source')}
    and source.status in ('approved', 'published') and approval_of(source.id) is not null
    and post_text_hash(source.id) <> publications.source_hash))`;

/** The publications of a copy that can take the present text of its source, and that source. */
export const findOffers = statement<{ workspaceId: number; post: number }>()(
  'publications.offers_of_source',
  (_db, bind) => sql<{ id: number; source: number; is_stopped: boolean }>`
    select publications.id, sources.root_id as source, publications.state = 'stopped' as is_stopped
    from publications join posts sources on sources.id = publications.source_id
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
      and state in ('scheduled', 'stopped')
      and text_hash = post_text_hash(post_id)`,
);

/** The text that was scheduled, part by part. */
export const findScheduled = statement<Key>()(
  null,
  (_db, bind) => sql<{ text: (PartText & { language: string | null })[] }>`
    select text from publications
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);
