import { can, ROLES } from '#contract/roles.ts';
import type { Member } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import type { About } from './facts.ts';
import * as sql from './words.sql.ts';

/**
 * Whose words and files a rule would publish without asking (docs/domain.md, 'Whose words'). They are
 * those of people who may publish, or a person decides. This is the only place that decides it; what
 * it decides by is written where words come in (migration 0112).
 */

const DECIDERS = ROLES.filter((role) => can(role, 'decide'));

/**
 * Where the words of each thing that a run can be about come from: `Facts.words` has them. Null: they
 * are what networks and the server say.
 */
export const WORDS_OF: Readonly<
  Record<keyof About, 'post' | 'file' | 'note' | 'entry' | 'call' | null>
> = {
  post: 'post',
  file: 'file',
  note: 'note',
  entry: 'entry',
  call: 'call',
  ...{ publication: null, figure: null, channel: null, left: null, at: null },
};

type InWorkspace = Pick<Member, 'workspaceId'>;

/**
 * Whether a draft that a rule has made has words or files of others than those who may publish, or of
 * nobody knows whom.
 */
export async function hasOthersWords(
  executor: Executor,
  { workspaceId }: InWorkspace,
  { rule, made, channels }: { rule: number; made: number; channels: readonly number[] },
): Promise<boolean> {
  const rows = await sql.findOthersWords(executor, {
    ...{ workspaceId, rule, made, channels: [...channels], roles: DECIDERS },
  });
  return rows.length > 0;
}

/** The same of words that are in no draft. */
export async function areOthersWords(
  executor: Executor,
  { workspaceId }: InWorkspace,
  { rule, origins }: { rule: number; origins: readonly string[] },
): Promise<boolean> {
  const rows = await sql.findUnvouched(executor, {
    ...{ workspaceId, rule, origins: [...origins], roles: DECIDERS },
  });
  return rows.length > 0;
}
