import type { Member } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { AppError } from '../../../errors.ts';
import { markSent, report } from './parts.sql.ts';
import { partsOf } from './parts.ts';
import { UNKNOWN_ID } from './unknown-id.ts';
import { whereabouts } from './whereabouts.ts';

/**
 * What has stopped and may be at the network is not left unless a person has looked: it could be
 * scheduled again, and come twice. Stores what they saw.
 * @param sent whether the part is there; undefined: nothing is said of it
 * @returns whether something was stored
 * @throws AppError 409 where nothing is said of what may be there
 */
export async function requireLooked(
  tx: Executor,
  person: Member,
  { id, state, reason }: { id: number; state: string; reason: string | null },
  sent: boolean | undefined,
): Promise<boolean> {
  if (state !== 'stopped') return false;
  if (reason !== 'unknown' && whereabouts(await partsOf(tx, person, id)) !== 'maybe') return false;
  if (sent === undefined)
    throw new AppError(
      'stale',
      409,
      'It may be at the network: look there first, and say whether it is (sent).',
    );
  const { workspaceId, userId } = person;
  const outcome = sent ? 'sent' : 'absent';
  const [reported] = await report(tx, { workspaceId, id, userId, outcome });
  if (reported && sent)
    await markSent(tx, { id, ...reported, remoteId: UNKNOWN_ID, url: null, extra: null });
  return true;
}
