import { partsFor } from '#contract/publishing/checks.ts';
import { systemActor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import { ifThere } from '../../../errors.ts';
import { getThread } from '../../content/posts/posts.service.ts';
import { getChannel } from '../channels/channels.service.ts';
import { endingOfPublication } from '../endings/endings.service.ts';
import { problemsOf, tell, whatLacks } from '../publications/publications.service.ts';
import { type LinkContext, previewOfPublication } from '../sent-links/sent-links.service.ts';
import * as sql from './soon.sql.ts';

/** The maximum number of publications of one run. */
const BATCH = 1000;

/**
 * Checks what is due within an hour once more: whoever waits for it can still mend what would stop
 * it. Each publication once, unless it is moved; a post that has several is one notification.
 * @returns how many would stop
 */
export async function checkSoon(
  context: Transactional & Pick<AppContext, 'log'> & Pick<LinkContext, 'config'>,
): Promise<number> {
  let atRisk = 0;
  const told = new Set<number | null>();
  for (const { id } of await sql.listSoon(context.database, { limit: BATCH })) {
    const check = transaction(context, async (tx) => {
      // Moved, cancelled or checked meanwhile, it is another process's, or nobody's.
      const [due] = await sql.takeSoon(tx, { id });
      if (!due || (await isFine(context, tx, due))) return;
      atRisk++;
      if (told.has(due.post)) return;
      told.add(due.post);
      await tell(tx, due, due, 'publishing_at_risk');
    });
    // One that cannot be checked is tried again with the next run.
    await check.catch((err: unknown) =>
      context.log.error({ err, publication: id }, 'a publication could not be checked'),
    );
  }
  return atRisk;
}

/**
 * Whether a publication would be sent now. Budgets are left out: they delay, and stop nothing. So
 * is a revoked access, of which people know.
 */
async function isFine(
  context: Pick<LinkContext, 'config'>,
  tx: Executor,
  due: sql.Soon,
): Promise<boolean> {
  const actor = systemActor(due.workspace);
  const channel = await getChannel(tx, actor, due.channel);
  const { expires_at: expiry } = channel;
  if (expiry && Date.parse(expiry) < Date.parse(due.due_at)) return false;
  // In the trash, or moved to another post: it is cancelled, and nobody waits for it.
  const items = due.root === null ? undefined : await getThread(tx, actor, due.root).catch(ifThere);
  if (!items) return true;
  if (await whatLacks(tx, due.id, 'due')) return false;
  const { options } = due;
  const key = { workspaceId: due.workspace, id: due.id };
  const ending = await endingOfPublication(tx, key, items);
  const written = partsFor(items, channel.network, options, ending);
  const parts = await previewOfPublication(tx, context, key, channel, written);
  return (await problemsOf(tx, actor, channel, { items, parts, options })).length === 0;
}
