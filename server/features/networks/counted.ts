import { z } from 'zod';

/** A number in an answer; undefined for anything else. `checked.ts` drops those that are no counts. */
export const Count = z.number().optional().catch(undefined);

/** Both together; undefined where the first was not said. */
export const plus = (count: number | undefined, other: number | undefined) =>
  count === undefined ? undefined : count + (other ?? 0);
