import { setTimeout as delay } from 'node:timers/promises';
import type { TestApp } from './app.ts';
import type { Call } from './responses.ts';
import { startJob } from './run-job.ts';

/** What people do while publishing fails in every way: they pause, and plan what follows. */

/** Repeated until it succeeds: connections are cut. */
async function insist<Result>(work: () => Promise<Result | undefined>): Promise<Result> {
  for (;;) {
    const result = await work().catch(() => undefined);
    if (result !== undefined) return result;
    await delay(100);
  }
}

const clockOf = ({ database }: TestApp) =>
  insist(async () => {
    const { rows } = await database.query('select clock_timestamp()::text as now');
    return rows[0].now as string;
  });

/** Ends the pause, and lets all go that it held. */
export const resumeAll = (call: Call) =>
  insist(async () => {
    const held = (await call('/api/pause/held/')).body;
    const afterwards = (await call('/api/pause/held/afterwards/')).body;
    const { status, body } = await call('/api/pause/resume/', 'POST', {
      decisions: held.map(({ publication }) => ({ publication: publication.id, do: 'now' })),
      afterwards: afterwards.map(({ id }) => ({ afterward: id, do: 'now' })),
    });
    return status === 200 && body.pause === null ? true : undefined;
  });

/**
 * Pauses all publishing again and again, each time for so long.
 * @returns how often, and what began meanwhile of that nothing was out
 */
export async function pauseInTurns(
  app: TestApp,
  call: Call,
  { ms, isOver }: { ms: number; isOver: () => boolean },
) {
  let pauses = 0;
  const begun: unknown[] = [];
  while (!isOver()) {
    await delay(ms);
    await insist(async () => {
      const { status } = await call('/api/pause/', 'PUT', { reason: 'In the middle' });
      return status === 200 ? true : undefined;
    });
    pauses++;
    const from = await clockOf(app);
    await delay(ms);
    const until = await clockOf(app);
    const { rows } = await insist(() =>
      app.database.query(
        `select publication_id, position, began_at from publication_attempts attempt
         where step = 'send' and began_at > $1 and began_at < $2
           and not exists (select from publication_parts part
             where part.publication_id = attempt.publication_id and part.sent_at < attempt.began_at)
         union all
         select afterward_id, null, began_at from afterward_attempts
         where step = 'send' and began_at > $1 and began_at < $2`,
        [from, until],
      ),
    );
    begun.push(...rows);
    await resumeAll(call);
  }
  return { pauses, begun };
}

/**
 * Lets whatever is planned afterwards be due, and carries it out; what has stopped is tried again.
 * @param seconds as if so much time had passed for what waits, and every limit had ended
 * @returns how much of it is open
 */
export async function hurryAfterwards(app: TestApp, call: Call, seconds: number): Promise<number> {
  const { database } = app;
  await database.query(
    `update afterwards set due_at = now(), next_attempt_at = now()
     where state = 'waiting' and next_attempt_at > now() + interval '30 minutes'`,
  );
  const { rows: waiting } = await database.query(
    "select id from afterwards where next_attempt_at > now() + interval '5 seconds'",
  );
  const ids = waiting.map(({ id }) => id);
  await database.query(
    'update afterward_attempts set began_at = began_at - make_interval(secs => $1) where afterward_id = any($2)',
    [seconds, ids],
  );
  if (seconds > 0)
    await database.query(
      'update afterwards set next_attempt_at = now() where id = any($1) and next_attempt_at is not null',
      [ids],
    );
  await startJob(app, 'afterwards.run').catch(() => {});
  const { rows: open } = await database.query(
    "select id, state, reason from afterwards where state not in ('done', 'cancelled')",
  );
  for (const { id, state, reason } of open)
    if (state === 'stopped' && reason !== 'reconnect')
      await call(`/api/afterwards/${id}/continue/`, 'POST', {});
  return open.length;
}
