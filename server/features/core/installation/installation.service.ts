import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { takeOver } from '../../../database/installation.ts';
import { runTransaction } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import { ownFiles } from '../../../storage/owner.ts';
import type { Storage } from '../../../storage/storage.ts';
import { record } from '../audit/audit.service.ts';
import * as sql from './installation.sql.ts';

type Context = Pick<AppContext, 'background' | 'installation' | 'log'> & {
  /** The files, whoever owns them. */
  files: Storage;
};

const notAtRest = () => new AppError('stale', 409, 'This installation has already taken over.');

/**
 * Takes over, as an owner of the time of the backup: whoever registered at the copy since may not.
 * @returns how many publications were stopped
 * @throws AppError 403, 409 where it is not at rest
 */
export async function takeOverAs(
  { background, installation, files, log }: Context,
  person: Member,
): Promise<{ stopped: number }> {
  const { userId: user } = person;
  const rest = installation.atRest();
  if (!rest) throw notAtRest();
  const stopped = await runTransaction(background, async (tx) => {
    const former = await sql.isFormer(tx, { user, backupAt: rest.backup_at });
    if (!former.length) throw notFormer();
    await record(tx, person, { action: 'take_over', objectType: 'user', objectId: user });
    const count = await takeOver(tx, (_, id) => ownFiles(tx, files, id));
    if (count === undefined) throw notAtRest();
    return count;
  });
  // Whoever reads it next, the caller first of all, sees that it has.
  await installation.refresh();
  log.warn({ user, stopped }, 'this installation has taken over from its original');
  return { stopped };
}

const notFormer = () =>
  new AppError(
    'forbidden',
    403,
    'Only an owner whose account is in the backup can take over here.',
  );
