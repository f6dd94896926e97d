import { tooMany } from './rate-limit.ts';

/** How many requests of one person may be under way in a process; a page needs six, several tabs a few more. */
const MAX_REQUESTS = 24;
/** How many calls of one person that cost the database much; so many more wait for their turn. */
const MAX_SLOW = 2;
const MAX_WAITING = 6;

type Person = { under: number; slow: number; waiting: (() => void)[] };

/** Counts what each person has under way in this process. `factor` multiplies the limits, for load tests. */
export function createUnderWay(factor: number) {
  const people = new Map<number, Person>();

  const personOf = (id: number) => {
    const known = people.get(id) ?? { under: 0, slow: 0, waiting: [] };
    people.set(id, known);
    return known;
  };

  return {
    /** A request begins; gives what its end calls. @throws AppError 429 */
    begin: (id: number): (() => void) => {
      const person = personOf(id);
      if (person.under >= MAX_REQUESTS * factor) throw tooMany('Too many requests at once. Please try again.', 1);
      person.under++;
      return () => {
        if (--person.under === 0) people.delete(id);
      };
    },

    /**
     * Runs slow work of a person, two pieces at a time; the others wait in line.
     * @param gone aborted when nobody waits for the answer any more: what has not begun then never does
     * @throws AppError 429 when too many wait already
     */
    slowly: async <Result>(id: number, gone: AbortSignal, work: () => Promise<Result>): Promise<Result> => {
      const person = personOf(id);
      if (person.slow >= MAX_SLOW * factor) {
        if (person.waiting.length >= MAX_WAITING * factor)
          throw tooMany('Too many searches at once. Please try again.', 1);
        await new Promise<void>((resolve) => person.waiting.push(resolve));
      } else person.slow++;
      try {
        gone.throwIfAborted();
        return await work();
      } finally {
        const next = person.waiting.shift();
        if (next) next();
        else person.slow--;
      }
    },
  };
}

export type UnderWay = ReturnType<typeof createUnderWay>;
