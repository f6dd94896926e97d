import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { createPool } from '../database/pool.ts';
import { start } from './app.ts';
import { createTestDatabase, startTestServer } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The address of the test server, with `{database}` in place of the name, and the database to
     * copy.
     */
    postgres: { url: string; template: string };
  }
}

/**
 * What an application stores about its kinds of jobs when it first starts: a hundred statements, which
 * the application of each test file would repeat.
 */
async function storeQueues(
  urlOf: (database: string) => string,
  template: { name: string; url: string },
) {
  const database = await createTestDatabase(urlOf, template.name);
  const app = await start(database.url, {}, { still: true });
  const copy = createPool({ connectionString: template.url }, () => {});
  for (const table of ['jobs.queue', 'jobs.schedule']) {
    const { rows } = await app.database.query(`select json_agg(row) as all from ${table} row`);
    await copy.query(
      `insert into ${table} select * from json_populate_recordset(null::${table}, $1)
      on conflict do nothing`,
      [JSON.stringify(rows[0].all)],
    );
  }
  await copy.end();
  await app.stop();
  await database.drop();
}

/**
 * One PostgreSQL and one migrated database for all tests; each test file works on a copy. Builds the
 * program, where it is stale, for those that start it as a process.
 */
export default async function setup(project: TestProject) {
  await promisify(execFile)(process.execPath, ['scripts/build.js', 'server']);
  const server = await startTestServer();
  const template = await createTestDatabase(server.urlOf);
  await storeQueues(server.urlOf, template);
  project.provide('postgres', { url: server.urlOf('{database}'), template: template.name });
  return async () => {
    await template.drop();
    await server.stop();
  };
}
