import type { Status } from '#contract/content/workflow.ts';
import { can, ROLES } from '#contract/roles.ts';
import type { Executor } from '../../../database/pool.ts';
import * as sql from './approval.sql.ts';

const DECIDERS = ROLES.filter((role) => can(role, 'decide'));

/** Whether the text of a publication may be published as it is now. */
export async function isAuthorized(tx: Executor, id: number): Promise<boolean> {
  const [text] = await sql.isAuthorized(tx, { id, roles: DECIDERS });
  return text?.authorized === true;
}

/** Why a publication is not the approved one any more, as a sentence. */
export async function whyChanged(tx: Executor, id: number): Promise<string> {
  const [withdrawal] = await sql.findWithdrawal(tx, { id });
  if (withdrawal) {
    const name = withdrawal.name ?? 'A deleted user';
    if (withdrawal.rejected) return `${name} rejected it after it was scheduled.`;
    return `${name} ${WITHDRAWALS[withdrawal.status] ?? 'withdrew its approval'}.`;
  }
  const [change] = await sql.findChange(tx, { id });
  if (!change) return 'The text is no longer the approved one.';
  return `${change.name ?? 'A deleted user'} changed part ${change.position + 1} after it was scheduled.`;
}

const WITHDRAWALS: Partial<Record<Status, string>> = {
  draft: 'moved it back to draft after it was approved',
  review: 'sent it back to review after it was approved',
  archived: 'archived it after it was approved',
  approved: 'approved another text after it was scheduled',
  published: 'approved another text after it was scheduled',
};
