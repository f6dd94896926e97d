import { tooMany } from './rate-limit.ts';

/** How many requests of one person may be under way in a process; a page needs six, several tabs a few more. */
const MAX_REQUESTS = 24;
/** How many calls of one person that cost the database much; so many more wait for their turn. */
const MAX_SLOW = 2;
const MAX_WAITING = 6;
/** Operations on thousands of items lock what they change: two of one workspace would only wait for each other. */
const MAX_BULK = 1;

type Line = { running: number; waiting: (() => void)[] };

/** Counts what is under way in this process, by person or workspace. `factor` multiplies the limits, for load tests. */
export function createUnderWay(factor: number) {
  const requests = new Map<number, number>();
  const lines = new Map<string, Line>();

  /**
   * Runs `work` when it is its turn: `max` pieces of one key at a time. What runs counts, also where nobody waits for it any more.
   * @throws AppError 429 when too many wait already
   */
  async function inTurn<Result>(key: string, max: number, work: () => Promise<Result>): Promise<Result> {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running >= max * factor) {
      if (line.waiting.length >= MAX_WAITING * factor) throw tooMany('Too many of these at once. Please try again.', 1);
      await new Promise<void>((resolve) => line.waiting.push(resolve));
    } else line.running++;
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else if (--line.running === 0) lines.delete(key);
    }
  }

  return {
    /** A request of a person begins; gives what its end calls. @throws AppError 429 */
    begin: (id: number): (() => void) => {
      const count = requests.get(id) ?? 0;
      if (count >= MAX_REQUESTS * factor) throw tooMany('Too many requests at once. Please try again.', 1);
      requests.set(id, count + 1);
      return () => {
        const left = (requests.get(id) ?? 1) - 1;
        if (left) requests.set(id, left);
        else requests.delete(id);
      };
    },

    /**
     * Runs slow work of a person, two pieces at a time; the others wait in line.
     * @param gone aborted when nobody waits for the answer any more: what has not begun then never does
     * @throws AppError 429 when too many wait already
     */
    slowly: <Result>(id: number, gone: AbortSignal, work: () => Promise<Result>): Promise<Result> =>
      inTurn(`slow ${id}`, MAX_SLOW, () => {
        gone.throwIfAborted();
        return work();
      }),

    /**
     * Runs an operation on many items, one of a workspace and of a person at a time: before it takes a connection, of which
     * others have need, too.
     * @throws AppError 429 when too many wait already
     */
    inBulk: <Result>(
      { userId, workspaceId }: { userId: number; workspaceId: number },
      work: () => Promise<Result>,
    ): Promise<Result> =>
      inTurn(`bulk of person ${userId}`, MAX_BULK, () => inTurn(`bulk in workspace ${workspaceId}`, MAX_BULK, work)),
  };
}

export type UnderWay = ReturnType<typeof createUnderWay>;
