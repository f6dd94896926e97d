import { sql } from 'kysely';
import { inTurns } from '../../../database/in-turns.ts';
import { statement } from '../../../database/statement.ts';

/** Runs that ask the assistant next. */

type Key = { workspaceId: number; id: number };

/** One of each workspace, in their turns. */
export const takeAsking = statement<{ now: string; until: string; limit: number }>()(
  'rule_runs.take_asking',
  (_db, bind) => sql<{ id: number; workspace: number }>`
    update rule_runs set leased_until = ${bind('until', 'timestamptz')}
    where id in (${inTurns('rule_runs', {
      open: sql`state = 'running' and asks`,
      free: sql`(leased_until is null or leased_until < ${bind('now', 'timestamptz')})`,
      each: sql`1`,
      limit: bind('limit', 'integer'),
    })})
    returning id, workspace_id as workspace`,
);

/**
 * Written down before the assistant is asked, and taken back where it was not asked after all.
 * `answered`: JSON of what it has answered so far. Nothing is done where the lease is not held any more.
 */
export const setAsked = statement<
  Key & { lease: string; at: string | null; until: string | null; answered: string | null }
>()(
  'rule_runs.set_asked',
  (_db, bind) => sql<object>`
    update rule_runs set asked_at = ${bind('at', 'timestamptz')},
      leased_until = ${bind('until', 'timestamptz')}, answered = ${bind('answered', 'jsonb')}
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
      and leased_until = ${bind('lease', 'timestamptz')}`,
);
