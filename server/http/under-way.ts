import { tooMany } from './rate-limit.ts';

/**
 * The maximum number of requests in flight for each person in a process; a page needs six, several
 * tabs a few more.
 */
const MAX_REQUESTS = 24;
/** The maximum number of expensive calls of a person; as many more may wait. */
const MAX_SLOW = 2;
const MAX_WAITING = 6;
/** The maximum number of files that a person downloads at a time; each takes a connection. */
const MAX_FILES = 2;
/**
 * Operations on thousands of items lock what they change: two in one workspace would only wait for
 * each other.
 */
const MAX_BULK = 1;

type Line = { running: number; waiting: (() => void)[] };

/**
 * Counts requests in flight in this process, by person or workspace. `factor` multiplies the
 * limits, for load tests.
 */
export function createUnderWay(factor: number) {
  const requests = new Map<number, number>();
  const lines = new Map<string, Line>();

  /**
   * Runs `work` when it is its turn, `max` at a time for each key. It counts until it ends, even
   * after the client has disconnected.
   * @throws AppError 429 when too many wait already
   */
  async function inTurn<Result>(
    key: string,
    max: number,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running >= max * factor) {
      if (line.waiting.length >= MAX_WAITING * factor)
        throw tooMany('Too many operations at once. Please try again.', 1);
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
    /**
     * A request of a person begins.
     * @returns ends it
     * @throws AppError 429
     */
    begin: (id: number): (() => void) => {
      const count = requests.get(id) ?? 0;
      if (count >= MAX_REQUESTS * factor)
        throw tooMany('Too many requests at once. Please try again.', 1);
      requests.set(id, count + 1);
      return () => {
        const left = (requests.get(id) ?? 1) - 1;
        if (left) requests.set(id, left);
        else requests.delete(id);
      };
    },

    /**
     * Runs slow work of a person, two at a time; the rest is queued.
     * @param gone aborted when the client disconnects: work that has not begun is dropped
     * @throws AppError 429 when too many wait already
     */
    slowly: <Result>(id: number, gone: AbortSignal, work: () => Promise<Result>): Promise<Result> =>
      inTurn(`slow ${id}`, MAX_SLOW, () => {
        gone.throwIfAborted();
        return work();
      }),

    /**
     * Makes and sends a file to a person, two at a time; the rest is queued. Searches do not wait
     * for it: it lasts as long as the client reads.
     * @param gone aborted when the client disconnects: work that has not begun is dropped
     * @throws AppError 429 when too many wait already
     */
    download: <Result>(
      id: number,
      gone: AbortSignal,
      work: () => Promise<Result>,
    ): Promise<Result> =>
      inTurn(`files of ${id}`, MAX_FILES, () => {
        gone.throwIfAborted();
        return work();
      }),

    /**
     * Runs an operation on many items, one at a time for each workspace and person: it waits before
     * it takes a connection that others need.
     * @param gone aborted when the client disconnects: work that has not begun is dropped
     * @throws AppError 429 when too many wait already
     */
    inBulk: <Result>(
      { userId, workspaceId }: { userId: number; workspaceId: number },
      gone: AbortSignal,
      work: () => Promise<Result>,
    ): Promise<Result> =>
      inTurn(`bulk of person ${userId}`, MAX_BULK, () =>
        inTurn(`bulk in workspace ${workspaceId}`, MAX_BULK, () => {
          gone.throwIfAborted();
          return work();
        }),
      ),
  };
}

export type UnderWay = ReturnType<typeof createUnderWay>;
