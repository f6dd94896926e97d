import { sql } from 'kysely';
import type { Transition } from '#contract/review.ts';
import { type Bind, builder, statement } from '../../database/statement.ts';
import { who } from '../../database/who.ts';

/** Transitions as the API answers them. */
const transitions = builder
  .selectFrom('transitions')
  .leftJoin('users as asker', 'asker.id', 'transitions.user_id')
  .leftJoin('users as decider', 'decider.id', 'transitions.decided_by')
  .select([
    'transitions.id',
    'transitions.item_id as item',
    sql<Transition['from_state']>`transitions.from_state`.as('from_state'),
    sql<Transition['target_state']>`transitions.target_state`.as('target_state'),
    'transitions.comment',
    sql<Transition['state']>`transitions.state`.as('state'),
    who('asker').as('user'),
    'transitions.created_at',
    who('decider').as('decided_by'),
    'transitions.decided_at',
    'transitions.decision_comment',
  ]);

export const findTransition = statement<{ workspaceId: number; id: number }>()('transitions.find', (_db, bind) =>
  transitions.where('transitions.workspace_id', '=', bind('workspaceId')).where('transitions.id', '=', bind('id')),
);

export const findPendingOf = statement<{ itemId: number }>()('transitions.pending_of', (db, bind) =>
  db.selectFrom('transitions').select('id').where('item_id', '=', bind('itemId')).where('state', '=', 'pending'),
);

/** Newest first. */
export const listTransitions = statement<{ itemId: number; limit: number }>()('transitions.list', (_db, bind) =>
  transitions.where('transitions.item_id', '=', bind('itemId')).orderBy('transitions.id', 'desc').limit(bind('limit')),
);

/** Waits for a decision, and is not in the trash. */
const isWaiting = (bind: Bind<{ workspaceId: number }>) => sql<boolean>`
  transitions.workspace_id = ${bind('workspaceId')} and transitions.state = 'pending' and items.deleted_at is null`;

/** The longest waiting first. */
export const listPending = statement<{ workspaceId: number; limit: number }>()('transitions.queue', (_db, bind) =>
  transitions
    .innerJoin('items', 'items.id', 'transitions.item_id')
    .where(isWaiting(bind as Bind<{ workspaceId: number }>))
    .orderBy('transitions.id')
    .limit(bind('limit')),
);

export const countPending = statement<{ workspaceId: number }>()('transitions.count_pending', (db, bind) =>
  db
    .selectFrom('transitions')
    .innerJoin('items', 'items.id', 'transitions.item_id')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where(isWaiting(bind)),
);

/** Decides what is pending. `hash`: of the text that is approved; null where it is not. */
export const decide = statement<{
  id: number;
  state: 'approved' | 'rejected';
  userId: number;
  comment: string | null;
  hash: Buffer | null;
}>()('transitions.decide', (db, bind) =>
  db
    .updateTable('transitions')
    .set({
      state: bind('state'),
      decided_by: bind('userId'),
      decided_at: sql`now()`,
      decision_comment: bind('comment'),
      approved_hash: bind('hash'),
    })
    .where('id', '=', bind('id')),
);
