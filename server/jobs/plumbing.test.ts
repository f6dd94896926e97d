import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createPool, type Database } from '../database/pool.ts';
import { runTransaction } from '../database/transaction.ts';
import { createQuietLog } from '../lib/quiet-log.ts';
import { createTestDatabase } from '../testing/database.ts';
import { createJobs, GiveUp, job, type Run } from './jobs.ts';

/** The features of the queue, with kinds of jobs of their own. */
type Data = { name: string };
const plain = job<Data>('test.plain', { retryLimit: 2, retryDelay: 1 });

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
  jobs.handle(plain, async ({ name }, run) => {
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

test('a job becomes due and starts while other workers are busy', async () => {
  const slow = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  slow.forEach(({ promise }, n) => {
    handlers.set(`slow ${n}`, () => promise);
  });
  for (const n of slow.keys()) await jobs.enqueue(database, plain, { name: `slow ${n}` });
  await expect.poll(() => begun.filter(({ name }) => /^slow \d/.test(name)).length).toBe(4);
  await jobs.enqueue(database, plain, { name: 'due soon' }, soon(1500));
  await expect.poll(() => runs('due soon').length).toBe(1);
  for (const { resolve } of slow) resolve();
});

test('jobs start no sooner than scheduled, also many at once', async () => {
  const due = soon(1500);
  for (let n = 0; n < 30; n++) await jobs.enqueue(database, plain, { name: `later ${n}` }, due);
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

test('a job belongs to the transaction', async () => {
  await runTransaction(database, async (tx) => {
    await jobs.enqueue(tx, plain, { name: 'undone' });
    throw new Error('undone');
  }).catch(() => undefined);
  await jobs.enqueue(database, plain, { name: 'after it' });
  await expect.poll(() => runs('after it')).toHaveLength(1);
  expect(runs('undone')).toEqual([]);
});

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

test('nothing runs any more when the queue has stopped, and what runs learns of it at once', async () => {
  const last = job<Data>('test.last', { retryLimit: 0 });
  const own = create();
  let told: Run | undefined;
  let isDone = false;
  own.handle(last, async (_, run) => {
    told = run;
    await new Promise((resolve) => run.signal.addEventListener('abort', resolve));
    await database.query('select');
    isDone = true;
  });
  await own.start();
  await own.enqueue(database, last, { name: 'last' });
  await expect.poll(() => told !== undefined).toBe(true);
  const stopped = own.stop();
  expect([told?.ending.aborted, told?.signal.aborted]).toEqual([true, false]);
  await stopped;
  expect(isDone).toBe(true);
});
