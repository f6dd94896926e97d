import type { Transactional } from '../../../../database/transaction.ts';
import { readNew } from '../../events/events.service.ts';
import { startRules } from './starts.sql.ts';

/** Rules are a reader of what happens. */

/** Of events; a person waits. */
const ROUNDS = 20;

/** Starts rules by what has happened since it was looked at last; returns whether there were any. */
export async function readEvents(context: Transactional, limits?: Parameters<typeof readNew>[3]) {
  let isStarted = false;
  const work: Parameters<typeof readNew>[2] = async (tx, range) => {
    if ((await startRules(tx, range)).length) isStarted = true;
  };
  await readNew(context, 'rules', work, limits);
  return isStarted;
}

/** Before a rule is another one: what has happened is told to it as it was. */
export const readForRules = (context: Transactional) => readEvents(context, { rounds: ROUNDS });
