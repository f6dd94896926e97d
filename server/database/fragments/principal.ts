import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../actor.ts';
import type { Bind } from '../statement.ts';

/** Who acts, as what the table `principals` has (migrations 0137 and 0138). */

/** Nobody knows who: no principal has this id, and it has no rights. */
export const UNKNOWN = 0;

/** `holder`: who knows the secret by which a program acts; null where it acts by none. */
export type ActsAs = { kinds: string[]; subject: number; holder: number | null };

/** As what an actor acts: a rule, a feed or an address, else a key, else a member; else nobody knows. */
export function actsAs({
  as,
  key,
  userId,
  narrowed,
}: Pick<Actor, 'as' | 'key' | 'userId' | 'narrowed'>): ActsAs {
  if (narrowed) return { kinds: [], subject: 0, holder: null };
  if (as) return { kinds: [as.kind], subject: as.id, holder: null };
  if (key) return { kinds: ['key', 'former_key', 'app'], subject: key.id, holder: key.holder };
  return { kinds: ['member', 'service'], subject: userId ?? 0, holder: null };
}

/** The present principal of an actor; `UNKNOWN` where there is none. */
export const principalOf = (
  bind: Bind<ActsAs & { workspaceId: number }>,
): RawBuilder<number> => sql<number>`coalesce((
  select min(known.id) from principals known left join principals maker on maker.id = known.maker
  where known.workspace_id = ${bind('workspaceId', 'bigint')} and known.until is null
    and known.kind = any(${bind('kinds', 'text[]')})
    and known.subject_id = ${bind('subject', 'bigint')}
    and (${bind('holder', 'bigint')} is null or maker.subject_id = ${bind('holder', 'bigint')})), ${sql.lit(UNKNOWN)})`;
