import { sql } from 'kysely';
import type { DecidedText, Transition } from '#contract/publishing/review.ts';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { userRef } from '../../../database/fragments/user-ref.ts';
import { type Bind, builder, statement } from '../../../database/statement.ts';

/** Transitions as the API returns them. */
const transitions = builder
  .selectFrom('transitions')
  .innerJoin('posts', 'posts.id', 'transitions.post_id')
  .leftJoin('users as asker', 'asker.id', 'transitions.user_id')
  .leftJoin('users as decider', 'decider.id', 'transitions.decided_by')
  .select([
    'transitions.id',
    'posts.root_id as item',
    sql<Transition['from_state']>`transitions.from_state`.as('from_state'),
    sql<Transition['target_state']>`transitions.target_state`.as('target_state'),
    'transitions.comment',
    sql<Transition['state']>`transitions.state`.as('state'),
    userRef('asker').as('user'),
    'transitions.by_schedule',
    'transitions.created_at',
    userRef('decider').as('decided_by'),
    'transitions.decided_at',
    'transitions.decision_comment',
  ]);

export const findTransition = statement<{ workspaceId: number; id: number }>()(
  'transitions.find',
  (_db, bind) =>
    transitions
      .where('transitions.workspace_id', '=', bind('workspaceId'))
      .where('transitions.id', '=', bind('id')),
);

/** Of a post, and of the former post of its first item, newest first. */
export const listTransitions = statement<{ workspaceId: number; post: number; limit: number }>()(
  'transitions.list',
  (_db, bind) =>
    transitions
      .where('transitions.workspace_id', '=', bind('workspaceId'))
      .where(
        sql<boolean>`transitions.post_id in (
          select ${bind('post', 'bigint')}
          union all
          select former.id from posts former join posts present on present.root_id = former.root_id
          where present.id = ${bind('post')} and former.workspace_id = ${bind('workspaceId')}
            and former.size = 0)`,
      )
      .orderBy('transitions.id', 'desc')
      .limit(bind('limit')),
);

/** Pending, and not in the trash. */
const isWaiting = (bind: Bind<{ workspaceId: number }>) => sql<boolean>`
  transitions.workspace_id = ${bind('workspaceId')} and transitions.state = 'pending'
    and ${isLive('posts')}`;

/** A row where a post has a pending review. */
export const findPending = statement<{ workspaceId: number; post: number }>()(
  'transitions.find_pending',
  (_db, bind) => sql<{ id: number }>`
    select id from transitions
    where workspace_id = ${bind('workspaceId')} and post_id = ${bind('post')}
      and state = 'pending'`,
);

/** A row where the first item of a post has another version than when this review was asked for. */
export const findChangedSince = statement<{ workspaceId: number; id: number }>()(
  'transitions.changed_since',
  (_db, bind) => sql<object>`
    select from transitions
    join posts on posts.id = transitions.post_id
    join items on items.id = posts.root_id
    where transitions.workspace_id = ${bind('workspaceId')} and transitions.id = ${bind('id')}
      and items.version is distinct from (
        select max(version) from item_versions
        where item_id = items.id and item_versions.created_at <= transitions.created_at)`,
);

/** The longest waiting first. */
export const listPending = statement<{ workspaceId: number; limit: number }>()(
  'transitions.queue',
  (_db, bind) =>
    transitions
      .select('transitions.post_id as post')
      .where(isWaiting(bind as Bind<{ workspaceId: number }>))
      .orderBy('transitions.id')
      .limit(bind('limit')),
);

export const countPending = statement<{ workspaceId: number }>()(
  'transitions.count_pending',
  (db, bind) =>
    db
      .selectFrom('transitions')
      .innerJoin('posts', 'posts.id', 'transitions.post_id')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where(isWaiting(bind)),
);

/** The last decision on a post, and the texts that its items had then. */
export const findDecided = statement<{ workspaceId: number; post: number }>()(
  'transitions.decided',
  (_db, bind) => sql<NonNullable<DecidedText>>`
    select state, decided_at, ${userRef('users')} as decided_by, (
        select coalesce(json_agg(json_build_object('id', items.id, 'content', former.content,
          'network_texts', former.network_texts, 'media', former.media,
          'language', former.language)), '[]')
        from items cross join lateral (
          select content, network_texts, media, language from item_versions
          where item_id = items.id and item_versions.created_at <= decided_at
          order by version desc limit 1) former
        where items.workspace_id = ${bind('workspaceId', 'bigint')}
          and items.post_id = ${bind('post', 'bigint')} and ${isLive()}) as parts
    from transitions left join users on users.id = decided_by
    where transitions.workspace_id = ${bind('workspaceId', 'bigint')}
      and transitions.post_id = ${bind('post', 'bigint')} and decided_at is not null
    order by transitions.id desc limit 1`,
);

/**
 * The first items of the posts whose last approval is of this person, and of which something is not
 * out yet: the post itself, a publication, or a copy that leans on it, also one that is still to be
 * made. Posts in the trash come back with their approval.
 * @param repeated the folders whose posts are published again
 */
export const listApprovedBy = statement<{
  workspaceId: number;
  userId: number;
  repeated: number[];
}>()(
  'transitions.approved_by',
  (_db, bind) => sql<{ root: number; is_live: boolean }>`
    select posts.root_id as root, ${isLive('posts')} as is_live
    from (select distinct post_id from transitions
      where workspace_id = ${bind('workspaceId')}
        and (user_id = ${bind('userId', 'bigint')} or decided_by = ${bind('userId', 'bigint')})
    ) decided join posts on posts.id = decided.post_id
      cross join lateral (
        select case when state = 'approved' then decided_by else user_id end as approver
        from transitions where transitions.post_id = posts.id
          and (state = 'approved' or state = 'done' and target_state = 'approved')
        order by coalesce(decided_at, created_at) desc, id desc limit 1) last
    where posts.workspace_id = ${bind('workspaceId')} and posts.size > 0
      and last.approver = ${bind('userId', 'bigint')}
      and (posts.status = 'approved'
        or posts.status = 'published' and posts.folder_id = any(${bind('repeated', 'bigint[]')})
        or posts.status in ('review', 'published') and exists (
          select from publications where (publications.source_id = posts.id
              or publications.post_id = posts.id and exists (select from approvals
                where publication_id = publications.id and from_approval is not null
                  and ended_at is null))
            and state in ('scheduled', 'publishing', 'stopped')))
    order by posts.root_id`,
);
