import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { WORKSPACE_HEADER } from '#contract/http/endpoint.ts';
import type { Role } from '#contract/roles.ts';
import { createApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { createInstallation } from '../database/installation.ts';
import { createListener } from '../database/listener.ts';
import { createDatabases, createPool } from '../database/pool.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createQuietLog } from '../lib/quiet-log.ts';
import { createTestDatabase } from './database.ts';
import type { ApiResponse, BodyOf, Call } from './responses.ts';

type Options<M extends string> = {
  method?: M;
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
};

/** A clock that tests move. */
function createTestClock() {
  let aheadMs = 0;
  let wrongMs = 0;
  return {
    now: () => Date.now() + aheadMs + wrongMs,
    aheadMs: () => aheadMs,
    /** Runs `work` while the clock of the process, not that of the database, is wrong by so much. */
    async wrong<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
      wrongMs += ms;
      try {
        return await work();
      } finally {
        wrongMs -= ms;
      }
    },
    /** Runs `work` so much later. */
    async later<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
      aheadMs += ms;
      try {
        return await work();
      } finally {
        aheadMs -= ms;
      }
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof start>>;

type Environment = Record<string, string>;

const STEP_MS = 12_000;

/**
 * The application on a database and a port of its own, for one test file. `still`: jobs and workers
 * do nothing, so that rows change by requests alone. `wakes`: what happens starts rules; else their job
 * does, when a test runs it.
 */
export function useApp(
  environment: Environment | (() => Promise<Environment>) = {},
  { still = false, wakes = false } = {},
): TestApp {
  const app = {} as TestApp;
  beforeAll(async () => {
    const { url, template } = inject('postgres');
    const database = await createTestDatabase((name) => url.replace('{database}', name), template);
    const settings = typeof environment === 'function' ? await environment() : environment;
    Object.assign(app, await start(database.url, settings, { still, wakes }), {
      drop: database.drop,
    });
  });
  afterAll(async () => {
    try {
      expect(await findInconsistencies(app)).toEqual([]);
    } finally {
      await app.stop();
      await (app as unknown as { drop: () => Promise<void> }).drop();
    }
  });
  return app;
}

/** What triggers keep, and is not as the rows are: nothing, whatever a test has done. */
async function findInconsistencies({ database }: TestApp) {
  const { rows: counts } = await database.query(`
    select workspace_id, folder_id, status, is_thread, sum(posts) as posts, sum(items) as items from (
      select workspace_id, folder_id, status, is_thread, -1 as posts, -size as items from posts
      where deleted_at is null and size > 0
      union all select * from post_counts union all select * from post_count_changes) counted
    group by 1, 2, 3, 4 having sum(posts) <> 0 or sum(items) <> 0`);
  const { rows: documents } = await database.query(`
    select items.id, trashed, document
    from (select * from items order by id desc limit 1000) items left join search_documents on item_id = id
    where document is distinct from case when not trashed then item_document(items) end`);
  const { rows: homeless } = await database.query(`
    select id, folder_id from posts where folder_id is not null
      and not exists (select from folders where id = folder_id)
      and not exists (select from deleted_folders where id = folder_id)`);
  const { rows: visits } = await database.query(`
    select workspace_id, hour, sum(visits), sum(visitors), sum(bots) from (
      select workspace_id, hour, -visits as visits, -visitors as visitors, -bots as bots from link_hours
      union all select workspace_id, hour, visits, visitors, bots from link_totals) counted
    group by 1, 2 having (sum(visits), sum(visitors), sum(bots)) <> (0, 0, 0)`);
  const { rows: sources } = await database.query(`
    select workspace_id, day, kind, name, sum(visits) from (
      select tracked_links.workspace_id, day, kind, source.name, -link_sources.visits as visits
      from link_sources join tracked_links on tracked_links.id = link_id
        cross join lateral (values ('referrer', referrer), ('device', device)) source (kind, name)
      union all select workspace_id, day, kind, name, visits from source_totals) counted
    group by 1, 2, 3, 4 having sum(visits) <> 0`);
  const { rows: principals } = await database.query(`
    select kind, subject_id, due.workspace_id
    from principals_due due full join (select * from principals where until is null) known
      using (workspace_id, kind, subject_id)
    where (due.through, due.maker, due.version, due.approves, due.publishes)
      is distinct from (known.through, known.maker, known.version, known.approves, known.publishes)`);
  // What was told last of posts and publications is what they are: no way of changing them forgets it.
  const { rows: untold } = await database.query(`
    with last as (
      select distinct on (kind like 'post.%', subject_id) subject_id, kind like 'post.%' as is_post,
        coalesce(about -> 'status' ->> 1, about ->> 'status', about ->> 'is') as told
      from events where kind like 'post.%' and about ? 'status' or kind like 'publication.%'
      order by kind like 'post.%', subject_id, id desc)
    select is_post, subject_id, coalesce(posts.status, publications.state) as present, told from last
      left join posts on is_post and posts.id = subject_id and not trashed
      left join publications on not is_post and publications.id = subject_id
    where told <> coalesce(posts.status, publications.state)`);
  return [...counts, ...documents, ...homeless, ...visits, ...sources, ...principals, ...untold];
}

/** The application on this database, assembled like in `main.ts`. */
export async function start(
  databaseUrl: string,
  environment: Environment = {},
  { still = false, wakes = false } = {},
) {
  // Files belong to one installation, and each test has a database of its own.
  const dataDir = await mkdtemp(join(tmpdir(), 'postfolio-app-'));
  const settings = readConfig({
    RATE_LIMIT_FACTOR: '100000',
    DATA_DIR: dataDir,
    ...environment,
  });
  const config = { ...settings, secret: 'x'.repeat(32) };
  const connection = { connectionString: databaseUrl };
  const databases = createDatabases(connection, connection, () => {});
  // The statements of a test have the time of background work, not that of a request, and a
  // transaction that holds a lock stays open for as long as the test waits in between.
  const database = createPool(connection, () => {}, {
    added: { idle_in_transaction_session_timeout: '0' },
  });
  const listener = createListener(connection, () => {});
  const lines: string[] = [];
  const logger = pino({ level: config.logLevel }, { write: (line: string) => lines.push(line) });
  const report = createQuietLog(logger);
  const installation = await createInstallation(databases.background, listener);
  const resting = { ...installation, atRest: () => ({ restored_at: '', backup_at: '' }) };
  const jobs = createJobs(connection, logger, report, still ? resting : installation);
  const clock = createTestClock();
  const server = await createApp({
    config,
    clock,
    databases,
    listener,
    installation,
    jobs,
    logger,
    report,
    isEnding: () => false,
    still,
    wakes,
  });
  await listener.start();
  await jobs.start();
  const base = await server.listen({ port: 0, host: '127.0.0.1' });

  async function request<const Path extends string, const M extends string = 'GET'>(
    path: Path,
    { method, token, body, headers = {} }: Options<M> = {},
  ): Promise<ApiResponse<M, Path>> {
    const response = await fetch(base + path, {
      method: method ?? 'GET',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    // A stream has no end.
    const endless = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (endless) await response.body?.cancel();
    const text = endless ? '' : await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text ? parse(text) : undefined) as BodyOf<M, Path>,
    };
  }

  return {
    base,
    clock,
    database,
    databaseUrl,
    dataDir: config.dataDir,
    server: server.server,
    log: server.log,
    lines,
    get: <const Path extends string>(path: Path, token?: string) => request(path, { token }),
    post: <const Path extends string>(path: Path, body: unknown, token?: string) =>
      request(path, { method: 'POST', body, token }),
    put: <const Path extends string>(path: Path, body: unknown, token?: string) =>
      request(path, { method: 'PUT', body, token }),
    delete: <const Path extends string>(path: Path, token?: string) =>
      request(path, { method: 'DELETE', token }),
    request,
    stop: async () => {
      const steps = {
        server: () => server.close(),
        jobs: jobs.stop,
        listener: listener.stop,
        databases: databases.end,
        'database of the test': () => database.end(),
      };
      for (const [name, step] of Object.entries(steps)) await bounded(name, step());
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Continues without a step of the shutdown that hangs, like `main.ts`, and reports it. */
async function bounded(name: string, step: Promise<unknown>) {
  const ended = await Promise.race([step.then(() => true), delay(STEP_MS, false, { ref: false })]);
  if (!ended) console.warn(`${name}: shutdown step timed out`, process.getActiveResourcesInfo());
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

let people = 0;
export const PASSWORD = 'Corr3ct-horse!';

/** A new person with a workspace, signed in; `proved`: with a verified address. */
export async function person(app: TestApp, name = 'Ada Byron', { proved = true } = {}) {
  const email = `person-${process.pid}-${++people}@example.org`;
  const { status, body } = await app.post('/api/auth/register/', {
    email,
    name,
    password: PASSWORD,
    password_confirm: PASSWORD,
  });
  if (status !== 201) throw new Error(`registering failed with ${status}: ${JSON.stringify(body)}`);
  if (proved)
    await app.database.query('update users set email_proved_at = now() where id = $1', [
      body.user.id,
    ]);
  return {
    email,
    token: body.access,
    refresh: body.refresh,
    id: body.user.id,
  };
}

/** A new person with a folder. */
export async function writer(app: TestApp) {
  const someone = await person(app);
  const { body } = await app.post('/api/content/folders/', { name: 'Ideas' }, someone.token);
  const write = async (fields: object = {}) =>
    (
      await app.post(
        '/api/content/items/',
        { folder: body.id, content: 'A text', ...fields },
        someone.token,
      )
    ).body;
  return { ...someone, folder: body.id, write };
}

/** The workspace of a folder. */
export async function workspaceOf({ database }: TestApp, folder: number): Promise<number> {
  const { rows } = await database.query('select workspace_id from folders where id = $1', [folder]);
  return rows[0].workspace_id;
}

/**
 * A person with this role in the workspace of a folder, and a function that sends requests as them.
 */
export async function colleague(app: TestApp, folder: number, role: Role, name = 'Grace Hopper') {
  const someone = await person(app, name);
  const workspace = await workspaceOf(app, folder);
  await app.database.query(
    'insert into memberships (user_id, workspace_id, role) values ($1, $2, $3)',
    [someone.id, workspace, role],
  );
  const call: Call = (path, method, body, headers) =>
    app.request(path, {
      method,
      token: someone.token,
      body,
      headers: { [WORKSPACE_HEADER]: String(workspace), ...headers },
    });
  return { ...someone, workspace, call };
}
