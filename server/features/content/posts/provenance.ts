import { type Actor, may } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import * as sql from './provenance.sql.ts';

/** Whose words are in posts (docs/domain/automation.md, 'Whose words'; migration 0138). */

/**
 * Whose words come in with a new post, beside those of its author: those of items, and of
 * principals. Each way of making posts says it. `restored`: the version whose text an item has again.
 */
export type Words = {
  items?: readonly number[];
  principals?: readonly number[];
  restored?: number;
};

export const OWN_WORDS: Words = {};

/** Whether somebody acts by a key that does not publish by itself on all channels. */
export const isLimited = (actor: Actor): boolean =>
  actor.key !== undefined && !may(actor, 'decide', 'publish');

/** The principals of the words of these items of a workspace, but for what somebody has approved. */
export async function wordsOf(
  executor: Executor,
  items: readonly { id: number }[],
): Promise<number[]> {
  const [row] = await sql.findWords(executor, { ids: items.map(({ id }) => id) });
  return row?.words ?? [];
}
