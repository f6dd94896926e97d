import { type CheckedPart, priceOf } from '#contract/checks.ts';
import type { Network } from '#contract/network-names.ts';
import type { Actor } from '../../actor.ts';
import type { Executor } from '../../database/pool.ts';
import { slices } from '../../turns.ts';
import { firstFree } from './delivery.ts';
import * as sql from './publications.sql.ts';

/** Stores the parts of a publication as they are sent, from a position on. */
export async function insertParts(
  tx: Executor,
  id: number,
  network: Network,
  parts: readonly CheckedPart[],
  { from = 0, replaces = true }: { from?: number; replaces?: boolean } = {},
): Promise<void> {
  const breathe = slices();
  const rows = [];
  for (const [position, part] of parts.entries()) {
    await breathe();
    const { text: content, language, media } = part;
    rows.push({ position, content, language, media, price: priceOf(network, part) });
  }
  await sql.insertParts(tx, { id, replaces, parts: JSON.stringify(rows.slice(from)) });
}

type Begun = Parameters<typeof firstFree>[0];

/** The parts that are stored, with their attempts; none where it was never begun. */
export async function partsOf(
  tx: Executor,
  { workspaceId }: Pick<Actor, 'workspaceId'>,
  id: number,
): Promise<Begun> {
  const parts = await sql.listParts(tx, { workspaceId, id });
  return parts.map(({ position, sent_at, attempts }) => ({
    position,
    isSent: sent_at !== null,
    attempts,
  }));
}

/**
 * Stores the parts of another text, from the first on that is not at the network and cannot be:
 * those before it stay, and those that the text does not have any more are forgotten.
 */
export async function replaceParts(
  tx: Executor,
  { workspaceId, id, begun }: Pick<Actor, 'workspaceId'> & { id: number; begun: Begun },
  network: Network,
  parts: readonly CheckedPart[],
): Promise<void> {
  const from = firstFree(begun);
  if (begun.length) await sql.forgetParts(tx, { workspaceId, id, from, count: parts.length });
  await insertParts(tx, id, network, parts, { from });
}
