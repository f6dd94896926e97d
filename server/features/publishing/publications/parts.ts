import type { Network } from '#contract/networks/names.ts';
import { type CheckedPart, priceOf } from '#contract/publishing/checks.ts';
import type { Actor } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { slices } from '../../../lib/time-slices.ts';
import * as sql from './parts.sql.ts';
import { listParts } from './publications.sql.ts';
import { mayBeOut, partsMayBeOut, type Tried } from './whereabouts.ts';

/** The attempts of a part that matter, in their order. */
export type AttemptRecord = Tried & {
  /** How long ago it began, by the clock of the database, in milliseconds. */
  agoMs: number;
};

export type PartRecord = {
  position: number;
  isSent: boolean;
  /** Whether what the network needs before is there, and has not expired. */
  isPrepared: boolean;
  attempts: readonly AttemptRecord[];
};

/** The position of the first part that is not published, and cannot be: its text may be changed. */
export const firstFree = (
  parts: readonly (Pick<PartRecord, 'position' | 'isSent'> & {
    attempts: readonly Tried[];
  })[],
): number => {
  const mayAnyBeOut = partsMayBeOut(parts);
  const taken = parts.filter((part) => part.isSent || (mayAnyBeOut && mayBeOut(part)));
  return 1 + Math.max(-1, ...taken.map(({ position }) => position));
};

type Begun = Parameters<typeof firstFree>[0];

/** The parts that are stored, with their attempts; none where it was never begun. */
export async function partsOf(
  tx: Executor,
  { workspaceId }: Pick<Actor, 'workspaceId'>,
  id: number,
): Promise<Begun> {
  const parts = await listParts(tx, { workspaceId, id });
  return parts.map(({ position, sent_at, attempts }) => ({
    position,
    isSent: sent_at !== null,
    attempts,
  }));
}

/**
 * Stores the parts of a text as they are sent, from the first on that is not at the network and
 * cannot be: those before it stay, and those that the text does not have any more are forgotten.
 */
export async function storeParts(
  tx: Executor,
  { workspaceId, id, begun }: Pick<Actor, 'workspaceId'> & { id: number; begun: Begun },
  network: Network,
  parts: readonly CheckedPart[],
): Promise<void> {
  const breathe = slices();
  const rows = [];
  for (const [position, part] of parts.entries()) {
    await breathe();
    const { text: content, language, media, links } = part;
    rows.push({ position, content, language, media, links, price: priceOf(network, part) });
  }
  const from = firstFree(begun);
  // First the new keys: what is uploaded meanwhile for the former text is not kept (uploads.sql.ts).
  await sql.insertParts(tx, { id, parts: JSON.stringify(rows.slice(from)) });
  if (begun.length) await sql.forgetParts(tx, { workspaceId, id, from, count: parts.length });
}
