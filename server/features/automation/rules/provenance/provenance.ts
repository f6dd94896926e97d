import type { Member } from '../../../../actor.ts';
import type { Executor } from '../../../../database/pool.ts';
import type { About } from '../facts.ts';
import { findOthersWords } from './provenance.sql.ts';

/**
 * Whose words and files a rule would publish without asking (docs/domain/automation.md, 'Whose
 * words'). They are those of people who may publish, or a person decides. This is the only place
 * that decides it; what it decides by is written where words come in (migration 0138).
 */

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

/**
 * Whether a draft that a rule has made has words or files of others than those who may publish, or of
 * nobody knows whom.
 */
export async function hasOthersWords(
  executor: Executor,
  { workspaceId }: Pick<Member, 'workspaceId'>,
  { rule, made, channels }: { rule: number; made: number; channels: readonly number[] },
): Promise<boolean> {
  const rows = await findOthersWords(executor, {
    ...{ workspaceId, rule, made, channels: [...channels] },
  });
  return rows.length > 0;
}
