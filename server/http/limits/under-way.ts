import type { Person } from '../../actor.ts';
import { tooMany } from './rate-limit.ts';

/**
 * The maximum number of requests in flight for each person in a process; a page needs six, several
 * tabs a few more.
 */
const MAX_REQUESTS = 24;
/** Of a person with all their keys and apps, and those of the service accounts that they made keys for. */
const MAX_REQUESTS_BEHIND = 120;
/** The maximum number of large bodies of a person that are read at a time; as many wait as expensive calls. */
const MAX_LARGE_BODIES = 2;
/** A body that waits is not read: nothing says that its client has left. */
const MAX_BODY_WAIT_MS = 20_000;
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

/** What runs at a time is counted for each: a program does not hold up the person it acts as. */
export const laneOf = ({ key, userId }: Person) => (key ? -key.id : userId);

/** The person who is behind a request, also by a key, an app or a service account. */
export const behind = ({ userId, key }: Person) => key?.holder ?? userId;

type Line = { running: number; waiting: (() => void)[] };

/** Turns of work, by key. */
function createTurns(factor: number) {
  const lines = new Map<string, Line>();

  /**
   * Waits for a turn among `max` at a time for each key.
   * @param gone aborted when the client disconnects: its place is free at once
   * @returns ends the turn
   * @throws AppError 429 when too many wait already; the reason of `gone`
   */
  async function turn(key: string, max: number, gone: AbortSignal): Promise<() => void> {
    gone.throwIfAborted();
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running >= max * factor) {
      if (line.waiting.length >= MAX_WAITING * factor)
        throw tooMany('Too many operations at once. Please try again.', 1);
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          line.waiting.splice(line.waiting.indexOf(enter), 1);
          reject(gone.reason);
        };
        const enter = () => {
          gone.removeEventListener('abort', leave);
          resolve();
        };
        line.waiting.push(enter);
        gone.addEventListener('abort', leave, { once: true });
      });
    } else line.running++;
    return () => {
      const next = line.waiting.shift();
      if (next) next();
      else if (--line.running === 0) lines.delete(key);
    };
  }

  /**
   * Runs `work` when it is its turn. It counts until it ends, even after the client has
   * disconnected.
   * @throws AppError 429 when too many wait already
   */
  async function inTurn<Result>(
    key: string,
    max: number,
    gone: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const end = await turn(key, max, gone);
    try {
      gone.throwIfAborted();
      return await work();
    } finally {
      end();
    }
  }

  return { turn, inTurn };
}

/** Counts requests, by key. */
function createCounter(factor: number) {
  const requests = new Map<string, number>();
  /** @returns ends it @throws AppError 429 */
  return (key: string, max: number): (() => void) => {
    const counted = requests.get(key) ?? 0;
    if (counted >= max * factor) throw tooMany('Too many requests at once. Please try again.', 1);
    requests.set(key, counted + 1);
    return () => {
      const left = (requests.get(key) ?? 1) - 1;
      if (left) requests.set(key, left);
      else requests.delete(key);
    };
  };
}

/**
 * Counts requests in flight in this process, by person or workspace. `factor` multiplies the
 * limits, for load tests.
 */
export function createUnderWay(factor: number) {
  const count = createCounter(factor);
  const { turn, inTurn } = createTurns(factor);

  return {
    /**
     * A request begins: it counts for its key, and for the person behind it.
     * @returns ends it
     * @throws AppError 429
     */
    begin: (person: Person): (() => void) => {
      const endOwn = count(`${laneOf(person)}`, MAX_REQUESTS);
      try {
        const endAll = count(`behind ${behind(person)}`, MAX_REQUESTS_BEHIND);
        return () => {
          endOwn();
          endAll();
        };
      } catch (error) {
        endOwn();
        throw error;
      }
    },

    /**
     * Waits until a large body of a person may be read.
     * @param gone aborted when the client disconnects
     * @returns ends its turn
     * @throws AppError 429 when too many wait already, or for too long
     */
    largeBody: async (id: number, gone: AbortSignal): Promise<() => void> => {
      const late = new AbortController();
      const timer = setTimeout(() => {
        late.abort(tooMany('Your other uploads take too long. Please try again.', 1));
      }, MAX_BODY_WAIT_MS);
      try {
        const either = AbortSignal.any([gone, late.signal]);
        return await turn(`bodies of ${id}`, MAX_LARGE_BODIES, either);
      } finally {
        clearTimeout(timer);
      }
    },

    /**
     * Runs slow work of a person, two at a time; the rest is queued.
     * @param gone aborted when the client disconnects: work that has not begun is dropped
     * @throws AppError 429 when too many wait already
     */
    slowly: <Result>(id: number, gone: AbortSignal, work: () => Promise<Result>): Promise<Result> =>
      inTurn(`slow ${id}`, MAX_SLOW, gone, work),

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
    ): Promise<Result> => inTurn(`files of ${id}`, MAX_FILES, gone, work),

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
      inTurn(`bulk of person ${userId}`, MAX_BULK, gone, () =>
        inTurn(`bulk in workspace ${workspaceId}`, MAX_BULK, gone, work),
      ),
  };
}

export type UnderWay = ReturnType<typeof createUnderWay>;
