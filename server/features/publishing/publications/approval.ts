import type { Status } from '#contract/content/workflow.ts';
import type { StopCause } from '#contract/publishing/publications.ts';
import type { Executor } from '../../../database/pool.ts';
import { compare } from '../../../differences.ts';
import * as sql from './approval.sql.ts';

/** Whether the text of a publication may be published as it is now. */
export async function isAuthorized(tx: Executor, id: number): Promise<boolean> {
  const [text] = await sql.isAuthorized(tx, { id });
  const authorized = text?.authorized === true;
  compare('freeze', id, { former: authorized, covered: text?.covered === true });
  return authorized;
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
    return { detail: `${name} ${deed}${saying(withdrawal)}`, cause: 'taken_back' };
  }
  const [source] = await sql.findSourceLoss(tx, { id });
  if (source) {
    const { loss } = source;
    const cause = loss === 'changed' ? null : 'taken_back';
    const name = source.name ?? 'A deleted user';
    const detail = loss === 'taken back' ? `${name} ${TOOK_BACK}${saying(source)}` : LOSSES[loss];
    return { detail, cause };
  }
  const [change] = await sql.findChange(tx, { id });
  if (!change) return { detail: 'The text is no longer the approved one.', cause: null };
  const name = change.name ?? 'A deleted user';
  const detail = `${name} changed part ${change.position + 1} after it was scheduled.`;
  return { detail, cause: null };
}

/** What was said with it, as the end of a sentence. */
const saying = ({ comment }: { comment: string | null }) => (comment ? `: “${comment}”` : '.');

const TOOK_BACK = 'took back the post that this repeats';

/** What became of the source of a copy. */
const LOSSES = {
  deleted: 'The post that this repeats was deleted.',
  trashed: 'The post that this repeats is in the trash.',
  changed: 'The post that this repeats has changed since.',
} as const;

const WITHDRAWALS: Partial<Record<Status, string>> = {
  draft: 'moved it back to draft after it was approved',
  review: 'sent it back to review after it was approved',
  archived: 'archived it after it was approved',
  approved: 'approved another text after it was scheduled',
  published: 'approved another text after it was scheduled',
};
