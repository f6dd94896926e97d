import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Person } from '../actor.ts';
import type { Clock } from '../clock.ts';
import type { Executor } from '../database/pool.ts';
import { AppError } from '../errors.ts';
import { countAttempts } from '../http/limits/rate-limit.sql.ts';
import { hashOf, type Secrets } from '../secrets.ts';
import type { Agreed } from './tool.ts';

/**
 * The state of a question to a person, which goes to the client and comes back with the answer. It
 * holds for ten minutes and once, for who asked and for what was asked.
 */

const TTL_MS = 10 * 60_000;
/** For how long a used one is remembered: longer than any holds. */
const REMEMBERED_SECONDS = 60 * 60;

const State = z.object({
  ...{ nonce: z.string(), until: z.number() },
  ...{ version: z.int(), additions: z.string() },
});

/** Whose question it is, and what is asked: a tool with its arguments. */
export type Asked = { person: Person; tool: string; input: object };

export type Questions = ReturnType<typeof createQuestions>;

export function createQuestions(database: Executor, secrets: Secrets, clock: Clock) {
  const proofOf = ({ person, tool, input }: Asked, text: string) => {
    const { userId, workspaceId, key } = person;
    const what = hashOf(JSON.stringify([tool, input])).toString('base64url');
    return [userId, workspaceId, key?.id ?? 0, what, text].join(' ');
  };

  return {
    begin: (asked: Asked, { version, additions }: Agreed): string => {
      const nonce = randomBytes(16).toString('base64url');
      const until = clock.now() + TTL_MS;
      const state: z.output<typeof State> = { nonce, until, version, additions };
      const text = Buffer.from(JSON.stringify(state)).toString('base64url');
      return `${text}.${secrets.mac('agent question', proofOf(asked, text))}`;
    },

    /**
     * Ends a question, whatever the answer is.
     * @throws AppError 409 for a state that is another caller's or another call's, too old, or used
     */
    end: async (asked: Asked, given: unknown): Promise<Agreed> => {
      const [text = '', mac = ''] = typeof given === 'string' ? given.split('.') : [];
      if (!secrets.isMac('agent question', proofOf(asked, text), mac))
        throw refused('It was asked by somebody else, or for other arguments.');
      const { nonce, until, ...agreed } = State.parse(
        JSON.parse(Buffer.from(text, 'base64url').toString()),
      );
      // The clock may have been set back since: then it would hold for longer than its use is known.
      const left = until - clock.now();
      if (left <= 0 || left > TTL_MS) throw refused('Its ten minutes are over.');
      const key = `question:${nonce}`;
      const [use] = await countAttempts(database, { key, seconds: REMEMBERED_SECONDS, by: 1 });
      if (use?.attempts !== 1) throw refused('It was answered before.');
      return agreed;
    },
  };
}

const refused = (why: string) =>
  new AppError(
    'stale',
    409,
    `This question to the person is not valid any more. ${why} Call the tool again without requestState.`,
  );
