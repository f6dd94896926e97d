import type { Alert } from '#contract/assistant/alerts.ts';
import type { UserRef } from '#contract/http/fields.ts';
import type { AlertCause } from '#contract/people/assistant-causes.ts';
import type { Member } from '../../actor.ts';
import type { Clock } from '../../clock.ts';
import type { Executor } from '../../database/pool.ts';
import { type Transactional, transaction } from '../../database/transaction.ts';
import { membersWithCapability, notify } from '../people/notifications/notifications.service.ts';
import * as sql from './alerts.sql.ts';
import { periodOf } from './usage.ts';

type Context = Transactional & { clock: Clock };

/** The owner of a workspace; null where the account was closed. */
export const ownerOf = async (executor: Executor, { workspaceId }: Member): Promise<UserRef> =>
  (await sql.findOwner(executor, { workspaceId }))[0]?.owner ?? null;

/**
 * Notifies the owner of what only an owner can mend: once a day for each cause. Whoever says it
 * later is told since when the owner knows.
 */
export function tellOwner(context: Context, person: Member, cause: AlertCause): Promise<Alert> {
  const { workspaceId, userId } = person;
  return transaction(context, async (tx) => {
    const { day } = await periodOf(tx, person, context);
    const told = await sql.insertAlert(tx, { workspaceId, userId, cause, day });
    const isNew = told.length > 0;
    if (isNew) {
      const about = { kind: 'assistant_fails', cause } as const;
      await notify(tx, person, await membersWithCapability(tx, person, 'own', about));
    }
    const [alert] = await sql.findAlert(tx, { workspaceId, cause });
    if (!alert) throw new Error('an alert was just written or met');
    return { ...alert, owner: await ownerOf(tx, person), is_new: isNew };
  });
}
