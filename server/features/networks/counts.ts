import { z } from 'zod';

/**
 * A number in an answer, also as text; undefined for anything else. `checked.ts` drops those that are
 * no counts.
 */
export const Count = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .optional()
  .catch(undefined);

/** Both together; undefined where the first was not said. */
export const plus = (count: number | undefined, other: number | undefined) =>
  count === undefined ? undefined : count + (other ?? 0);

/** How many calls run at once, where each reads one thing. */
const AT_ONCE = 4;

/** The results of a call for each, in order. */
export async function readEach<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE)
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(read))));
  return results;
}
