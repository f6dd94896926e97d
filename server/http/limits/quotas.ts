import type { FastifyReply } from 'fastify';
import type { Person } from '../../actor.ts';
import type { Clock } from '../../clock.ts';
import type { Executor } from '../../database/pool.ts';
import { countAttempts } from './rate-limit.sql.ts';
import { tooMany } from './rate-limit.ts';

/** A number of requests in a number of seconds, by its name in headers. */
export type Quota = { name: string; limit: number; seconds: number };

const SECONDS = 60;
const MAX_PEOPLE = 10_000;

type Used = { quota: Quota; count: number; seconds: number };

/** What a header says of quotas, with what it says of others already. */
function withOthers(known: unknown, said: Record<string, string>): string {
  const others = typeof known === 'string' ? known.split(', ') : [];
  const kept = others.filter((text) => !Object.hasOwn(said, /"(\w+)"/.exec(text)?.[1] ?? ''));
  return [...kept, ...Object.values(said)].join(', ');
}

/** @throws AppError 429 */
function tell(reply: FastifyReply, used: readonly Used[]) {
  const said = (text: (used: Used) => string) =>
    Object.fromEntries(used.map((of) => [of.quota.name, `"${of.quota.name}";${text(of)}`]));
  const policy = said(({ quota: { limit, seconds } }) => `q=${limit};w=${seconds}`);
  const left = said(
    ({ quota: { limit }, count, seconds }) => `r=${Math.max(0, limit - count)};t=${seconds}`,
  );
  reply.headers({
    'ratelimit-policy': withOthers(reply.getHeader('ratelimit-policy'), policy),
    ratelimit: withOthers(reply.getHeader('ratelimit'), left),
  });
  const exceeded = used.filter(({ quota: { limit }, count }) => count > limit);
  if (!exceeded.length) return;
  const seconds = Math.max(...exceeded.map((used) => used.seconds));
  const names = exceeded.map(({ quota: { limit, name } }) => `${limit} ${name} a minute`);
  throw tooMany(`More than ${names.join(' and ')}. Please try again in ${seconds} s.`, seconds);
}

export type Quotas = ReturnType<typeof createQuotas>;

/**
 * Limits the requests of keys, for all processes together, and of people, in each process: a page
 * costs no statement for it. `factor` multiplies them. Responses say what is left, in the form of
 * draft-ietf-httpapi-ratelimit-headers-11.
 */
export function createQuotas(database: Executor, clock: Clock, factor: number) {
  const quota = (name: string, limit: number): Quota => ({
    name,
    limit: limit * factor,
    seconds: SECONDS,
  });
  const ofKeys = { requests: quota('requests', 600), writes: quota('writes', 120) };
  const ofPeople = quota('requests', 1200);
  let windows = new Map<number, { count: number; ends: number }>();

  /** The requests of a person in this minute, with this one, and when it ends. */
  function countPerson(userId: number) {
    const now = clock.now();
    const known = windows.get(userId);
    if (known && now < known.ends && known.ends - now <= SECONDS * 1000) {
      known.count++;
      return known;
    }
    if (windows.size >= MAX_PEOPLE) windows = new Map();
    const begun = { count: 1, ends: now + SECONDS * 1000 };
    windows.set(userId, begun);
    return begun;
  }

  function countKey(id: number, quotas: readonly Quota[]): Promise<Used[]> {
    return Promise.all(
      quotas.map(async (quota) => {
        const key = `key:${id}:${quota.name}`;
        const [row] = await countAttempts(database, { key, seconds: SECONDS, by: 1 });
        return { quota, count: row?.attempts ?? 1, seconds: row?.seconds_left ?? SECONDS };
      }),
    );
  }

  return {
    /** Those of a caller. */
    of: ({ key }: Pick<Person, 'key'>): Quota[] => (key ? Object.values(ofKeys) : [ofPeople]),

    /**
     * Counts a request, and says in its response what is left.
     * @throws AppError 429
     */
    count: (
      { key, userId }: Person,
      isWrite: boolean,
      reply: FastifyReply,
    ): Promise<void> | void => {
      const { requests, writes } = ofKeys;
      if (key)
        return countKey(key.id, isWrite ? [requests, writes] : [requests]).then((used) =>
          tell(reply, used),
        );
      const { count, ends } = countPerson(userId);
      const seconds = Math.max(1, Math.ceil((ends - clock.now()) / 1000));
      tell(reply, [{ quota: ofPeople, count, seconds }]);
    },

    /**
     * Counts what a request writes, where it was counted before that was known.
     * @throws AppError 429
     */
    countWrite: async ({ key }: Pick<Person, 'key'>, reply: FastifyReply): Promise<void> => {
      if (key) tell(reply, await countKey(key.id, [ofKeys.writes]));
    },
  };
}
