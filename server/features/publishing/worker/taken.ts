import type { Executor } from '../../../database/pool.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { type IsTaken, NetworkError } from '../../networks/networks.service.ts';
import { isUnknownSend } from '../publications/publications.service.ts';
import type { Begun, Result } from './settlement.ts';
import * as sql from './taken.sql.ts';

/**
 * An id belongs to one part, reply or repost: what looking for something finds is never what is known
 * as something else, though they are alike (docs/domain/publishing.md, 'Exactly once').
 */

/** What an id is for. */
export type Owner = { channel: number } & (
  | { kind: 'part'; publication: number; position: number }
  | { kind: 'reply' | 'repost'; afterward: number }
);

export const ownerOf = (
  { id: channel }: { id: number },
  { due: { id: publication } }: Pick<Begun, 'due'>,
  position: number,
): Owner => ({ kind: 'part', channel, publication, position });

/** Whether something else of the account has an id. */
export const isTakenBut =
  (executor: Executor, owner: Owner): IsTaken =>
  async (id) => {
    const { channel } = owner;
    const nobody = { publication: null, position: null, afterward: null };
    const found =
      owner.kind === 'repost'
        ? await sql.findRepost(executor, { channel, id, afterward: owner.afterward })
        : await sql.findPost(executor, { ...nobody, ...owner, id });
    return found.length > 0;
  };

/**
 * The result of a call as it is stored: two that are looked for at once may find the same. The ids are
 * locked until the transaction ends.
 * @param owners of the parts, in order
 */
export async function requireFree(
  tx: Transaction,
  owners: readonly Owner[],
  { step, parts }: Pick<Begun, 'step' | 'parts'>,
  result: Result,
): Promise<Result> {
  const isRepeated = step === 'send' && parts.some(({ attempts }) => attempts.some(isUnknownSend));
  if (result.outcome !== 'sent' || !(step === 'find' || isRepeated)) return result;
  for (const [index, { id }] of result.sent.entries()) {
    const owner = owners[index] as Owner;
    await sql.lockId(tx, { channel: owner.channel, id });
    if (!(await isTakenBut(tx, owner)(id))) continue;
    const kind = isRepeated ? 'unknown' : 'transient';
    const error = new NetworkError(kind, 'taken', 'What was found is another post of the account');
    return { outcome: 'failed', error };
  }
  return result;
}
