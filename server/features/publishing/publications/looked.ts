import type { Member } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { AppError } from '../../../errors.ts';
import { endDoubt, type lockPublication } from './changes.sql.ts';
import { findScheduled } from './clearance/clearance.sql.ts';
import { markSent, report } from './parts.sql.ts';
import { partsOf, storeParts } from './parts.ts';
import { writtenParts } from './text.ts';
import { UNKNOWN_ID } from './unknown-id.ts';
import { whereabouts } from './whereabouts.ts';

type Found = Pick<
  Awaited<ReturnType<typeof lockPublication>>[number],
  'id' | 'state' | 'reason' | 'cause'
>;

/** Whether it was due since the backup of a restored copy: its original may have published it. */
const isCopy = ({ reason, cause }: Found) => reason === 'late' && cause === 'copied';

/** Whether more of what has stopped may be at the network than is known (`may_be_there`). */
const mayBeThere = async (tx: Executor, person: Member, found: Found): Promise<boolean> =>
  found.state === 'stopped' &&
  (found.reason === 'unknown' ||
    isCopy(found) ||
    whereabouts(await partsOf(tx, person, found.id)) === 'maybe');

/**
 * What has stopped and may be at the network is not left unless a person has looked: it could be
 * scheduled again, and come twice. Stores what they saw.
 * @param sent whether the part is there, or all of what was due since the backup; undefined: nothing
 * is said of it
 * @returns whether something was stored
 * @throws AppError 409 where nothing is said of what may be there
 */
export async function requireLooked(
  tx: Executor,
  person: Member,
  found: Found,
  sent: boolean | undefined,
): Promise<boolean> {
  if (!(await mayBeThere(tx, person, found))) return false;
  if (sent === undefined)
    throw new AppError(
      'look_first',
      409,
      'It may be at the network: look there first, and say whether it is (sent).',
    );
  if (sent && isCopy(found)) await storeWhole(tx, person, found.id);
  else await store(tx, person, found.id, sent);
  return true;
}

/**
 * Nor is it begun anew, at whatever time.
 * @throws AppError 409
 */
export async function requireNotThere(
  tx: Executor,
  person: Member,
  found: Found,
  sent: false | undefined,
): Promise<void> {
  if (!(await mayBeThere(tx, person, found))) return;
  if (sent === undefined)
    throw new AppError(
      'look_first',
      409,
      'It may be at the network: look there first, and say that it is not (sent: false).',
    );
  await store(tx, person, found.id, sent);
}

/** The same for a retry, which looks for parts that were begun itself. @throws AppError 409 */
export const requireCopyNotThere = async (
  tx: Executor,
  person: Member,
  found: Found,
  sent: false | undefined,
): Promise<void> => (isCopy(found) ? requireNotThere(tx, person, found, sent) : undefined);

/** @returns whether there was a part to store it of */
async function store(
  tx: Executor,
  { workspaceId, userId }: Member,
  id: number,
  sent: boolean,
): Promise<boolean> {
  const outcome = sent ? 'sent' : 'absent';
  const [reported] = await report(tx, { workspaceId, id, userId, outcome });
  if (reported && sent)
    await markSent(tx, { id, ...reported, remoteId: UNKNOWN_ID, url: null, extra: null });
  if (!sent) await endDoubt(tx, { workspaceId, id });
  return reported !== undefined;
}

/** The original has sent all parts, of which none is known here; nor are the short links in them. */
async function storeWhole(tx: Executor, person: Member, id: number): Promise<void> {
  const [scheduled] = await findScheduled(tx, { ...person, id });
  const { network, parts } = await writtenParts(tx, person, id, scheduled?.text ?? []);
  await storeParts(tx, { ...person, id, begun: await partsOf(tx, person, id) }, network, parts);
  while (await store(tx, person, id, true));
}
