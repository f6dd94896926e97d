import type { Status } from '#contract/content/workflow.ts';
import type { StopCause } from '#contract/publishing/publications.ts';
import { can, ROLES } from '#contract/roles.ts';
import type { Executor } from '../../../database/pool.ts';
import * as sql from './approval.sql.ts';

const DECIDERS = ROLES.filter((role) => can(role, 'decide'));

/** Whether the text of a publication may be published as it is now. */
export async function isAuthorized(tx: Executor, id: number): Promise<boolean> {
  const [text] = await sql.isAuthorized(tx, { id, roles: DECIDERS });
  return text?.authorized === true;
}

type Why = { detail: string; cause: StopCause | null };

/** Why a publication is no longer the approved one: a sentence, and whether that was taken back. */
export async function whyChanged(tx: Executor, id: number): Promise<Why> {
  const [withdrawal] = await sql.findWithdrawal(tx, { id });
  if (withdrawal) {
    const name = withdrawal.name ?? 'A deleted user';
    const deed = withdrawal.rejected
      ? 'rejected it after it was scheduled'
      : (WITHDRAWALS[withdrawal.status] ?? 'withdrew its approval');
    return { detail: `${name} ${deed}.`, cause: 'taken_back' };
  }
  const [change] = await sql.findChange(tx, { id });
  if (!change) return { detail: 'The text is no longer the approved one.', cause: null };
  const name = change.name ?? 'A deleted user';
  const detail = `${name} changed part ${change.position + 1} after it was scheduled.`;
  return { detail, cause: null };
}

const WITHDRAWALS: Partial<Record<Status, string>> = {
  draft: 'moved it back to draft after it was approved',
  review: 'sent it back to review after it was approved',
  archived: 'archived it after it was approved',
  approved: 'approved another text after it was scheduled',
  published: 'approved another text after it was scheduled',
};
