import { type Transactional, transaction } from '../../../database/transaction.ts';
import * as sql from './events.sql.ts';

/** The order of the log: what is committed gets its place. */

const SEALED_AT_ONCE = 1000;

/** Gives a place in the order to all that is committed. One process at a time does, in short transactions. */
export async function seal(context: Transactional): Promise<void> {
  let sealed: number;
  do {
    sealed = await transaction(context, async (tx) => {
      await sql.lockSealer(tx, {});
      return (await sql.sealNext(tx, { limit: SEALED_AT_ONCE })).length;
    });
  } while (sealed === SEALED_AT_ONCE);
}
