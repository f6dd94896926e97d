import type { FastifyBaseLogger } from 'fastify';
import { PgBoss, type Queue, type QueueOptions, type SendOptions } from 'pg-boss';
import { type Connection, clientConfig, createPool, type Executor } from '../database/pool.ts';
import { transaction } from '../database/transaction.ts';
import type { QuietLog } from '../quiet-log.ts';

/** Work that happens later: kept in the database until it is done, run by one process whatever number of them there are. */

const SCHEMA = 'jobs';
const CONNECTIONS = 3;
/** How often to look for work whose time has come; what is to be done at once announces itself. */
const LOOK_SECONDS = 2;
const LOOK_AFTER_SECONDS = 2;
/** The queue's own statements are short. */
const TIMEOUTS = { statementMs: 8000, lockMs: 8000 };
/** How work is taken: a few pieces at a time, each of which succeeds or fails for itself, and more at once where there is more. */
const HOW = {
  notifyPollingIntervalSeconds: LOOK_SECONDS,
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
} as const;
/** How long work under way may take to end before the process does; what does not is taken up by the next one. */
const GRACE_MS = 5000;

/** How a queue works, seconds throughout; `policy` says how many of a kind there are at once. */
type Options = QueueOptions & Pick<Queue, 'policy'>;

/** A kind of work. `Data` is what it is told, as JSON. */
export type Job<Data extends object> = { readonly name: string; readonly options: Options; readonly data?: Data };

/** Declares a kind of work; its name is unique in the whole server, its times are in seconds. */
export const job = <Data extends object>(name: string, options: Options): Job<Data> => ({ name, options });

export type Jobs = ReturnType<typeof createJobs>;

type Handler = (data: never, id: string) => Promise<void>;

/**
 * The jobs of this process. Every kind is declared with `handle` or `repeat` before `start`; from then on it may be asked for.
 * A handler that throws is run again after a while, and one whose process died after its `heartbeatSeconds`: so it must
 * bear to run twice.
 */
export function createJobs(connection: Connection, log: FastifyBaseLogger, report: QuietLog) {
  const boss = new PgBoss({
    ...(clientConfig(connection, TIMEOUTS) as object),
    application_name: 'postfolio jobs',
    schema: SCHEMA,
    max: CONNECTIONS,
    useListenNotify: true,
    // How the queues are doing is nobody's question yet.
    monitorVacuum: false,
    // How soon the work of a process that died is noticed.
    superviseIntervalSeconds: LOOK_AFTER_SECONDS,
    monitorIntervalSeconds: LOOK_AFTER_SECONDS,
  });
  boss.on('error', (err) => report('warn', 'jobs', { err }, 'the jobs lost their connection'));
  const handlers: { job: Job<object>; handler: Handler; cron?: string }[] = [];

  /** Puts what a backup brought along into its queues; of a kind that is no more nothing is left. */
  async function takeUp() {
    const database = createPool(connection, () => {}, { max: 1, timeouts: TIMEOUTS });
    await transaction(database, async (tx) => {
      const { rows } = await tx.query('delete from restored_jobs returning id, name, data, start_after');
      for (const { job } of handlers) {
        const own = rows.filter(({ name }) => name === job.name);
        const inserts = own.map(({ id, data, start_after }) => ({ id, data, startAfter: start_after }));
        if (inserts.length) await boss.insert(job.name, inserts, { db: databaseOf(tx) });
      }
    }).finally(() => database.end());
  }

  return {
    /** Says how one kind of work is done. `id` is the same each time one piece of work is tried. */
    handle: <Data extends object>(job: Job<Data>, handler: (data: Data, id: string) => Promise<void>) => {
      handlers.push({ job, handler: handler as Handler });
    },

    /** The same for work that is done again and again, by the clock in UTC (`cron`: minute, hour, day, month, weekday). */
    repeat: (job: Job<object>, cron: string, handler: () => Promise<void>) => {
      handlers.push({ job, handler, cron });
    },

    /** Asks for work in the caller's transaction: it happens if, and only if, that is committed. */
    enqueue: async <Data extends object>(tx: Executor, job: Job<Data>, data: Data) => {
      await boss.send(job.name, data, { db: databaseOf(tx) });
    },

    start: async () => {
      await boss.start();
      for (const { job, handler, cron } of handlers) {
        // A queue keeps the policy that it was made with.
        const { policy, ...rest } = job.options;
        const options = { ...rest, notify: true };
        await boss.createQueue(job.name, { ...options, ...(policy && { policy }) });
        await boss.updateQueue(job.name, options);
        await boss.work(job.name, HOW, (batch) =>
          Promise.all(
            batch.map(async ({ id, data, retryCount, retryLimit }) => {
              try {
                await handler(data as never, id);
                // At once, and not with the slowest of them: what is done is not done again where the process dies.
                await boss.complete(job.name, id);
                return { id, status: 'completed' };
              } catch (err) {
                if (retryCount < retryLimit)
                  log.warn({ err, job: job.name, id }, 'a job failed and will be tried again');
                else log.error({ err, job: job.name, id }, 'a job failed for the last time and is given up');
                return { id, status: 'failed', output: { message: String(err) } };
              }
            }),
          ),
        );
        if (cron) await boss.schedule(job.name, cron);
      }
      await takeUp();
    },

    stop: () => boss.stop({ graceful: true, timeout: GRACE_MS }),
  };
}

const databaseOf = (tx: Executor): NonNullable<SendOptions['db']> => ({
  executeSql: (text, values) => tx.query(text, values as unknown[]),
});
