import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import * as sql from './readers.sql.ts';
import { seal } from './seal.ts';

/** Lets readers read what is new. */

const READ_AT_ONCE = 500;

/** Events after `after`, up to and with `until`. */
export type Range = { after: number; until: number };

type Limits = { rounds?: number; ending?: AbortSignal };

/**
 * Lets a reader read what is new: what it does and how far it is are one transaction, so that it does
 * each once. One process at a time does.
 * @param limits so many rounds, of some hundred events each, at most
 */
export async function readNew(
  context: Transactional,
  name: sql.Reader,
  work: (tx: Transaction, range: Range) => Promise<void>,
  { rounds = Number.POSITIVE_INFINITY, ending }: Limits = {},
): Promise<void> {
  if (!(await sql.findWaiting(context.database, { name })).length) return;
  await seal(context);
  let isMore = true;
  for (let round = 0; isMore && round < rounds && !ending?.aborted; round++)
    isMore = await transaction(context, async (tx) => {
      await sql.lockReader(tx, { name });
      const [position] = await sql.findPosition(tx, { name });
      if (!position) return false;
      const { seq: after, sealed } = position;
      const until = Math.min(sealed, after + READ_AT_ONCE);
      if (until <= after) return false;
      await work(tx, { after, until });
      await sql.moveReader(tx, { name, seq: until });
      return until < sealed;
    });
}
