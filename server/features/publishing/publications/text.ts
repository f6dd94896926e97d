import type { PartToSend } from '#contract/content/items.ts';
import { partsFor } from '#contract/publishing/checks.ts';
import type { Member } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { invalid } from '../../../errors.ts';
import { coverScheduled } from '../../content/posts/posts.service.ts';
import { getChannel } from '../channels/channels.service.ts';
import { endingOfPublication } from '../endings/endings.service.ts';
import {
  freezeLinks,
  type LinkContext,
  previewOfPublication,
} from '../sent-links/sent-links.service.ts';
import type { lockPublication } from './changes.sql.ts';
import * as sql from './changes.sql.ts';
import { finishIfComplete } from './ending.ts';
import { partsOf, storeParts } from './parts.ts';
import { problemsOf } from './preflight.ts';
import { getPublication, type InWorkspace } from './reading.ts';

/** The text with which a publication goes on. */

type Locked = Awaited<ReturnType<typeof lockPublication>>[number];

/** Continues a publication, or finishes it where everything is out. */
export async function goOn(tx: Transaction, { workspaceId }: Member, found: Locked) {
  const { id, post, root, created_by } = found;
  const isFinished = await finishIfComplete(
    tx,
    { workspace: workspaceId },
    { id, post, root, created_by },
  );
  if (!isFinished) await sql.resume(tx, { workspaceId, id });
}

/** The parts of a text for the network of a publication, with the links as they are written. */
export async function writtenParts(
  tx: Executor,
  { workspaceId }: InWorkspace,
  id: number,
  text: readonly PartToSend[],
) {
  const { channel, options } = await getPublication(tx, { workspaceId }, id);
  const ending = await endingOfPublication(tx, { workspaceId, id }, text);
  const parts = partsFor(text, channel.network, options, ending);
  return { network: channel.network, channel, parts };
}

/** The same as the network gets them. */
export async function partsOfText(
  tx: Executor,
  context: LinkContext,
  { workspaceId }: InWorkspace,
  id: number,
  text: readonly PartToSend[],
) {
  const { network, channel, parts } = await writtenParts(tx, { workspaceId }, id, text);
  return {
    network,
    parts: await freezeLinks(tx, context, { workspaceId, id }, channel, parts),
  };
}

/** @throws AppError 400 where a part does not fit: it would be refused again */
export async function requireFit(
  tx: Executor,
  context: LinkContext,
  person: InWorkspace,
  id: number,
  { items }: { items: readonly PartToSend[] },
): Promise<void> {
  const { channel, options } = await getPublication(tx, person, id);
  const known = await getChannel(tx, person, channel.id);
  const key = { workspaceId: person.workspaceId, id };
  const ending = await endingOfPublication(tx, key, items);
  const written = partsFor(items, known.network, options, ending);
  const parts = await previewOfPublication(tx, context, key, known, written);
  const all = await problemsOf(tx, person, known, { items, parts, options });
  if (all.length) throw invalid({ non_field_errors: all.map((text) => `${text}.`) });
}

/** The present text of its post is the one to publish, in place of the one that was scheduled. */
export async function takePresent(
  tx: Executor,
  context: LinkContext,
  person: Member,
  id: number,
  { version, items }: { version: number; items: readonly PartToSend[] },
): Promise<void> {
  const { workspaceId } = person;
  await sql.setText(tx, { workspaceId, id, version });
  await coverScheduled(tx, person, [id]);
  // What was never begun is stored when it is due.
  const begun = await partsOf(tx, person, id);
  if (!begun.length) return;
  const { network, parts } = await partsOfText(tx, context, person, id, items);
  await storeParts(tx, { workspaceId, id, begun }, network, parts);
}
