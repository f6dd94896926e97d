import type { Asked, Missing } from '#contract/authority/missing.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type * as contract from '#contract/publishing/publications.ts';
import { type Member, onChannels } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import type { Transactional } from '../../../database/transaction.ts';
import { AppError, invalid } from '../../../errors.ts';
import { authorizePublishing, lockPost } from '../../content/posts/posts.service.ts';
import type { LinkContext } from '../sent-links/sent-links.service.ts';
import * as sql from './changes.sql.ts';
import { findScheduled } from './clearance/clearance.sql.ts';
import { whatLacks } from './clearance/clearance.ts';
import { requireCopyNotThere } from './looked.ts';
import { markSent, report } from './parts.sql.ts';
import { partsOf, storeParts } from './parts.ts';
import { cannot, change } from './publications.service.ts';
import { getPublication, type WithParts } from './reading.ts';
import { type Calling, listLatest } from './remote.ts';
import { goOn, partsOfText, requireFit, takePresent } from './text.ts';
import { UNKNOWN_ID } from './unknown-id.ts';

/** How a person continues what has stopped. */

const TAKEN_BACK = 'The approval of the text that was scheduled was taken back.';
const REFUSALS: Record<Missing['because'], string> = {
  replaced: 'Another text of this post is approved now: publish the present one.',
  'taken back': TAKEN_BACK,
  'member removed': TAKEN_BACK,
  source: 'The post that this repeats was taken back or changed: approve this post itself.',
  never: 'The text that was scheduled was never approved.',
  changed: 'The text was changed since.',
  left: 'The text was changed by somebody who has left since.',
};

/** @throws AppError 403 */
async function requireNothingLacks(tx: Executor, id: number, asked: Asked): Promise<void> {
  const lacks = await whatLacks(tx, id, asked);
  if (lacks) throw new AppError('forbidden', 403, REFUSALS[lacks.because]);
}

type Retry = NonNullable<Parsed<typeof contract.retryPublication>['body']>;

/**
 * Continues with the part that failed. Parts that are not published yet get the present text, which
 * the caller must be allowed to publish; `asScheduled`: they keep the text that was scheduled.
 * @throws AppError 404; 409 where it is not stopped; 403
 */
export const retry = (
  context: Transactional & LinkContext,
  person: Member,
  id: number,
  { as_scheduled: asScheduled = false, sent }: Retry = {},
) =>
  change(context, person, id, 'retry', async (tx, found) => {
    if (found.state !== 'stopped' || found.reason === 'unknown') throw cannot('retried', found);
    await requireCopyNotThere(tx, person, found, sent);
    const { workspaceId } = person;
    if (asScheduled) {
      if (found.reason !== 'changed') throw cannot('published as it was scheduled', found);
      await requireNothingLacks(tx, id, 'covered');
      const [scheduled] = await findScheduled(tx, { workspaceId, id });
      const text = scheduled?.text ?? [];
      // It is older than the texts that are kept.
      if (!text.length) throw new AppError('forbidden', 403, REFUSALS.never);
      await requireFit(tx, context, person, id, { items: text });
      const { network, parts } = await partsOfText(tx, context, person, id, text);
      const begun = await partsOf(tx, person, id);
      await storeParts(tx, { workspaceId, id, begun }, network, parts);
      await sql.keepScheduled(tx, { workspaceId, id });
    } else if (found.root !== null) {
      const post = await lockPost(tx, person, found.root);
      await authorizePublishing(tx, onChannels(person, [found.channel]), post);
      await requireNothingLacks(tx, id, 'present');
      await requireFit(tx, context, person, id, post);
      await takePresent(tx, context, person, id, post);
    }
    await goOn(tx, person, found);
  });

/**
 * Stores what a person saw at the network, and continues.
 * @throws AppError 404; 409 where the outcome is known; 400 where parts follow, and nobody knows
 * what they reply to
 */
export async function resolve(
  context: Calling,
  person: Member,
  id: number,
  { sent, url, remote_id }: Parsed<typeof contract.resolvePublication>['body'],
): Promise<WithParts> {
  // What a reply to it needs beside the id, where the network can be asked.
  const latest = sent && remote_id ? await listLatest(context, person, id) : [];
  const seen = latest.find((post) => post.id === remote_id);
  return change(context, person, id, sent ? 'confirm' : 'deny', async (tx, found) => {
    if (found.reason !== 'unknown') throw cannot('resolved', found);
    const { workspaceId, userId } = person;
    const outcome = sent ? 'sent' : 'absent';
    const [reported] = await report(tx, { workspaceId, id, userId, outcome });
    if (!reported) throw cannot('resolved', found);
    if (sent) {
      const { parts } = await getPublication(tx, person, id);
      const remoteId = remote_id ?? url;
      if (remoteId === undefined && reported.position + 1 < parts)
        throw invalid({
          url: ['Choose the post, or enter its link: the next parts will reply to it.'],
        });
      const extra = seen?.extra === undefined ? null : JSON.stringify(seen.extra);
      const link = url ?? seen?.url ?? null;
      const known = remoteId ?? UNKNOWN_ID;
      await markSent(tx, { id, ...reported, remoteId: known, url: link, extra });
    }
    await goOn(tx, person, found);
  });
}
