import { partsFor } from '#contract/publishing/checks.ts';
import { systemActor } from '../../../actor.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { ifThere } from '../../../errors.ts';
import { readHeldPost } from '../../content/posts/posts.service.ts';
import { endingOfPublication } from '../endings/endings.service.ts';
import {
  cancelGone,
  partsOf,
  problemsOf,
  storeParts,
  whatLacks,
  whyChanged,
} from '../publications/publications.service.ts';
import { freezeLinks, type LinkContext } from '../sent-links/sent-links.service.ts';
import type { LeasedChannel as Channel } from './leases.sql.ts';
import * as sql from './publisher.sql.ts';
import { stop } from './stop.ts';

const LATE = {
  worker: 'This was due while no worker was running.',
  approval: 'This was approved after its scheduled time.',
};

/** Checks a publication that is due, and stores its parts; false where it is not sent. */
export async function freeze(
  context: LinkContext,
  tx: Transaction,
  channel: Channel,
  due: sql.Due,
): Promise<boolean> {
  const { id } = due;
  const actor = systemActor(channel.workspace);
  if (due.late_because) {
    await stop(tx, channel, due, 'late', LATE[due.late_because]);
    return false;
  }
  const post =
    due.root === null ? undefined : await readHeldPost(tx, actor, due.root).catch(ifThere);
  if (!post || post.id !== due.post || post.items.length === 0) {
    // It was deleted before anything was published, or its items belong to another post.
    await cancelGone(tx, channel, due);
    return false;
  }
  const lacks = await whatLacks(tx, id, 'due');
  if (lacks) {
    const { detail, cause } = await whyChanged(tx, id, lacks);
    await stop(tx, channel, due, 'changed', detail, { cause });
    return false;
  }
  const { network } = channel;
  const { items } = post;
  const { options } = due;
  const key = { workspaceId: channel.workspace, id };
  const ending = await endingOfPublication(tx, key, items);
  const written = partsFor(items, network, options, ending);
  // The links and placeholders are filled in with them.
  await sql.takeNames(tx, { id });
  const parts = await freezeLinks(tx, context, key, channel, written);
  await sql.freeze(tx, { id });
  // Some of it may be out: it was stopped, and moved.
  const begun = await partsOf(tx, actor, id);
  await storeParts(tx, { ...key, begun }, network, parts);
  const [problem] = await problemsOf(tx, actor, channel, { items, parts, options });
  if (problem === undefined) return true;
  await stop(tx, channel, due, 'rejected', `${problem}.`, { cause: 'checks' });
  return false;
}
