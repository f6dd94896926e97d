import { once } from 'node:events';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createPool, type Database } from '../database/pool.ts';
import { runTransaction } from '../database/transaction.ts';
import { createQuietLog } from '../quiet-log.ts';
import { createTestDatabase } from '../testing/database.ts';
import { createJobs, GiveUp, job, type Run } from './jobs.ts';

/** The features of the queue, with kinds of jobs of their own. */
type Data = { name: string };
const plain = job<Data>('test.plain', { retryLimit: 2, retryDelay: 1 });
const keyed = job<Data>('test.keyed', { isKeyed: true, retryLimit: 0 });

let database: Database;
let create: () => ReturnType<typeof createJobs>;
let drop: () => Promise<void>;
let jobs: ReturnType<typeof createJobs>;
/** The started jobs in order, and the handler of each name. */
const begun: { name: string; at: number; run: Run }[] = [];
const handlers = new Map<string, (run: Run) => Promise<void>>();
const runs = (name: string) => begun.filter((entry) => entry.name === name);

beforeAll(async () => {
  const { url, template } = inject('postgres');
  const created = await createTestDatabase((name) => url.replace('{database}', name), template);
  drop = created.drop;
  const connection = { connectionString: created.url };
  database = createPool(connection, () => {});
  const log = pino({ level: 'silent' });
  create = () =>
    createJobs(connection, log, createQuietLog(log), {
      atRest: () => undefined,
      onTakeOver: () => {},
    });
  jobs = create();
  for (const kind of [plain, keyed])
    jobs.handle(kind, async ({ name }, run) => {
      begun.push({ name, at: Date.now(), run });
      await handlers.get(name)?.(run);
    });
  await jobs.start();
});
afterAll(async () => {
  await jobs.stop();
  await database.end();
  await drop();
});

const soon = (ms: number) => new Date(Date.now() + ms);

test('a slow job delays no others', async () => {
  const slow = Promise.withResolvers<void>();
  handlers.set('slow', () => slow.promise);
  await jobs.enqueue(database, plain, { name: 'slow' });
  await expect.poll(() => runs('slow')).toHaveLength(1);
  // More than there are workers, all of them queued behind it.
  for (let n = 0; n < 20; n++) await jobs.enqueue(database, plain, { name: `quick ${n}` });
  await expect.poll(() => begun.filter(({ name }) => name.startsWith('quick')).length).toBe(20);
  slow.resolve();
});

test('a job becomes due and starts while the polling worker is busy', async () => {
  const slow = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  // Whichever workers take these: the polling one may be among them.
  slow.forEach(({ promise }, n) => {
    handlers.set(`slow ${n}`, () => promise);
  });
  for (const n of slow.keys()) await jobs.enqueue(database, plain, { name: `slow ${n}` });
  await expect.poll(() => begun.filter(({ name }) => /^slow \d/.test(name)).length).toBe(4);
  await jobs.enqueue(database, plain, { name: 'due soon' }, { startAfter: soon(1500) });
  await expect.poll(() => runs('due soon').length).toBe(1);
  for (const { resolve } of slow) resolve();
});

test('jobs start no sooner than scheduled, also many at once', async () => {
  const due = soon(1500);
  for (let n = 0; n < 30; n++)
    await jobs.enqueue(database, plain, { name: `later ${n}` }, { startAfter: due });
  const later = () => begun.filter(({ name }) => name.startsWith('later'));
  await expect.poll(() => later().length).toBe(30);
  for (const { at } of later()) expect(at).toBeGreaterThanOrEqual(due.getTime());
});

test('a failing job is retried with its attempt number, until it gives up', async () => {
  handlers.set('fails', async () => {
    throw new Error('not this time');
  });
  handlers.set('hopeless', async () => {
    throw new GiveUp('never');
  });
  for (const name of ['fails', 'hopeless']) await jobs.enqueue(database, plain, { name });
  await expect.poll(() => runs('fails').length).toBe(3);
  expect(runs('fails').map(({ run: { attempt, isLast } }) => [attempt, isLast])).toEqual([
    [1, false],
    [2, false],
    [3, true],
  ]);
  expect(new Set(runs('fails').map(({ run }) => run.id)).size).toBe(1);
  expect(runs('hopeless')).toHaveLength(1);
});

test('a waiting job with a key is one job, which can be updated, rescheduled and cancelled', async () => {
  const key = 'publication 7';
  await jobs.enqueue(database, keyed, { name: 'first words' }, { key, startAfter: soon(60_000) });
  await jobs.enqueue(database, keyed, { name: 'last words' }, { key, startAfter: soon(60_000) });
  await jobs.enqueue(
    database,
    keyed,
    { name: 'another' },
    { key: 'publication 8', startAfter: soon(60_000) },
  );
  expect(await jobs.reschedule(database, keyed, key, soon(0))).toBe(true);
  await expect.poll(() => runs('last words')).toHaveLength(1);
  expect(runs('first words')).toEqual([]);
  // Completed: no job waits under this key any more.
  await expect.poll(() => jobs.reschedule(database, keyed, key, soon(0))).toBe(false);
  expect(await jobs.cancel(database, keyed, 'publication 8')).toBe(true);
  expect(await jobs.cancel(database, keyed, 'publication 8')).toBe(false);
  expect(await jobs.reschedule(database, keyed, 'publication 8', soon(0))).toBe(false);
  expect(runs('another')).toEqual([]);
});

test('of the jobs with one key, one runs at a time, and the last one enqueued runs next', async () => {
  const key = 'one at a time';
  const first = Promise.withResolvers<void>();
  handlers.set('running', () => first.promise);
  await jobs.enqueue(database, keyed, { name: 'running' }, { key });
  await expect.poll(() => runs('running')).toHaveLength(1);
  await jobs.enqueue(database, keyed, { name: 'second' }, { key });
  await jobs.enqueue(database, keyed, { name: 'third' }, { key });
  // Begun later, and with no job before it.
  await jobs.enqueue(database, keyed, { name: 'of another key' }, { key: 'another key' });
  await expect.poll(() => runs('of another key').length).toBe(1);
  expect([...runs('second'), ...runs('third')]).toEqual([]);
  first.resolve();
  await expect.poll(() => runs('third').length).toBe(1);
  expect(runs('second')).toEqual([]);
}, 60_000);

test('jobs and their changes belong to the transaction', async () => {
  const key = 'undone';
  await runTransaction(database, async (tx) => {
    await jobs.enqueue(tx, keyed, { name: 'never' }, { key, startAfter: soon(60_000) });
    throw new Error('undone');
  }).catch(() => undefined);
  expect(await jobs.cancel(database, keyed, key)).toBe(false);
});

test('a running job is cancelled by its signal', async () => {
  const key = 'under way';
  let aborted = false;
  handlers.set('long', async ({ signal }) => {
    await once(signal, 'abort');
    aborted = true;
  });
  await jobs.enqueue(database, keyed, { name: 'long' }, { key });
  await expect.poll(() => runs('long')).toHaveLength(1);
  expect(await jobs.cancel(database, keyed, key)).toBe(true);
  await expect.poll(() => aborted).toBe(true);
}, 60_000);

test('a start takes over what the program says of a kind, and leaves the rest as it is stored', async () => {
  const stored = async () =>
    (
      await database.query(
        `select retry_limit, cron, queue.updated_on as written from jobs.queue join jobs.schedule using (name)
         where name = 'test.changed'`,
      )
    ).rows[0];
  const start = async (retryLimit: number, cron: string) => {
    const other = create();
    other.repeat(job('test.changed', { retryLimit }), cron, async () => {});
    await other.start();
    await other.stop();
    return stored();
  };
  const first = await start(1, '0 3 * * *');
  expect(first).toMatchObject({ retry_limit: 1, cron: '0 3 * * *' });
  expect(await start(1, '0 3 * * *')).toEqual(first);
  expect(await start(4, '0 4 * * *')).toMatchObject({ retry_limit: 4, cron: '0 4 * * *' });
});
