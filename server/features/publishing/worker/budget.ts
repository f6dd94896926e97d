import { budgetsOf } from '#contract/networks/networks.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { Step } from './delivery.ts';
import type { LeasedChannel as Channel } from './leases.sql.ts';
import * as sql from './publisher.sql.ts';
import { nameOf, pauseChannel } from './stop.ts';

/** How many posts a network takes of an account in a time (contract/networks). */

/** Whether the network takes no more posts of the account for now: then the publication waits. */
export async function isOverBudget(
  tx: Transaction,
  channel: Channel,
  id: number,
  { positions }: Pick<Step, 'positions'>,
): Promise<boolean> {
  const ms = await budgetWait(tx, channel, positions.length);
  if (ms === 0) return false;
  const detail = `This account has reached the posting limit of ${nameOf(channel)}.`;
  await sql.wait(tx, { id, ms, detail });
  await pauseChannel(tx, channel, ms);
  return true;
}

/** How long the channel has to wait until the network takes so many more posts, in milliseconds. */
async function budgetWait(tx: Transaction, { id, network, limits }: Channel, count: number) {
  let longest = 0;
  for (const { posts, hours } of budgetsOf(network, limits)) {
    const spare = Math.max(posts - count, 0);
    const [row] = await sql.waitForBudget(tx, { channel: id, spare, hours });
    longest = Math.max(longest, row?.ms ?? 0);
  }
  return longest;
}
