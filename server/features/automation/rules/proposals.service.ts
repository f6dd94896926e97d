import { MAX_RULES } from '#contract/automation/rules.ts';
import type { Member } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import { notFound } from '../../../errors.ts';
import { getItem } from '../../content/posts/posts.service.ts';
import { record } from '../../core/audit/audit.service.ts';
import * as sql from './proposals.sql.ts';

/** What rules had the assistant propose, and what people decide about it. */

/** @throws AppError 404 */
export async function listProposals(executor: Executor, person: Member, item: number) {
  await getItem(executor, person, item);
  // One of each rule; those of rules that were deleted end by themselves.
  return sql.listProposals(executor, { ...person, item, limit: MAX_RULES });
}

/** A proposal that was taken, or is discarded, is gone. @throws AppError 404 */
export const decide = (
  context: Transactional,
  person: Member,
  id: number,
  decision: 'taken' | 'discarded',
): Promise<void> =>
  transaction(context, async (tx) => {
    const { workspaceId, tab } = person;
    const [proposal] = await sql.removeProposal(tx, { workspaceId, id });
    if (!proposal) throw notFound('proposal', id);
    const { item, rule_name: name } = proposal;
    await record(tx, person, {
      action: 'update',
      objectType: 'item',
      objectId: item,
      changes: { rule_proposal: { before: name, after: decision } },
    });
    tx.announce({ workspaceId, topic: 'rules', tab });
  });
