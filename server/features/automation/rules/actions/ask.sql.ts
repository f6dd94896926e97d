import { sql } from 'kysely';
import { inTurns } from '../../../../database/in-turns.ts';
import { inSeconds, isFree } from '../../../../database/lease.ts';
import { statement } from '../../../../database/statement.ts';
import type { Taken } from '../runs.sql.ts';

/** Runs that ask the assistant next. */

type Key = { workspaceId: number; id: number };

/** One of each workspace, in their turns. */
export const takeAsking = statement<{ seconds: number; limit: number }>()(
  'rule_runs.take_asking',
  (_db, bind) => sql<Taken>`
    update rule_runs set leased_until = ${inSeconds(bind('seconds', 'float8'))}
    where id in (${inTurns('rule_runs', {
      open: sql`state = 'running' and asks`,
      free: isFree(),
      each: sql`1`,
      limit: bind('limit', 'integer'),
    })})
    returning id, workspace_id as workspace, leased_until as until`,
);

/** Written down before the assistant is asked. Nothing is done where the lease is not held any more. */
export const setAsked = statement<Key & { lease: string }>()(
  'rule_runs.set_asked',
  (_db, bind) => sql<object>`
    update rule_runs set asked_at = now(), answered = null
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
      and leased_until = ${bind('lease', 'timestamptz')}`,
);

/**
 * Where it was not asked after all: it is, after so long. `answered`: JSON of what it has answered so
 * far. Nothing is done where the lease is not held any more.
 */
export const askLater = statement<
  Key & { lease: string; seconds: number; answered: string | null }
>()(
  'rule_runs.ask_later',
  (_db, bind) => sql<object>`
    update rule_runs set asked_at = null, answered = ${bind('answered', 'jsonb')},
      leased_until = ${inSeconds(bind('seconds', 'float8'))}
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
      and leased_until = ${bind('lease', 'timestamptz')}`,
);
