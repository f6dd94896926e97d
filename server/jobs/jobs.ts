import type { FastifyBaseLogger } from 'fastify';
import {
  type JobWithMetadata,
  PgBoss,
  type Queue,
  type QueueOptions,
  type QueueResult,
  type Schedule,
  type SendOptions,
} from 'pg-boss';
import type { Installation } from '../database/installation.ts';
import { type Connection, clientConfig, createPool, type Executor } from '../database/pool.ts';
import { runTransaction } from '../database/transaction.ts';
import type { QuietLog } from '../lib/quiet-log.ts';

/**
 * Background jobs: stored in the database until they are done, run by one of any number of
 * processes.
 */

const SCHEMA = 'jobs';
const CONNECTIONS = 3;
/** How often jobs whose time has come are looked for; immediate jobs are announced. */
const POLL_SECONDS = 2;
/** The interval in which jobs of dead processes are looked for. */
const SUPERVISE_SECONDS = 2;
/** The statements of the queue itself are short. */
const TIMEOUTS = { statementMs: 8000, lockMs: 8000 };
/** The number of workers of each kind in a process; a scheduled kind has one. */
const WORKERS = 5;
/**
 * Workers are woken: by the announcement of a job, by a worker that has found a job, and where a job is
 * due. By themselves they look so often: each kind asks for its jobs in a statement of its own.
 */
const IDLE_POLL_SECONDS = 600;
const WORK = {
  notifyPollingIntervalSeconds: IDLE_POLL_SECONDS,
  pollingIntervalSeconds: IDLE_POLL_SECONDS,
  batchSize: 1,
  perJobResults: true,
  includeMetadata: true,
} as const;
/** Kinds with a job to be fetched. */
const DUE_KINDS = `select kind from unnest($1::text[]) kind where exists (
  select from ${SCHEMA}.job where name = kind and state < 'active' and not blocked and start_after <= now())`;
/** The queue of lost jobs of a kind: as reliable as any. */
const LOST = { retryLimit: 10, retryDelay: 30, retryBackoff: true, expireInSeconds: 60 };
/** How long running jobs may take at shutdown; then their signal is aborted, and they have to end. */
const GRACE_MS = 4000;

/**
 * The options of a queue, in seconds; `policy` limits how many jobs of a kind there are.
 * `runsAtRest`: they run in a restored copy, too: they change nothing but what the database derives
 * from its rows.
 */
type Options = QueueOptions & Pick<Queue, 'policy'> & { runsAtRest?: true };

/** A kind of job. `Data` is its payload, as JSON. */
export type Job<Data extends object> = {
  readonly name: string;
  readonly options: QueueOptions & Pick<Queue, 'policy'>;
  readonly runsAtRest: boolean;
  readonly data?: Data;
};

/**
 * Declares a kind of job. Its name is unique in the server, its times are in seconds. Belongs in a
 * file `x.jobs.ts`.
 */
export const job = <Data extends object>(
  name: string,
  { runsAtRest, ...options }: Options,
): Job<Data> => ({ name, runsAtRest: runsAtRest === true, options });

/** One attempt to run a job. */
export type Run = {
  /** The same for all attempts of a job. */
  id: string;
  /** 1 at first. */
  attempt: number;
  /** Whether there is no retry after this attempt. */
  isLast: boolean;
  /** Aborted when the job times out, or its time at shutdown is over: calls end. */
  signal: AbortSignal;
  /** Aborted with `signal`, and as soon as the process ends: nothing more is begun. */
  ending: AbortSignal;
};

/** Thrown by a handler to fail a job without a retry. */
export class GiveUp extends Error {
  override name = 'GiveUp';
}

/** `lost`: the kind of job that a job of this kind becomes once it has failed for good. */
type Handled = {
  job: Job<object>;
  handler: Handler;
  cron?: string;
  atStart?: boolean;
  lost?: string;
};
type Outcome = { status: 'completed' | 'failed' | 'deadletter'; output?: object };
type StoredJob = JobWithMetadata<object>;

export type Jobs = ReturnType<typeof createJobs>;

type Handler = (data: never, run: Run) => Promise<void>;
type OfRun = (run: Run) => Promise<void>;

/**
 * The jobs of this process. Every kind is declared with `handle` or `repeat` before `start`. A
 * handler that throws is retried, and so is one whose process died, after its `heartbeatSeconds`:
 * handlers must be idempotent.
 */
export function createJobs(
  connection: Connection,
  log: FastifyBaseLogger,
  report: QuietLog,
  installation: Pick<Installation, 'atRest' | 'onTakeOver'>,
) {
  const boss = new PgBoss({
    ...(clientConfig(connection, TIMEOUTS) as object),
    application_name: 'postfolio jobs',
    schema: SCHEMA,
    max: CONNECTIONS,
    useListenNotify: true,
    // Queue statistics are not used.
    monitorVacuum: false,
    // How soon the job of a dead process is noticed.
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  boss.on('error', (err) => report('warn', 'jobs', { err }, 'job queue connection error'));
  const handlers: Handled[] = [];
  /** The workers of each kind, and those with a job. */
  const kinds = new Map<string, string[]>();
  const busy = new Set<string>();
  let polling: NodeJS.Timeout | undefined;
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();

  /** Wakes an idle worker of each kind with a due job, and looks again later. */
  async function wakeDue() {
    try {
      const { rows } = await boss.getDb().executeSql(DUE_KINDS, [[...kinds.keys()]]);
      for (const { kind } of rows) {
        const idle = kinds.get(kind)?.find((worker) => !busy.has(worker));
        if (idle) boss.notifyWorker(idle);
      }
    } catch (err) {
      if (!stopping.signal.aborted)
        report('warn', 'jobs', { err }, 'due jobs could not be looked for, will retry');
    }
    if (!stopping.signal.aborted) polling = setTimeout(wakeDue, POLL_SECONDS * 1000);
  }

  /** Moves jobs that a backup restored into their queues; drops those of unknown kinds. */
  async function takeUp() {
    const database = createPool(connection, () => {}, { max: 1, timeouts: TIMEOUTS });
    await runTransaction(database, async (tx) => {
      const { rows } = await tx.query(
        'delete from restored_jobs returning id, name, data, start_after, singleton_key',
      );
      for (const { job } of handlers) {
        const own = rows.filter(({ name }) => name === job.name);
        const inserts = own.map(({ id, data, start_after, singleton_key }) => ({
          id,
          data,
          startAfter: start_after,
          ...(singleton_key !== null && { singletonKey: singleton_key }),
        }));
        if (inserts.length) await boss.insert(job.name, inserts, { db: databaseOf(tx) });
      }
    }).finally(() => database.end());
  }

  /** Runs one job and returns its outcome. */
  async function run({ job, handler }: Handled, stored: StoredJob): Promise<Outcome> {
    const { id, data, retryCount, retryLimit, signal } = stored;
    const isLast = retryCount >= retryLimit;
    try {
      const ending = AbortSignal.any([signal, stopping.signal]);
      await handler(data as never, { id, attempt: retryCount + 1, isLast, signal, ending });
      return { status: 'completed' };
    } catch (err) {
      const isOver = isLast || err instanceof GiveUp;
      if (isOver) log.error({ err, job: job.name, id }, 'job failed permanently');
      else log.warn({ err, job: job.name, id }, 'job failed, will retry');
      return { status: isOver ? 'deadletter' : 'failed', output: { message: String(err) } };
    }
  }

  /**
   * Starts a worker of one kind, with one job at a time. The others begin with the first job: a slow job
   * delays no others. A worker that finds a job fetches the next at once, and wakes the others.
   */
  async function work(handled: Handled) {
    const workers: string[] = [];
    kinds.set(handled.job.name, workers);
    let missing = handled.cron ? 0 : WORKERS - 1;
    const add = async () => {
      const worker: string = await boss.work(handled.job.name, WORK, async ([stored]) => {
        if (!stored) return [];
        busy.add(worker);
        for (; missing > 0 && !stopping.signal.aborted; missing--) await add();
        for (const other of workers) boss.notifyWorker(other);
        const outcome = run(handled, stored as StoredJob);
        running.add(outcome);
        await outcome.finally(() => {
          running.delete(outcome);
          busy.delete(worker);
        });
        return [{ id: stored.id, ...(await outcome) }];
      });
      workers.push(worker);
    };
    await add();
  }

  /** Registers one kind, unless the last start has stored it like this. */
  async function register({ job, lost }: Handled, queues: QueueResult[]) {
    // The policy of a queue cannot be changed.
    const { policy, ...rest } = job.options;
    const options = { ...rest, notify: true, ...(lost && { deadLetter: lost }) };
    const queue = queues.find(({ name }) => name === job.name);
    if (!queue) await boss.createQueue(job.name, { ...options, ...(policy && { policy }) });
    else if (differs(queue, options)) await boss.updateQueue(job.name, options);
  }

  /** Starts the schedule and the workers of one kind. */
  async function begin(handled: Handled, schedules: Schedule[]) {
    const { job, cron } = handled;
    const schedule = schedules.find(({ name }) => name === job.name);
    if (cron && schedule?.cron !== cron) await boss.schedule(job.name, cron);
    await work(handled);
    if (handled.atStart) await boss.send(job.name, {}, { singletonSeconds: 30 });
  }

  return {
    /**
     * Registers the handler of one kind. What says in a row that such a job is under way needs
     * `onLost`: it is called with the payload of each job that failed for good, also of one whose
     * process died, which no handler sees.
     */
    handle: <Data extends object>(
      job: Job<Data>,
      handler: (data: Data, run: Run) => Promise<void>,
      onLost?: (data: Data) => Promise<void>,
    ) => {
      const lost = onLost && { ...job, name: `${job.name}.lost`, options: LOST };
      if (lost) handlers.push({ job: lost, handler: onLost as Handler });
      handlers.push({ job, handler: handler as Handler, ...(lost && { lost: lost.name }) });
    },

    /** The same at times (`cron` in UTC: minute, hour, day, month, weekday); or also at the start. */
    repeat: (job: Job<object>, cron: string, handler: OfRun, atStart = false) => {
      handlers.push({ job, handler: (_, run) => handler(run), cron, atStart });
    },

    /**
     * Enqueues a job in the transaction of the caller: it runs if and only if that commits, and not
     * before `startAfter`.
     */
    enqueue: async <Data extends object>(
      tx: Executor,
      job: Job<Data>,
      data: Data,
      startAfter?: Date,
    ) => {
      await boss.send(job.name, data, { db: databaseOf(tx), ...(startAfter && { startAfter }) });
    },

    start: async () => {
      await boss.start();
      const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()]);
      // A queue names that of its lost jobs, which is there before.
      for (const names of [false, true])
        await Promise.all(
          handlers
            .filter(({ lost }) => (lost !== undefined) === names)
            .map((handled) => register(handled, queues)),
        );
      const isHeld = ({ job }: Handled) => installation.atRest() !== undefined && !job.runsAtRest;
      const held = handlers.filter(isHeld);
      // What is enqueued waits. Nothing is scheduled: it would be done many times over later.
      installation.onTakeOver(() => {
        for (const handled of held)
          begin(handled, schedules).catch((err) => log.error({ err, job: handled.job.name }, HELD));
      });
      const others = handlers.filter((handled) => !held.includes(handled));
      await Promise.all(others.map((handled) => begin(handled, schedules)));
      await takeUp();
      await wakeDue();
    },

    /** Resolves when no job runs any more: they use connections of others. */
    stop: async () => {
      stopping.abort();
      clearTimeout(polling);
      await boss.stop({ graceful: true, timeout: GRACE_MS });
      await Promise.allSettled(running);
    },
  };
}

const HELD = 'jobs could not be started after taking over: start the application again';

const differs = (queue: QueueOptions, options: QueueOptions) =>
  Object.entries(options).some(([key, value]) => queue[key as keyof QueueOptions] !== value);

const databaseOf = (tx: Executor): NonNullable<SendOptions['db']> => ({
  executeSql: (text, values) => tx.query(text, values as unknown[]),
});
