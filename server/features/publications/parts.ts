import { type CheckedPart, priceOf } from '#contract/checks.ts';
import type { Network } from '#contract/network-names.ts';
import type { Executor } from '../../database/pool.ts';
import { slices } from '../../turns.ts';
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
