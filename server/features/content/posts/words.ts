import { type Actor, may } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import * as sql from './words.sql.ts';

/** Whose words are in posts (docs/domain.md, 'Whose words'; migration 0112). */

/**
 * Whose words come in with a new post, beside those of its author: those of items, and of other
 * origins. Each way of making posts says it.
 */
export type Words = { items?: readonly number[]; origins?: readonly string[] };

export const OWN_WORDS: Words = {};

/** Whether somebody acts by a key that does not publish by itself on all channels. */
export const isLimited = (actor: Actor): boolean =>
  actor.key !== undefined && !may(actor, 'decide', 'publish');

/**
 * What is kept of the rights of who writes a version: rights that they get later vouch for nothing
 * that they wrote before. Null: they can publish.
 */
export function originsOf(actor: Actor): string[] | null {
  if (isLimited(actor)) return ['limited_key'];
  return may(actor, 'decide', 'publish') ? null : [`member:${actor.userId}`];
}

/** The origins of the words of these items of a workspace, but for what somebody has approved. */
export async function wordsOf(
  executor: Executor,
  items: readonly { id: number }[],
): Promise<string[]> {
  const [row] = await sql.findWords(executor, { ids: items.map(({ id }) => id) });
  return row?.words ?? [];
}
