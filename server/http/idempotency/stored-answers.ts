import type { Person } from '../../actor.ts';
import type { Executor } from '../../database/pool.ts';
import { AppError } from '../../errors.ts';
import { hashOf, type Secrets } from '../../secrets.ts';
import type { RateLimits } from '../limits/rate-limit.ts';
import { behind } from '../limits/under-way.ts';
import { requireSame } from './idempotency-key.ts';
import * as sql from './stored-answers.sql.ts';

/** What is kept for an account or a key. */
const KEPT = { attempts: 10_000, seconds: 24 * 60 * 60 };
const KEPT_OF_WORKSPACE = { attempts: 100_000, seconds: 24 * 60 * 60 };
/** Of one person with all keys: a quarter of their workspace’s, so that others have room. */
const KEPT_OF_PERSON = { attempts: 25_000, seconds: 24 * 60 * 60 };
/** In characters; of an answer with more, only that there was one is known. */
const MAX_ANSWER = 100_000;
const MAX_ANSWERS = { attempts: 100_000_000, seconds: 24 * 60 * 60 };
const MAX_ANSWERS_OF_PERSON = { attempts: 25_000_000, seconds: 24 * 60 * 60 };
const NOT_KEPT = '';

const RUNS = 'The first request with this key still runs, or its process has died.';
const SOON_SECONDS = 2;

/**
 * The time after which it is worth asking again: one that has run for long runs on for long, or its
 * process has died, and another one takes over when its lease ends.
 */
const secondsLeft = (found: sql.Answer | undefined) =>
  found ? Math.max(SOON_SECONDS, Math.ceil(Math.min(found.age, found.left))) : SOON_SECONDS;

export type Answers = ReturnType<typeof createAnswers>;

/** Answers repeated requests with the first answer (docs/api.md, 'Sending a request twice'). */
export function createAnswers(
  database: Executor,
  secrets: Pick<Secrets, 'seal' | 'open'>,
  limits: RateLimits,
) {
  /** Whether an answer is kept: what is, is in the database and in no quota. Counts it. */
  async function hasRoom(person: Person, { length }: string): Promise<boolean> {
    if (length > MAX_ANSWER) return false;
    const ofAll = `answer characters:${person.workspaceId}`;
    const ofPerson = `${ofAll}:${behind(person)}`;
    try {
      await limits.check(ofAll, MAX_ANSWERS);
      await limits.count(ofPerson, MAX_ANSWERS_OF_PERSON, length);
      await limits.count(ofAll, MAX_ANSWERS, length);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /**
   * Runs a request once for its Idempotency-Key.
   * @param what the request: another one with the same key is refused
   * @param run returns the answer as text
   * @returns the answer, and whether it is that of an earlier request
   * @throws AppError 409 while the first one runs; 422 for another request; 429
   */
  return async function answerOnce(
    person: Person,
    key: string,
    what: unknown,
    run: () => Promise<string>,
  ): Promise<{ text: string; isRepeated: boolean }> {
    const { workspaceId, userId, key: by } = person;
    const asked: sql.Asked = { workspaceId, userId, apiKey: by?.id ?? 0, key };
    const hash = hashOf(JSON.stringify(what));
    const context = `${workspaceId} ${userId} ${asked.apiKey} ${key}`;
    const [begun] = await sql.beginRequest(database, { ...asked, hash });
    if (!begun) {
      const [found] = await sql.findAnswer(database, asked);
      if (found) requireSame(hash, found);
      // It failed just now, or runs.
      if (!found || found.answer === null)
        throw new AppError('in_progress', 409, RUNS, {
          headers: { 'retry-after': String(secondsLeft(found)) },
        });
      if (found.answer === NOT_KEPT)
        throw new AppError(
          'stale',
          409,
          'This was done, and is not done again. Its answer was too long to be kept: read what there is now.',
        );
      return { text: secrets.open('answer', found.answer, context), isRepeated: true };
    }
    let text: string;
    try {
      await limits.count(`answers:${workspaceId}:${userId}:${asked.apiKey}`, KEPT);
      await limits.count(`answers behind:${workspaceId}:${behind(person)}`, KEPT_OF_PERSON);
      await limits.count(`answers:${workspaceId}`, KEPT_OF_WORKSPACE);
      text = await run();
    } catch (error) {
      // What has failed made nothing, and can be tried again.
      await sql.forgetRequest(database, asked);
      throw error;
    }
    const answer = (await hasRoom(person, text)) ? secrets.seal('answer', text, context) : NOT_KEPT;
    await sql.keepAnswer(database, { ...asked, answer });
    return { text, isRepeated: false };
  };
}
