import { checkParts, errorsIn } from '#contract/checks.ts';
import { textFor } from '#contract/items.ts';
import { systemActor } from '../../actor.ts';
import { type Transactional, transaction } from '../../database/transaction.ts';
import { ifThere } from '../../errors.ts';
import { getChannel } from '../channels/channels.service.ts';
import { getThread } from '../posts/posts.service.ts';
import { DECIDERS, tell } from './outcome.ts';
import * as sql from './publisher.sql.ts';

const BATCH = 100;

/**
 * Checks what is due within an hour once more: whoever waits for it can still mend what would stop
 * it. Each publication once, unless it is moved.
 * @returns how many would stop
 */
export async function checkSoon(context: Transactional): Promise<number> {
  let atRisk = 0;
  for (;;) {
    const rows = await sql.takeSoon(context.database, { limit: BATCH });
    if (!rows.length) return atRisk;
    for (const due of rows) {
      if (await isFine(context, due)) continue;
      atRisk++;
      await transaction(context, (tx) => tell(tx, due, due, 'publishing_at_risk'));
    }
  }
}

/** Whether a publication would be sent now. Budgets are left out: they delay, and stop nothing. */
async function isFine({ database }: Transactional, due: sql.Soon): Promise<boolean> {
  const actor = systemActor(due.workspace);
  const { network, limits, state } = await getChannel(database, actor, due.channel);
  if (state !== 'connected') return false;
  // In the trash, or moved to another post: it is cancelled, and nobody waits for it.
  const items =
    due.root === null ? undefined : await getThread(database, actor, due.root).catch(ifThere);
  if (!items) return true;
  const [text] = await sql.isAuthorized(database, { id: due.id, roles: DECIDERS });
  const texts = items.map((item) => textFor(item, network));
  return (
    text?.authorized === true && !errorsIn(checkParts(network, limits, texts, due.options)).length
  );
}
